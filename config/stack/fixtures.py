"""Pytest fixtures around real processes: `processes`, `celery_worker`, `live_stack`, `browser_program`.

They need committed rows, so they bring `transactional_db`; they see the test's own database, broker and folder.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
import redis
from pytest_django.fixtures import Settings

from config.stack.browser import Browser, find_or_install
from config.stack.layout import Layout
from config.stack.processes import Process, Processes
from config.stack.processes import processes as run_processes


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveStack:
    """A web server and a worker against the test's database."""

    url: str
    web: Process
    worker: Process


@pytest.fixture
def process_environment(transactional_db: None, settings: Settings) -> dict[str, str]:
    """The environment of programs that shall see what this test sees."""
    database = settings.DATABASES["default"]
    return {
        **os.environ,
        "DATABASE_URL": f"postgres://{database['USER']}@/{database['HOST']}/{database['NAME']}",
        "DATA_DIR": str(settings.DATA_DIR),
        "SECRET_KEY": settings.SECRET_KEY,
        "JWT_SECRET": settings.JWT_SECRET,
        "EMAIL_URL": f"filemail:///{settings.DATA_DIR}/mail",
    }


@pytest.fixture
def processes(process_environment: dict[str, str], tmp_path: Path) -> Iterator[Processes]:
    """Start workers and web servers; the broker and the cache are empty at the beginning."""
    for name in ("CELERY_BROKER_URL", "REDIS_URL"):
        _client(process_environment[name]).flushdb()
    folder = tmp_path / "processes"
    folder.mkdir()
    with run_processes(environment=process_environment, folder=folder, beats=_beats) as started:
        yield started


@pytest.fixture
def celery_worker(processes: Processes) -> Process:
    """One real worker with two pool processes."""
    return processes.worker()


@pytest.fixture
def live_stack(processes: Processes) -> LiveStack:
    """A web server and a worker, both ready."""
    worker = processes.worker(wait=False)
    web, url = processes.web()
    worker.wait_ready()
    return LiveStack(url=url, web=web, worker=worker)


@pytest.fixture(scope="session")
def browser_program() -> Browser:
    """The system's Chromium, else the one from the registry; `launch(executable_path=…, args=…, env=…)` takes it."""
    return find_or_install(Layout.from_environment())


def _beats(node: str) -> bool:
    from tasks.runtime import worker_monitor  # noqa: PLC0415 - this module is loaded before Django is set up

    return any(name == node and not is_stopping for name, _, _, is_stopping in worker_monitor.beats())


def _client(url: str) -> redis.Redis:
    """Celery's form of a socket's address names the number differently."""
    return redis.Redis.from_url(url.replace("redis+socket://", "unix://").replace("virtual_host=", "db="))
