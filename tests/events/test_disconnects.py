"""Disconnecting clients release all resources of the server."""

import signal
import socket
import time
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.db import connection

from tests.events.conftest import cookies_of
from tests.timeouts import PATIENCE, until


def open_stream(url, cookies):
    """Open a stream and read until it is ready."""
    parts = urlsplit(url)
    connection_ = socket.create_connection((parts.hostname, parts.port), timeout=PATIENCE)
    cookie = "; ".join(f"{name}={value}" for name, value in cookies.items())
    connection_.sendall(f"GET /api/v1/events HTTP/1.1\r\nHost: {parts.netloc}\r\nCookie: {cookie}\r\n\r\n".encode())
    received = b""
    while b"event: ready" not in received:
        received += connection_.recv(4096) or pytest.fail("the stream did not begin")
    return connection_


def resources_of(process):
    """Return the numbers of open files and threads of a process."""
    folder = Path(f"/proc/{process.pid}")
    return len(list((folder / "fd").iterdir())), len(list((folder / "task").iterdir()))


def web_connections():
    with connection.cursor() as cursor:
        cursor.execute(
            "select count(*) from pg_stat_activity "
            "where application_name = 'cartulary-web' and datname = current_database()"
        )
        return cursor.fetchone()[0]


def connect_and_disconnect(url, owner, *, times, together):
    cookies = cookies_of(owner)
    for _ in range(times // together):
        connections_ = [open_stream(url, cookies) for _ in range(together)]
        for connection_ in connections_:
            connection_.close()


# proves: S3-42
@pytest.mark.parametrize("times", [40, pytest.param(1_000, marks=pytest.mark.long)])
def test_disconnected_clients_leave_no_resources(web_process, owner, times):
    open_stream(web_process[1], cookies_of(owner)).close()
    time.sleep(1)
    files, _ = resources_of(web_process[0])
    connections = web_connections()
    connect_and_disconnect(web_process[1], owner, times=times, together=20)
    until(lambda: resources_of(web_process[0])[0] <= files + 2)
    until(lambda: web_connections() < connections + 5)  # the pool keeps what it has opened


# proves: S3-G4
def test_a_stream_costs_neither_thread_nor_database_connection(web_process, owner):
    cookies = cookies_of(owner)
    one = open_stream(web_process[1], cookies)
    time.sleep(0.5)
    _, threads = resources_of(web_process[0])
    connections = web_connections()
    connections_ = [open_stream(web_process[1], cookies) for _ in range(30)]
    until(lambda: resources_of(web_process[0])[1] - threads < 10 and web_connections() - connections < 5)
    for connection_ in (one, *connections_):
        connection_.close()


@pytest.mark.full
def test_streams_end_at_once_when_the_server_stops(shared_processes, owner):
    process, url = shared_processes.web()
    connection_ = open_stream(url, cookies_of(owner))
    process.signal(signal.SIGTERM)
    with connection_, connection_.makefile("rb") as file:
        assert file.read().endswith(b"0\r\n\r\n")  # the end of a whole response, not of a lost connection
    process.popen.wait(PATIENCE)
