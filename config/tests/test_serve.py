"""A web server that is asked to end responds to every request that reached it, and accepts no other."""

import errno
import os
import signal
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import pytest

from tests.timeouts import PATIENCE, until

# It is refused without a query: it has no token against forged requests.
_REQUEST = b"POST /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n{}"

pytestmark = [pytest.mark.process, pytest.mark.full, pytest.mark.django_db(transaction=True)]


def send_request(url, content=_REQUEST):
    """Connect, and send a request at once, as a proxy does."""
    link = socket.create_connection((urlsplit(url).hostname, urlsplit(url).port), timeout=PATIENCE)
    link.sendall(content)
    return link


def is_refused(url):
    with socket.socket() as link:
        return link.connect_ex((urlsplit(url).hostname, urlsplit(url).port)) == errno.ECONNREFUSED


def status_of(link):
    """Return the first line of a response; empty if the connection was closed without one."""
    try:
        with link, link.makefile("rb") as file:
            return file.readline().decode().strip()
    except ConnectionResetError:
        return ""


@contextmanager
def stopped(process) -> Iterator[None]:
    """Let a program and its children do nothing during the block, as on a machine that is busy with something else."""
    pids = [process.pid, *process.children()]
    for pid in pids:
        os.kill(pid, signal.SIGSTOP)
    try:
        yield
    finally:
        for pid in pids:
            os.kill(pid, signal.SIGCONT)


@pytest.mark.parametrize("workers", [1, 2])
def test_requests_that_wait_to_be_accepted_are_responded_to(processes, workers):
    server, url = processes.web(workers=workers)
    with stopped(server):
        links = [send_request(url) for _ in range(20)]
        server.signal(signal.SIGTERM)
    assert {status_of(link) for link in links} == {"HTTP/1.1 403 Forbidden"}
    assert server.popen.wait(PATIENCE) in (0, -signal.SIGTERM)


@pytest.mark.parametrize("workers", [1, 2])
def test_connections_are_refused_while_a_request_is_read_and_responded_to(processes, workers):
    server, url = processes.web(workers=workers)
    link = send_request(url, _REQUEST[:-1])
    server.signal(signal.SIGTERM)
    until(lambda: is_refused(url))
    link.sendall(_REQUEST[-1:])
    assert status_of(link) == "HTTP/1.1 403 Forbidden"
    assert server.popen.wait(PATIENCE) in (0, -signal.SIGTERM)
