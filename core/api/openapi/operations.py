"""`@operation` describes a method of a view for OpenAPI. A test fails for views without it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property, wraps
from typing import Any, Final, TypeVar, cast

from rest_framework.exceptions import ValidationError
from rest_framework.request import Request

from core.api.rest.serializers import PageQuery, Response, StrictSerializer
from core.api.rest.unknown_names import require_known_parameters, unknown_fields
from core.errors import DomainError

F = TypeVar("F", bound=Callable[..., object])

_JSON: Final = "application/json"
_OPERATION = "openapi_operation"
_IDEMPOTENT = "openapi_idempotent"
_VERSIONED = "openapi_versioned"


@dataclass(frozen=True, kw_only=True)
class Operation:
    """The description of one method of one URL."""

    id: str
    summary: str
    query: type[StrictSerializer] | None
    body: type[StrictSerializer] | None
    bytes_as: tuple[str, ...]
    headers: Mapping[str, str]
    responses: Mapping[int, Response]
    errors: tuple[type[DomainError], ...]

    @cached_property
    def parameters(self) -> Mapping[str, Any]:
        """Return the fields of the query string by name."""
        has_pages = any(getattr(response, "is_page", False) for response in self.responses.values())
        queries = [query for query in (self.query, PageQuery if has_pages else None) if query is not None]
        return {name: field for query in queries for name, field in query().fields.items()}


def operation(
    name: str,
    summary: str,
    *,
    response: Response | Mapping[int, Response] = None,
    query: type[StrictSerializer] | None = None,
    body: type[StrictSerializer] | None = None,
    bytes_as: tuple[str, ...] = (),
    headers: Mapping[str, str] | None = None,
    errors: Iterable[type[DomainError]] = (),
) -> Callable[[F], F]:
    """Describe a method of a view.

    `bytes_as` has the media types of a body that is a file; `headers` those of the request, with their descriptions.

    `response` is a serializer (200), `None` (204), or a mapping by status. The errors not authenticated, not allowed,
    not found and invalid are added from the view's permissions, its URL and what it accepts.
    """
    responses = response if isinstance(response, Mapping) else {204 if response is None else 200: response}
    described = Operation(
        id=name,
        summary=summary,
        query=query,
        body=body,
        bytes_as=bytes_as,
        headers=headers or {},
        responses=dict(responses),
        errors=tuple(errors),
    )

    def mark(handler: F) -> F:
        @wraps(handler)
        def checked(self: object, request: Request, *args: object, **kwargs: object) -> object:
            require_described(request, described)
            return handler(self, request, *args, **kwargs)

        setattr(checked, _OPERATION, described)
        return cast("F", checked)

    return mark


def require_described(request: Request, described: Operation) -> None:
    """Raise `Invalid` if the request has parameters, or a body, that its operation does not have."""
    require_known_parameters(request.query_params, described.parameters)
    has_unread_body = described.body is None and request.content_type == _JSON and isinstance(request.data, Mapping)
    if has_unread_body and (unknown := unknown_fields(request.data, ())):
        raise ValidationError(unknown)


def idempotent(handler: F) -> F:
    """Mark a method that supports `Idempotency-Key` (`users.api.idempotency`): 201, then 200 with the same object."""
    setattr(handler, _IDEMPOTENT, True)
    return handler


def versioned(handler: F) -> F:
    """Mark a method that returns an `ETag` and, if it changes the object, supports `If-Match`."""
    setattr(handler, _VERSIONED, True)
    return handler


def operation_of(handler: object) -> Operation | None:
    """Return the description of a method."""
    return getattr(handler, _OPERATION, None)


def is_idempotent(handler: object) -> bool:
    """Check whether a method is marked as idempotent."""
    return getattr(handler, _IDEMPOTENT, False)


def is_versioned(handler: object) -> bool:
    """Check whether a method is marked as versioned."""
    return getattr(handler, _VERSIONED, False)
