"""Answers sent as gzip: one stream from beginning to end, also when they are made while they are sent.

Django's own middleware makes a stream of every piece under ASGI; many readers stop after the first.
"""

import re
import zlib
from collections.abc import AsyncIterator, Callable, Iterator
from functools import wraps
from http import HTTPStatus
from typing import cast

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers

View = Callable[..., HttpResponseBase]
_ACCEPTED = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))")
_LEAST = 200  # bytes: shorter ones do not get shorter
_GZIP = 31  # zlib's name for its largest window with the frame of gzip


def compressed(view: View) -> View:
    """Decorate a view whose answers are text. What answers a range or a condition stays as it is."""

    @wraps(view)
    def answer(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        response = view(request, *args, **kwargs)
        patch_vary_headers(response, ("Accept-Encoding",))
        wanted = _ACCEPTED.search(request.headers.get("Accept-Encoding", ""))
        is_whole = response.status_code == HTTPStatus.OK and request.method == "GET"
        if is_whole and wanted and "Content-Encoding" not in response:
            _compress(response)
        return response

    return answer


def _compress(response: HttpResponseBase) -> None:
    if isinstance(response, StreamingHttpResponse):
        _compress_stream(response)
    elif isinstance(response, HttpResponse) and len(response.content) >= _LEAST:
        packer = zlib.compressobj(wbits=_GZIP)
        response.content = packer.compress(response.content) + packer.flush()
        response["Content-Length"] = str(len(response.content))
    else:
        return
    response["Content-Encoding"] = "gzip"
    response.headers.pop("Accept-Ranges", None)  # ranges count bytes of what is stored
    etag = response.get("ETag", "")
    if etag.startswith('"'):
        response["ETag"] = f"W/{etag}"


def _compress_stream(response: StreamingHttpResponse) -> None:
    pieces = response.streaming_content
    if response.is_async:
        response.streaming_content = _packed_later(cast("AsyncIterator[bytes]", pieces))
    else:
        response.streaming_content = _packed(cast("Iterator[bytes]", pieces))
    response.headers.pop("Content-Length", None)


def _packed(pieces: Iterator[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(wbits=_GZIP)
    for piece in pieces:
        yield packer.compress(piece)
    yield packer.flush()


async def _packed_later(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    packer = zlib.compressobj(wbits=_GZIP)
    async for piece in pieces:
        yield packer.compress(piece)
    yield packer.flush()
