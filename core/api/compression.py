"""Responses sent as gzip. Django's `GZipMiddleware`, but for text only, and with streams that stay one gzip member.

Under ASGI Django compresses each chunk of a stream to a member of its own, and many clients stop after the first.
"""

import re
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from typing import cast

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.text import compress_string

_ACCEPTED = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
_TEXT = re.compile(r"(text/(?!event-stream)|application/([a-z.]+\+)?json|application/yaml|image/svg)")
_MIN_LENGTH = 500  # bytes: shorter bodies hardly shrink
_MAX_RANDOM_BYTES = 100  # against BREACH, as in Django's middleware
_GZIP = 31  # wbits of zlib for the largest window with a gzip header


class CompressionMiddleware:
    """Compresses responses of text types for clients that accept gzip. Ranges stay as they are."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        if not _TEXT.match(response.get("Content-Type", "")) or "Content-Encoding" in response:
            return response
        patch_vary_headers(response, ("Accept-Encoding",))
        is_partial = response.status_code in {206, 304} or request.method == "HEAD"
        if not is_partial and _ACCEPTED.search(request.headers.get("Accept-Encoding", "")):
            _compress(response)
        return response


def _compress(response: HttpResponseBase) -> None:
    if isinstance(response, StreamingHttpResponse):
        _compress_stream(response)
    elif isinstance(response, HttpResponse) and len(response.content) >= _MIN_LENGTH:
        response.content = compress_string(response.content, max_random_bytes=_MAX_RANDOM_BYTES)
        response["Content-Length"] = str(len(response.content))
    else:
        return
    response["Content-Encoding"] = "gzip"
    response.headers.pop("Accept-Ranges", None)  # ranges count bytes of the stored file
    etag = response.get("ETag", "")
    if etag.startswith('"'):
        response["ETag"] = f"W/{etag}"


def _compress_stream(response: StreamingHttpResponse) -> None:
    chunks = response.streaming_content
    if response.is_async:
        response.streaming_content = _compressed_async(cast("AsyncIterator[bytes]", chunks))
    else:
        response.streaming_content = _compressed(cast("Iterator[bytes]", chunks))
    response.headers.pop("Content-Length", None)


def _compressed(chunks: Iterator[bytes]) -> Iterator[bytes]:
    compressor = zlib.compressobj(wbits=_GZIP)
    for chunk in chunks:
        yield compressor.compress(chunk)
    yield compressor.flush()


async def _compressed_async(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    compressor = zlib.compressobj(wbits=_GZIP)
    async for chunk in chunks:
        yield compressor.compress(chunk)
    yield compressor.flush()
