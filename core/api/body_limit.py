"""Refuse oversized bodies before they are received, with a response that the client can read.

Django's ASGI handler writes a whole body to disk before any view runs. `limit_bodies` hides an oversized body from it;
`BodyLimitMiddleware` then responds with 413, after the request has its id.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from core.api.error_handlers import respond
from core.api.errors import ErrorResponse

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
App = Callable[[Any, Any, Any], Awaitable[None]]

OVERSIZED = "cartulary.oversized_body"
HANDLES_OVERSIZED = "handles_oversized_bodies"
_EMPTY: Message = {"type": "http.request", "body": b"", "more_body": False}


def limit_of(path: str) -> int:
    """Return the maximum size of the body of a request to `path`, in bytes."""
    if path in settings.BODY_LIMITS:
        return int(settings.BODY_LIMITS[path])
    matching = (limit for pattern, limit in settings.BODY_LIMIT_PATTERNS if pattern.fullmatch(path))
    return int(next(matching, settings.DATA_UPLOAD_MAX_MEMORY_SIZE))


def limit_bodies(app: App) -> App:
    """Wrap an ASGI application: it receives an oversized body as empty, with `OVERSIZED` set in the scope."""

    async def limited(scope: Message, receive: Receive, send: object) -> None:
        if scope["type"] == "http":
            receive = _guarded(scope, receive)
        await app(scope, receive, send)

    return limited


def _guarded(scope: Message, receive: Receive) -> Receive:
    limit = limit_of(scope["path"])
    is_over = _declared_length(scope) > limit
    received = 0

    async def guarded() -> Message:
        """Return the body, or an empty one beyond the limit; some bodies declare no length."""
        nonlocal received, is_over
        if scope.get(OVERSIZED):
            # Wait for the end of the connection, which Django listens for until it has responded.
            await asyncio.Event().wait()
        message: Message = _EMPTY if is_over else await receive()
        received += len(message.get("body", b""))
        is_over = is_over or received > limit
        if is_over:
            scope[OVERSIZED] = True
        return _EMPTY if is_over else message

    return guarded


def _declared_length(scope: Message) -> int:
    value = dict(scope["headers"]).get(b"content-length", b"0")
    return int(value) if value.isdigit() else 0


def is_oversized(request: HttpRequest) -> bool:
    """Check whether the body exceeds the limit (and, under ASGI, has not been received)."""
    if getattr(request, "scope", {}).get(OVERSIZED):
        return True
    declared = request.META.get("CONTENT_LENGTH") or "0"
    return declared.isdigit() and int(declared) > limit_of(request.path)


class BodyLimitMiddleware:
    """Responds with 413, unless the view is marked to do so itself."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: object, kwargs: object
    ) -> HttpResponse | None:
        if not is_oversized(request) or getattr(view, HANDLES_OVERSIZED, False):
            return None
        limit = limit_of(request.path)
        message = "The request is larger than this URL accepts."
        return respond(
            request, ErrorResponse(status=413, code="request_too_large", message=message, data={"limit": limit})
        )
