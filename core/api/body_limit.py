"""Bodies that are too large are refused before they are received, and the client still gets an answer it can read.

Django's ASGI handler writes a whole body to disk before any view runs. `limit_bodies` hides an oversized body from it;
`BodyLimitMiddleware` then answers in the application's own words, after the request has got its id.
"""

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from core.api.envelope import Failure
from core.api.failures import answer

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
App = Callable[[Any, Any, Any], Awaitable[None]]

REFUSED = "cartulary.refused_body"
ANSWERS_ITSELF = "answers_too_large_bodies"
_EMPTY: Message = {"type": "http.request", "body": b"", "more_body": False}


def limit_of(path: str) -> int:
    """The most bytes that a request to `path` may carry."""
    if path in settings.BODY_LIMITS:
        return int(settings.BODY_LIMITS[path])
    matching = (limit for pattern, limit in settings.BODY_LIMIT_PATTERNS if pattern.fullmatch(path))
    return int(next(matching, settings.DATA_UPLOAD_MAX_MEMORY_SIZE))


def limit_bodies(app: App) -> App:
    """Wrap an ASGI application. A body over the limit reaches it empty, with `REFUSED` set in the scope."""

    async def limited(scope: Message, receive: Receive, send: object) -> None:
        if scope["type"] == "http":
            receive = _guarded(scope, receive)
        await app(scope, receive, send)

    return limited


def _guarded(scope: Message, receive: Receive) -> Receive:
    limit = limit_of(scope["path"])
    is_over = _declared(scope) > limit
    received = 0

    async def guarded() -> Message:
        """Give the body, or an empty one once it is over the limit; some bodies declare no length."""
        nonlocal received, is_over
        if scope.get(REFUSED):
            # Nothing more to tell: whoever listens for the end of the connection is cancelled with the answer.
            await asyncio.Event().wait()
        message: Message = _EMPTY if is_over else await receive()
        received += len(message.get("body", b""))
        is_over = is_over or received > limit
        if is_over:
            scope[REFUSED] = True
        return _EMPTY if is_over else message

    return guarded


def _declared(scope: Message) -> int:
    value = dict(scope["headers"]).get(b"content-length", b"0")
    return int(value) if value.isdigit() else 0


def is_refused(request: HttpRequest) -> bool:
    """Tell whether the body is over the limit (and, under ASGI, has not been received)."""
    if getattr(request, "scope", {}).get(REFUSED):
        return True
    declared = request.META.get("CONTENT_LENGTH") or "0"
    return declared.isdigit() and int(declared) > limit_of(request.path)


class BodyLimitMiddleware:
    """Answers 413, unless the view is marked to do that itself in words of its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], args: object, kwargs: object
    ) -> HttpResponse | None:
        if not is_refused(request) or getattr(view, ANSWERS_ITSELF, False):
            return None
        limit = limit_of(request.path)
        message = "The request is larger than this address accepts."
        return answer(request, Failure(status=413, code="request_too_large", message=message, data={"limit": limit}))
