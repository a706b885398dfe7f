"""Compressed responses: text only, and streams as one gzip member."""

import asyncio
import zlib

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from core.api.compression import CompressionMiddleware

CHUNKS = [b"a" * 300_000, b"b" * 300_000]


def respond(response, *, accepts="gzip", method="get"):
    request = getattr(RequestFactory(), method)("/", headers={"Accept-Encoding": accepts})
    return CompressionMiddleware(lambda _: response)(request)


def first_stream(data: bytes) -> bytes:
    """Decompress the first gzip member only, as many clients do."""
    return zlib.decompressobj(wbits=31).decompress(data)


async def async_chunks():
    for chunk in CHUNKS:
        yield chunk


async def read_all(response) -> bytes:
    return b"".join([chunk async for chunk in response.streaming_content])


def test_an_async_stream_is_one_gzip_member():
    sent = asyncio.run(read_all(respond(StreamingHttpResponse(async_chunks()))))
    assert first_stream(sent) == b"".join(CHUNKS)


def test_a_sync_stream_is_one_gzip_member():
    sent = b"".join(respond(StreamingHttpResponse(iter(CHUNKS))).streaming_content)
    assert first_stream(sent) == b"".join(CHUNKS)


def test_a_buffered_response_has_its_compressed_length():
    response = respond(HttpResponse(CHUNKS[0], headers={"ETag": '"1"'}))
    assert first_stream(response.content) == CHUNKS[0]
    assert response["Content-Length"] == str(len(response.content))
    assert response["ETag"] == 'W/"1"'


@pytest.mark.parametrize(
    ("status", "accepts", "method"),
    [
        (206, "gzip", "get"),
        (304, "gzip", "get"),
        (200, "identity", "get"),
        (200, "gzip;q=0", "get"),
        (200, "gzip", "head"),
    ],
    ids=["partial content", "not modified", "not accepted", "refused", "HEAD"],
)
def test_other_responses_are_not_compressed(status, accepts, method):
    response = respond(HttpResponse(CHUNKS[0], status=status), accepts=accepts, method=method)
    assert "Content-Encoding" not in response
    assert "Accept-Encoding" in response["Vary"]
