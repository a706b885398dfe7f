"""Requests that make something, answered once: 201 the first time, 200 with the same thing afterwards."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from core.permissions import signed_in
from users.idempotency import Made, once

HEADER = "Idempotency-Key"


def make_once(request: Request, make: Callable[[], UUID], *, payload: Mapping[str, object] | None = None) -> Made:
    """Call `make`, which gives the new thing's id, unless this request was heeded before.

    `payload` is for requests whose body is no JSON object (a file: its hash). The address belongs to the request.
    """
    sent: Any = request.data if payload is None else payload
    return once(
        request.headers.get(HEADER, ""),
        owner=signed_in(request.user),
        route=f"{request.method} {request.path.removeprefix('/api/v1')}",
        payload=sent,
        make=make,
    )


def created(
    made: Made, body: Mapping[str, Any], *, location: str, headers: Mapping[str, str] | None = None
) -> Response:
    """Answer with the thing and where it is."""
    status = 201 if made.is_new else 200
    return Response(body, status=status, headers={"Location": location, **(headers or {})})
