"""Requests that cannot be read, or that are larger than any of ours, get an error of our form, and end."""

import json
import socket
import threading
from contextlib import closing
from http.client import HTTPResponse
from urllib.parse import urlsplit

import pytest

from config.http_protocol import HEADERS_LIMIT, URI_LIMIT
from tests.timeouts import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True)]

_LIVE = "GET /health/live HTTP/1.1\r\nHost: localhost\r\n"


@pytest.fixture
def connect(live_web):
    address = urlsplit(live_web.url)

    def connected():
        return closing(socket.create_connection((address.hostname, address.port), timeout=PATIENCE))

    return connected


def read_response(link):
    response = HTTPResponse(link)
    response.begin()
    return response, response.read()


def query_of(size):
    """Return a request whose address has so many characters."""
    path = "/health/live?q="
    return _LIVE.replace("/health/live", path + "a" * (size - len(path))) + "\r\n"


def headers_of(size):
    """Return a request whose names and values of headers have so many characters."""
    rest = size - len("Host" + "localhost" + "X-Long")
    return f"{_LIVE}X-Long: {'a' * rest}\r\n\r\n"


# proves: S3-51
@pytest.mark.parametrize(
    ("request_text", "status", "code"),
    [
        ("nonsense\r\n\r\n", 400, "malformed_request"),
        ("GET / HTTP/9.9\r\nHost: localhost\r\n\r\n", 400, "malformed_request"),
        (f"{_LIVE}no colon\r\n\r\n", 400, "malformed_request"),
        (f"{_LIVE}Content-Length: -1\r\n\r\n", 400, "malformed_request"),
        (f"{_LIVE}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400, "malformed_request"),
        (query_of(URI_LIMIT + 1), 414, "uri_too_long"),
        (query_of(1_000_000), 414, "uri_too_long"),
        (headers_of(HEADERS_LIMIT + 1), 431, "headers_too_large"),
        (headers_of(1_000_000), 431, "headers_too_large"),
        (_LIVE + "X-Short: a\r\n" * 10_000 + "\r\n", 431, "headers_too_large"),
    ],
    ids=[
        "no request",
        "version",
        "header",
        "length",
        "two lengths",
        "address",
        "long address",
        "headers",
        "a header",
        "many",
    ],
)
def test_a_request_that_cannot_be_read_gets_an_error(connect, request_text, status, code):
    with connect() as link:
        # In another thread, because the response comes before the end of a large request has been sent.
        sender = threading.Thread(target=link.sendall, args=(request_text.encode(),))
        sender.start()
        response, body = read_response(link)
        sender.join()
    error = json.loads(body)["error"]
    assert (response.status, error["code"], response.getheader("Connection")) == (status, code, "close")
    assert error["request_id"] == response.getheader("X-Request-ID")
    assert response.getheader("Content-Type") == "application/json"


@pytest.mark.parametrize("request_text", [query_of(URI_LIMIT), headers_of(HEADERS_LIMIT)], ids=["address", "headers"])
def test_a_request_of_the_largest_size_is_answered(connect, request_text):
    with connect() as link:
        link.sendall(request_text.encode())
        response, _ = read_response(link)
    assert response.status == 200


def test_a_header_that_never_ends_is_refused_before_it_fills_the_memory(connect):
    with connect() as link:
        link.sendall(f"{_LIVE}X-Long: ".encode())
        link.settimeout(0.05)
        sent = 0
        for _ in range(40):
            link.sendall(b"a" * 8_192)
            sent += 8_192
            try:
                start = link.recv(12)
            except TimeoutError:
                continue
            break
        assert start == b"HTTP/1.1 431"
        assert sent <= 2 * (URI_LIMIT + HEADERS_LIMIT)


def test_two_requests_on_one_connection_have_limits_of_their_own(connect):
    with connect() as link:
        for _ in range(3):
            link.sendall(headers_of(HEADERS_LIMIT - 10).encode())
            response, _ = read_response(link)
            assert response.status == 200


def test_a_request_with_garbage_behind_it_is_responded_to(connect):
    with connect() as link:
        link.sendall(f"{_LIVE}\r\nnonsense\r\n\r\n".encode())
        received = b""
        while part := link.recv(65_536):
            received += part
    assert received.startswith(b"HTTP/1.1 200 OK\r\n")
    assert received.count(b"HTTP/1.1") == 1


@pytest.mark.parametrize("chunk", ["3\r\nabc\r\nzz\r\n", "zz\r\n"])
def test_a_body_that_cannot_be_read_gets_an_error(connect, chunk):
    head = "POST /api/v1/auth/login HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    with connect() as link:
        link.sendall((head + chunk).encode())
        response, body = read_response(link)
    assert (response.status, json.loads(body)["error"]["code"]) == (400, "malformed_request")


@pytest.mark.process
def test_a_head_that_does_not_come_is_not_waited_for(processes):
    _, url = processes.web(env={"REQUEST_HEAD_SECONDS": "1"})
    for begin in ("GET /health/li", f"{_LIVE}X-Slow: ", f"{_LIVE}\r\n{_LIVE}"):
        with closing(socket.create_connection((urlsplit(url).hostname, urlsplit(url).port), timeout=PATIENCE)) as link:
            link.sendall(begin.encode())
            if begin.startswith(f"{_LIVE}\r\n"):
                assert read_response(link)[0].status == 200
            response, body = read_response(link)
            assert (response.status, json.loads(body)["error"]["code"]) == (408, "request_timeout")
            assert link.recv(1) == b""
    with closing(socket.create_connection((urlsplit(url).hostname, urlsplit(url).port), timeout=PATIENCE)) as link:
        assert link.recv(1) == b""
