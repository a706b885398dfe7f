"""Responses with stored files: ranges, validators, and headers that keep uploaded content from running as ours.

Only one chunk is in memory at a time, under WSGI and ASGI alike.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import dataclass
from typing import IO

from django.core.handlers.asgi import ASGIRequest
from django.db import connection
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import get_conditional_response
from django.utils.http import content_disposition_header

from core.api.errors import ErrorResponse
from core.api.ranges import ByteRange, RangeNotSatisfiable, parse_range

CHUNK = 262_144

# Types that browsers show without executing anything. SVG and HTML are not among them.
INLINE = frozenset({"application/pdf", "image/png", "image/jpeg", "image/webp", "image/gif", "text/plain"})


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredFile:
    """A file to send. `etag` is unquoted and strong: equal tags mean equal bytes."""

    open: Callable[[], IO[bytes]]
    size: int
    etag: str
    media_type: str
    filename: str
    as_attachment: bool = False
    cache_control: str = "private, no-cache"


def send_file(request: HttpRequest, file: StoredFile) -> HttpResponseBase:
    """Return the response to GET or HEAD for a file: 200, 206, 304, 412 or 416."""
    etag = f'"{file.etag}"'
    early = get_conditional_response(request, etag=etag)
    if early is not None:
        early["Cache-Control"] = file.cache_control
        return early
    try:
        part = _requested_range(request, etag, file.size)
    except RangeNotSatisfiable as error:
        response: HttpResponseBase = ErrorResponse.of(error).to_response()
        response["Content-Range"] = f"bytes */{file.size}"
        return response
    span = part or ByteRange(0, file.size)
    response = HttpResponse() if request.method == "HEAD" else StreamingHttpResponse(_chunks(request, file, span))
    _release_connection()
    if part is not None:
        response.status_code = 206
        response["Content-Range"] = part.of(file.size)
    response["Content-Length"] = str(span.length)
    _add_headers(response, file, etag)
    return response


def _release_connection() -> None:
    # Django would keep the connection until the last byte is sent: a few slow clients would exhaust the pool.
    if not connection.in_atomic_block:
        connection.close_if_unusable_or_obsolete()


def _requested_range(request: HttpRequest, etag: str, size: int) -> ByteRange | None:
    """Return the range of a GET request; none if `If-Range` names another version of the file."""
    header = request.headers.get("Range", "")
    if request.method != "GET" or not header:
        return None
    condition = request.headers.get("If-Range")
    if condition is not None and condition.strip() != etag:
        return None
    return parse_range(header, size)


def _add_headers(response: HttpResponseBase, file: StoredFile, etag: str) -> None:
    is_inline = file.media_type in INLINE and not file.as_attachment
    disposition = content_disposition_header(as_attachment=not is_inline, filename=file.filename)
    response["Content-Type"] = (
        f"{file.media_type}; charset=utf-8" if file.media_type == "text/plain" else file.media_type
    )
    response["Content-Disposition"] = disposition or "attachment"
    response["Content-Security-Policy"] = "sandbox; default-src 'none'"
    response["X-Content-Type-Options"] = "nosniff"
    response["Accept-Ranges"] = "bytes"
    response["Cache-Control"] = file.cache_control
    response["ETag"] = etag


def _chunks(request: HttpRequest, file: StoredFile, span: ByteRange) -> "_AsyncChunks | _SyncChunks":
    if isinstance(request, ASGIRequest):
        return _AsyncChunks(file.open(), span)
    return _SyncChunks(file.open(), span)


class _Chunks:
    """Reads a range; Django closes it when the response is sent or the client disconnects."""

    def __init__(self, source: IO[bytes], span: ByteRange) -> None:
        self._source = source
        self._remaining = span.length
        source.seek(span.start)

    def _read(self) -> bytes:
        chunk = self._source.read(min(CHUNK, self._remaining))
        self._remaining -= len(chunk)
        return chunk

    def close(self) -> None:
        self._source.close()


class _SyncChunks(_Chunks):
    def __iter__(self) -> Iterator[bytes]:
        while chunk := self._read():
            yield chunk


class _AsyncChunks(_Chunks):
    """An async iterator: Django would read a plain one to its end before sending it from an event loop."""

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while chunk := await asyncio.to_thread(self._read):
            yield chunk
