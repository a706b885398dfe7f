"""Requests end while PostgreSQL or Valkey hangs (SIGSTOP); both engines belong to this test alone."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import uuid4

import httpx
import psutil
import pytest
import redis
from celery import current_app

from config.stack.paths import PROJECT
from config.stack.temporary_engines import TEMPLATE, TemporaryEngines, migrated_cluster, temporary_engines
from config.stack.testing import processes
from tasks.runtime import scheduler
from tasks.runtime.transitions import Dispatch
from tests.timeouts import PATIENCE

pytestmark = [pytest.mark.full, pytest.mark.process]

STATEMENT_SECONDS = 2.0
READY_SECONDS = 8.0
# A request waits for the check of its connection, then for a new one (`connect_timeout`).
DATABASE_SECONDS = STATEMENT_SECONDS + 2 + 3 + 10
BROKER_SECONDS = 15.0
REQUESTS = 30
_TOKEN = """
from users.models import User
from users.accounts.token_pairs import access_token_for
print(access_token_for(User.objects.create_user("alice", password="a long passphrase")))
"""


@dataclass(frozen=True)
class Server:
    engines: TemporaryEngines
    client: httpx.Client

    def upload(self, number: int) -> tuple[int, str, float]:
        started = time.monotonic()
        response = self.client.post(
            "/api/v1/documents/upload", files={"file": (f"{number}.txt", f"Document {number}.".encode())}
        )
        return response.status_code, response.headers.get("Retry-After", ""), time.monotonic() - started

    def ready(self) -> tuple[int, list[str], float]:
        started = time.monotonic()
        response = httpx.get(self.client.base_url.join("/health/ready"), timeout=60, trust_env=False)
        failing = response.json().get("error", {}).get("failing", [])
        return response.status_code, failing, time.monotonic() - started


@pytest.fixture(scope="module")
def server(tmp_path_factory) -> Iterator[Server]:
    with temporary_engines(template=migrated_cluster()) as engines:
        env = {**os.environ, **engines.environment(), "DATABASE_URL": engines.cluster.django_url(TEMPLATE)}
        env |= {"DATABASE_STATEMENT_SECONDS": str(STATEMENT_SECONDS), "RATE_LIMITS": "off"}
        argv = [sys.executable, str(PROJECT / "manage.py"), "shell", "--no-imports", "-c", _TOKEN]
        token = subprocess.run(argv, env=env, check=True, capture_output=True, text=True).stdout.strip()
        with processes(environment=env, folder=tmp_path_factory.mktemp("hung"), beats=lambda _: True) as started:
            _, url = started.web()
            headers = {"Authorization": f"Bearer {token}"}
            with httpx.Client(base_url=url, headers=headers, timeout=120, trust_env=False) as client:
                yield Server(engines, client)


@contextmanager
def hung(pid: int) -> Iterator[None]:
    """Stop a process and its children; each process of PostgreSQL serves one connection."""
    main = psutil.Process(pid)
    stopped = [main, *main.children(recursive=True)]
    for each in stopped:
        each.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        for each in stopped:
            each.send_signal(signal.SIGCONT)


def valkey_pid(server: Server) -> int:
    with redis.Redis.from_url(server.engines.valkey.cache_url()) as client:
        return client.info()["process_id"]


def upload_many(server: Server, offset: int) -> list[tuple[int, str, float]]:
    with ThreadPoolExecutor(REQUESTS) as pool:
        return list(pool.map(server.upload, range(offset, offset + REQUESTS)))


def until_ready(server: Server) -> None:
    end = time.monotonic() + PATIENCE
    while server.ready()[0] != 200:
        assert time.monotonic() < end
        time.sleep(0.1)


def test_requests_end_while_the_broker_hangs(server):
    # proves: L9
    assert {status for status, _, _ in upload_many(server, 1_000)} == {201}
    with hung(valkey_pid(server)):
        status, failing, seconds = server.ready()
        assert (status, failing) == (503, ["redis", "broker"])
        assert seconds < READY_SECONDS
        results = upload_many(server, 2_000)
        assert {status for status, _, _ in results} <= {201, 503}
        assert max(seconds for _, _, seconds in results) < BROKER_SECONDS
    until_ready(server)
    assert {status for status, _, _ in upload_many(server, 3_000)} == {201}


@pytest.fixture
def hung_broker(server, monkeypatch) -> Iterator[None]:
    """Publish to the Valkey of this test, which hangs."""
    app = current_app._get_current_object()
    monkeypatch.setenv("CELERY_BROKER_URL", server.engines.valkey.broker_url())  # Celery reads it
    app._pool = app.amqp._producer_pool = None
    with hung(valkey_pid(server)):
        yield
    app._pool = app.amqp._producer_pool = None


def test_publishing_ends_while_the_broker_hangs(hung_broker):
    # proves: L9
    started = time.monotonic()
    with ThreadPoolExecutor(REQUESTS) as pool:  # more than there are producers
        jobs = [Dispatch(uuid4(), 1, "documents.process", ()) for _ in range(REQUESTS)]
        list(pool.map(lambda job: scheduler.publish([job]), jobs))
    assert time.monotonic() - started < BROKER_SECONDS


def test_requests_end_while_the_database_hangs(server):
    # proves: L10 X-20
    assert {status for status, _, _ in upload_many(server, 4_000)} == {201}
    pid = int((server.engines.cluster.data / "postmaster.pid").read_text().split()[0])
    with hung(pid):
        status, failing, seconds = server.ready()
        assert (status, failing) == (503, ["database"])
        assert seconds < READY_SECONDS
        results = upload_many(server, 5_000)
        assert {(status, bool(wait)) for status, wait, _ in results} == {(503, True)}
        assert max(seconds for _, _, seconds in results) < DATABASE_SECONDS
        assert server.ready()[2] < READY_SECONDS
    until_ready(server)
    assert {status for status, _, _ in upload_many(server, 6_000)} == {201}
