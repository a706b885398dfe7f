"""Idempotent POST requests: 201 the first time, 200 with the same object afterwards; 202 if a job completes it."""

from collections.abc import Callable, Iterable, Mapping
from http import HTTPStatus
from typing import Any
from uuid import UUID

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import Actor, require_user
from core.api.openapi.operations import idempotent, operation, versioned
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.validation import validate_body
from core.api.rest.views import Keys, ListView, Method, Read, performed_by, represent
from core.errors import DomainError
from users.idempotency import Created, once

HEADER = "Idempotency-Key"


def create(  # noqa: PLR0913  # keyword arguments
    name: str,
    summary: str,
    response: type[Resource] | Mapping[int, type[Resource]],
    body: type[StrictSerializer],
    *,
    find: Callable[[Actor, UUID], Any],
    route: str,
    is_nested: bool = False,
    description: str = "",
    errors: Iterable[type[DomainError]] = (),
) -> Method:
    """Create the POST method of a `ListView`, which has a `perform_create(actor, **keys, **body.arguments())`.

    That returns the key of the new object, which `find` loads, or the object itself. `route` is the name of its URL,
    which has the keys of the list, too, if `is_nested`. `response` may have a status, like 202 if a job completes the
    object.
    """

    ((first, resource),) = response.items() if isinstance(response, Mapping) else [(int(HTTPStatus.CREATED), response)]
    again = HTTPStatus.OK if first == HTTPStatus.CREATED else first

    def perform(view: ListView, actor: Any, keys: Keys, read: Read) -> Any:
        made = view.perform_create(actor, **keys, **read())
        return find(actor, made) if isinstance(made, UUID) else made

    @performed_by(perform)
    @operation(name, summary, body=body, response={first: resource}, errors=errors)
    def post(self: ListView, request: Request, **keys: UUID) -> Response:
        actor = require_user(request.user)
        arguments = validate_body(request, body).arguments()
        made: list[Any] = []

        def make() -> UUID:
            made.append(self.perform_create(actor, **keys, **arguments))
            return made[0] if isinstance(made[0], UUID) else made[0].pk

        created = create_idempotent(request, make)
        location = reverse(route, args=[*(keys.values() if is_nested else ()), created.id])
        found = made[0] if made and not isinstance(made[0], UUID) else find(actor, created.id)
        return represent(resource, found, actor, status=first if created.is_new else again, Location=location)

    post.__doc__ = description
    return idempotent(versioned(post) if "version" in resource.getters() else post)


def create_idempotent(
    request: Request, make: Callable[[], UUID], *, payload: Mapping[str, object] | None = None
) -> Created:
    """Call `make`, which returns the key of the new object, unless this request was processed before.

    `payload` stands for the body where that is not JSON (for a file: its hash). The path is part of the request.
    """
    body: Any = request.data if payload is None else payload
    return once(
        request.headers.get(HEADER, ""),
        owner=require_user(request.user),
        route=f"{request.method} {request.path.removeprefix('/api/v1')}",
        payload=body,
        make=make,
    )


def created_response(
    created: Created, body: Mapping[str, Any], *, location: str, headers: Mapping[str, str] | None = None
) -> Response:
    """Return the response with the new object and its URL."""
    status = 201 if created.is_new else 200
    return Response(body, status=status, headers={"Location": location, **(headers or {})})
