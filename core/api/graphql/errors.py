"""GraphQL errors: `extensions.code` and `request_id` in `errors` of the response, typed `errors` in payloads."""

import logging
from typing import Any

import graphene
from graphql import GraphQLError

from core.api.errors import INTERNAL
from core.errors import DomainError
from core.infrastructure import as_dependency_fault
from core.observability import request_id

logger = logging.getLogger(__name__)

INVALID_QUERY = "invalid_query"


class Error(graphene.ObjectType):
    """The reason why a mutation changed nothing."""

    code = graphene.String(required=True, description="stable, for programs")
    message = graphene.String(required=True, description="for people")
    field = graphene.String(description="the input field that is wrong")
    version = graphene.String(description="the current version, if someone else has changed the object")

    @staticmethod
    def of(error: DomainError) -> "Error":
        """Return the payload error for a domain error."""
        version = error.data.get("version")
        return Error(code=error.code, message=error.message, field=error.field, version=version)


def limit_error(code: str, message: str, **data: object) -> GraphQLError:
    """Return the error for a query that is refused before it runs."""
    return GraphQLError(message, extensions={"code": code, **data})


def format_error(error: GraphQLError) -> dict[str, Any]:
    """Return an error as it is sent. Unexpected ones are logged and sent without details."""
    original = error.original_error
    formatted: dict[str, Any] = dict(error.formatted)
    if (fault := as_dependency_fault(original)) is not None:
        logger.warning("dependency.unavailable", exc_info=original, extra={"code": fault.code, "reason": fault.message})
        formatted["message"] = fault.message
        extensions = {**fault.data, "code": fault.code}
    elif isinstance(original, DomainError):
        extensions = {**original.data, "code": original.code}
        if original.field is not None:
            extensions["field"] = original.field
    elif original is None or isinstance(original, GraphQLError) or error.path is None:
        # Errors of a field have a path; those without one are of the query: a scalar refused a value.
        extensions = {"code": INVALID_QUERY, **(error.extensions or {})}
    else:
        logger.error("graphql.error", exc_info=original, extra={"graphql_path": error.path})
        formatted["message"] = INTERNAL.message
        extensions = {"code": INTERNAL.code}
    return {**formatted, "extensions": {**extensions, "request_id": request_id.current()}}
