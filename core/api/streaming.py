"""Streaming responses under WSGI and ASGI: one chunk in memory, no database connection held between chunks."""

from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.http import HttpRequest, StreamingHttpResponse


def streamed(request: HttpRequest, chunks: Iterator[bytes], *, media_type: str) -> StreamingHttpResponse:
    """Return a response that sends the chunks as they are generated."""
    # Django would read a plain iterator to its end before sending it from an event loop.
    source = _async_chunks(chunks) if isinstance(request, ASGIRequest) else _sync_chunks(chunks)
    return StreamingHttpResponse(source, content_type=media_type)


def _next(chunks: Iterator[bytes]) -> bytes | None:
    """Return the next chunk, and release the connection that it was made with: the client may be slow."""
    chunk = next(chunks, None)
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()
    return chunk


def _sync_chunks(chunks: Iterator[bytes]) -> Iterator[bytes]:
    while (chunk := _next(chunks)) is not None:
        yield chunk


async def _async_chunks(chunks: Iterator[bytes]) -> AsyncIterator[bytes]:
    next_chunk = sync_to_async(_next)
    while (chunk := await next_chunk(chunks)) is not None:
        yield chunk
