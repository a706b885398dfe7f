"""Answers sent as gzip: one stream that every reader can read to its end."""

import asyncio
import zlib

import pytest
from django.http import HttpResponse, StreamingHttpResponse
from django.test import RequestFactory

from core.api.compression import compressed

PIECES = [b"a" * 300_000, b"b" * 300_000]


def answer(response, *, accepts="gzip", method="get"):
    request = getattr(RequestFactory(), method)("/", headers={"Accept-Encoding": accepts})
    return compressed(lambda _: response)(request)


def first_stream(data: bytes) -> bytes:
    """What readers get that stop where the first stream ends."""
    return zlib.decompressobj(wbits=31).decompress(data)


async def later():
    for piece in PIECES:
        yield piece


async def gathered(response) -> bytes:
    return b"".join([piece async for piece in response.streaming_content])


def test_pieces_sent_from_an_event_loop_are_one_stream():
    sent = asyncio.run(gathered(answer(StreamingHttpResponse(later()))))
    assert first_stream(sent) == b"".join(PIECES)


def test_pieces_sent_from_a_thread_are_one_stream():
    sent = b"".join(answer(StreamingHttpResponse(iter(PIECES))).streaming_content)
    assert first_stream(sent) == b"".join(PIECES)


def test_a_whole_answer_is_told_by_its_new_length():
    response = answer(HttpResponse(PIECES[0], headers={"ETag": '"1"'}))
    assert first_stream(response.content) == PIECES[0]
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
    ids=["a range", "nothing new", "not asked for", "refused", "no body"],
)
def test_other_answers_stay_as_they_are(status, accepts, method):
    response = answer(HttpResponse(PIECES[0], status=status), accepts=accepts, method=method)
    assert "Content-Encoding" not in response
    assert "Accept-Encoding" in response["Vary"]
