"""Failures in GraphQL, of jobs, documents and archives."""

from dataclasses import dataclass

import graphene


@dataclass(frozen=True, slots=True)
class FailureView:
    """The code and message of a failure."""

    code: str
    message: str


class Failure(graphene.ObjectType):
    """A failure or a warning."""

    code = graphene.String(required=True, description="stable, for programs")
    message = graphene.String(required=True, description="a sentence for users")


def failure(code: str, message: str) -> FailureView | None:
    """Return the failure in two columns; `None` if there is none."""
    return FailureView(code, message) if code else None
