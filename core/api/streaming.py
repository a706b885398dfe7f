"""Streaming responses under WSGI and ASGI: one chunk in memory, no database connection held between chunks."""

from collections.abc import AsyncIterator, Iterator

from asgiref.sync import sync_to_async
from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.http import StreamingHttpResponse
from rest_framework.request import Request

from core.api.costs import MeteredChunks
from core.api.rest.validation import django_request


def streamed(request: Request, chunks: Iterator[bytes], *, media_type: str) -> StreamingHttpResponse:
    """Return a response that sends the chunks as they are generated, charged as an `export`.

    Raises `RateLimited` if the user exports too much.
    """
    source = _Chunks(MeteredChunks(django_request(request), "export", chunks, user=request.user))
    # Django would read a plain iterator to its end before sending it from an event loop.
    is_async = isinstance(django_request(request), ASGIRequest)
    return StreamingHttpResponse(_AsyncChunks(source) if is_async else source, content_type=media_type)


class _Chunks:
    """Releases the connection that a chunk was made with: the client may be slow. Django closes it at the end."""

    def __init__(self, chunks: MeteredChunks) -> None:
        self._chunks = chunks

    def __iter__(self) -> Iterator[bytes]:
        while (chunk := self.next()) is not None:
            yield chunk

    def next(self) -> bytes | None:
        chunk = next(self._chunks, None)
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()
        return chunk

    def close(self) -> None:
        self._chunks.close()


class _AsyncChunks:
    def __init__(self, chunks: _Chunks) -> None:
        self._chunks = chunks

    async def __aiter__(self) -> AsyncIterator[bytes]:
        next_chunk = sync_to_async(self._chunks.next)
        while (chunk := await next_chunk()) is not None:
            yield chunk

    def close(self) -> None:
        self._chunks.close()
