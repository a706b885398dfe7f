"""Answers that are made while they are sent, under WSGI and ASGI alike: one piece in memory, no connection held."""

from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.http import HttpRequest, StreamingHttpResponse


def streamed(request: HttpRequest, pieces: Iterator[bytes], *, media_type: str) -> StreamingHttpResponse:
    """Send the pieces as they come."""
    # Django would gather a plain iterator into a list before sending it from an event loop.
    source = _for_loop(pieces) if isinstance(request, ASGIRequest) else _for_thread(pieces)
    return StreamingHttpResponse(source, content_type=media_type)


def _next(pieces: Iterator[bytes]) -> bytes | None:
    """The next piece; a slow reader must not keep the connection that it was made with."""
    piece = next(pieces, None)
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
    return piece


def _for_thread(pieces: Iterator[bytes]) -> Iterator[bytes]:
    while (piece := _next(pieces)) is not None:
        yield piece


async def _for_loop(pieces: Iterator[bytes]) -> AsyncIterator[bytes]:
    following = sync_to_async(_next)
    while (piece := await following(pieces)) is not None:
        yield piece
