"""Clients that leave: nothing of them stays behind in the server."""

import signal
import socket
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.db import connection

from tests.events.conftest import cookies_of
from tests.jobs.conftest import until
from tests.timeouts import PATIENCE


def open_stream(url, cookies):
    """Ask for a stream and read until it has begun."""
    parts = urlsplit(url)
    line = socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE)
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    line.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: {parts.netloc}\r\nCookie: {cookie}\r\n\r\n".encode())
    received = b""
    while b"event: ready" not in received:
        received += line.recv(4096) or pytest.fail("the stream did not begin")
    return line


def held_by(process):
    """Open files and threads of a process."""
    folder = Path(f"/proc/{process.pid}")
    return len(list((folder / "fd").iterdir())), len(list((folder / "task").iterdir()))


def web_connections():
    with connection.cursor() as cursor:
        cursor.execute(
            "select count(*) from pg_stat_activity "
            "where application_name = 'cartulary-web' and datname = current_database()"
        )
        return cursor.fetchone()[0]


def come_and_go(url, owner, *, times, together):
    cookies = cookies_of(owner)
    for _ in range(times // together):
        lines = [open_stream(url, cookies) for _ in range(together)]
        for line in lines:
            line.close()


# proves: S3-42
@pytest.mark.parametrize("times", [40, pytest.param(1_000, marks=pytest.mark.long)])
def test_nothing_is_left_of_clients_that_went_away(web_process, owner, times):
    open_stream(web_process[1], cookies_of(owner)).close()
    time.sleep(1)
    files, _ = held_by(web_process[0])
    connections = web_connections()
    come_and_go(web_process[1], owner, times=times, together=20)
    until(lambda: held_by(web_process[0])[0] <= files + 2)
    until(lambda: web_connections() <= connections)


# proves: S3-G4
def test_a_stream_costs_neither_thread_nor_database_connection(web_process, owner):
    cookies = cookies_of(owner)
    one = open_stream(web_process[1], cookies)
    time.sleep(0.5)
    _, threads = held_by(web_process[0])
    connections = web_connections()
    lines = [open_stream(web_process[1], cookies) for _ in range(30)]
    time.sleep(0.5)
    assert held_by(web_process[0])[1] - threads < 10
    assert web_connections() - connections < 5
    for line in (one, *lines):
        line.close()


def test_the_server_stops_though_somebody_listens(shared_processes, owner):
    process, url = shared_processes.web()
    line = open_stream(url, cookies_of(owner))
    began = time.monotonic()
    process.signal(signal.SIGTERM)
    process.popen.wait(PATIENCE)
    assert time.monotonic() - began < PATIENCE / 2
    line.close()
