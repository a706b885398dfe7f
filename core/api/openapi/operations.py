"""`@operation`: what one method of a view is called, takes and gives. A test refuses views without it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TypeVar

from core.api.openapi.shapes import Answer, Shape
from core.errors import DomainError

F = TypeVar("F", bound=Callable[..., object])

_OPERATION = "openapi_operation"
_IDEMPOTENT = "openapi_idempotent"
_VERSIONED = "openapi_versioned"


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method of one address."""

    id: str
    summary: str
    query: type[Shape] | None
    body: type[Shape] | None
    answers: Mapping[int, Answer]
    errors: tuple[type[DomainError], ...]


def operation(
    name: str,
    summary: str,
    *,
    answer: Answer | Mapping[int, Answer] = None,
    query: type[Shape] | None = None,
    body: type[Shape] | None = None,
    errors: Iterable[type[DomainError]] = (),
) -> Callable[[F], F]:
    """Describe a method of a view.

    `answer` is a shape (200), `None` (204), or both by status. Not signed in, not allowed, not found and malformed need
    not be named: they follow from the view, its address and what it takes.
    """
    answers = answer if isinstance(answer, Mapping) else {204 if answer is None else 200: answer}
    described = Operation(id=name, summary=summary, query=query, body=body, answers=dict(answers), errors=tuple(errors))

    def mark(handler: F) -> F:
        setattr(handler, _OPERATION, described)
        return handler

    return mark


def idempotent(handler: F) -> F:
    """Tell that the method heeds `Idempotency-Key` (by `users.api.creating`): 201, then 200 with the same thing."""
    setattr(handler, _IDEMPOTENT, True)
    return handler


def versioned(handler: F) -> F:
    """Tell that the method gives an `ETag` and, where it changes something, heeds `If-Match` (`core.api.versions`)."""
    setattr(handler, _VERSIONED, True)
    return handler


def operation_of(handler: object) -> Operation | None:
    """Give what `@operation` said."""
    return getattr(handler, _OPERATION, None)


def is_idempotent(handler: object) -> bool:
    """Tell whether `@idempotent` was said."""
    return getattr(handler, _IDEMPOTENT, False)


def is_versioned(handler: object) -> bool:
    """Tell whether `@versioned` was said."""
    return getattr(handler, _VERSIONED, False)
