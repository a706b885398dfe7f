"""One web server and one worker for many tests, suspended between two tests while all data is deleted.

Starting them takes longer than most tests. Nothing of a test is left for the next: jobs have ended, no transaction is
open when the processes are suspended, then tables, files, broker and cache are emptied.
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import redis
from django.conf import settings
from django.db import connection
from pytest_django.fixtures import Settings

from config.stack.run_config import free_port
from config.stack.testing import Process, processes
from core.errors import DomainError
from tasks.models import Job
from tasks.runtime import queue
from tasks.runtime.worker_monitor import beats
from tasks.states import ENDED
from tests.timeouts import PATIENCE

_RESTART_SECONDS = 30.0  # after which it is faster to start again

_BUSY = """select count(*) from pg_stat_activity
where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveStack:
    """A web server and a worker that use the test's database. A remote analyzer and a model may be at its ports."""

    url: str
    analyzer_port: int
    model_port: int
    web: Process
    worker: Process


class SharedStack:
    """Resumes for a test and is suspended after it; it is started again if that fails."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self._logs = folder / "processes"
        self._running = ExitStack()
        self._stack: LiveStack | None = None
        self._analyzer_port, self._model_port = free_port(0), free_port(0)
        for each in (self.data, self._logs):
            each.mkdir()

    def resume(self, test_settings: Settings, *, with_worker: bool = True) -> LiveStack:
        """Resume; the test and the processes store files in the same folder. Without the worker, no job is run."""
        test_settings.DATA_DIR = self.data
        blobs = {"location": str(self.data / "blobs"), "allow_overwrite": True}
        storages = test_settings.STORAGES
        test_settings.STORAGES = storages | {"default": {**storages["default"], "OPTIONS": blobs}}
        if self._stack is None:
            self._stack = self._start()
            _until(self._suspend)
        stack = self._stack
        _signal(signal.SIGCONT, stack.web)
        if with_worker:
            _signal(signal.SIGCONT, stack.worker)
            _until(lambda: _is_beating(stack.worker.name))
        return stack

    def rest(self) -> None:
        """End all jobs, suspend the processes, delete files and the contents of broker and cache."""
        if self._stack is None:
            return
        try:
            _cancel_jobs()
            _signal(signal.SIGCONT, self._stack.web, self._stack.worker)
            _until(_have_jobs_ended, seconds=_RESTART_SECONDS)
            _until(self._suspend)
        except AssertionError:
            self.close()
        for file in self.data.rglob("*"):
            if file.is_file():
                file.unlink()
        redis.Redis.from_url(settings.CACHES["default"]["LOCATION"]).flushdb()

    def close(self) -> None:
        """Kill the processes, also suspended ones."""
        self._running.close()
        self._stack = None

    def _start(self) -> LiveStack:
        started = self._running.enter_context(
            processes(environment=self._environment(), folder=self._logs, beats=_is_beating)
        )
        worker = started.worker(wait=False)
        web, url = started.web()
        worker.wait_ready()
        return LiveStack(
            url=url, analyzer_port=self._analyzer_port, model_port=self._model_port, web=web, worker=worker
        )

    def _environment(self) -> dict[str, str]:
        database = settings.DATABASES["default"]
        return {
            **os.environ,
            "DATABASE_URL": f"postgres://{database['USER']}@/{database['HOST']}/{database['NAME']}",
            "DATA_DIR": str(self.data),
            "EMAIL_URL": f"filemail:///{self.data}/mail",
            "ANALYZER_ALLOWED_HOSTS": f"*,127.0.0.1:{self._analyzer_port}",
            "LLM_ALLOWED_HOSTS": f"127.0.0.1:{self._model_port}",
        }

    def _suspend(self) -> bool:
        """Suspend both while they run no statement, so that they hold no lock; else let them go on."""
        assert self._stack is not None
        _signal(signal.SIGSTOP, self._stack.web, self._stack.worker)
        # A statement that was on its way is visible to one of the next looks.
        if not any(_count_busy() or time.sleep(0.02) for _ in range(3)):
            return True
        _signal(signal.SIGCONT, self._stack.web, self._stack.worker)
        return False


@contextmanager
def shared_stack(folder: Path) -> Iterator[SharedStack]:
    """Return a stack that is started by the first test that needs it."""
    stack = SharedStack(folder)
    try:
        yield stack
    finally:
        stack.close()


def _signal(sig: signal.Signals, *each: Process) -> None:
    for process in each:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, sig)


def _cancel_jobs() -> bool:
    active = list(Job.objects.exclude(state__in=ENDED).values_list("pk", flat=True))
    for job_id in active:
        with suppress(DomainError):  # it has ended meanwhile
            queue.cancel(job_id)
    return not active


def _have_jobs_ended() -> bool:
    """Cancel again, because a job that ends may start another one."""
    return _cancel_jobs() and not Job.objects.filter(inflight=True).exists()


def _is_beating(node: str) -> bool:
    return any(name == node and not is_stopping for name, _, _, is_stopping in beats())


def _count_busy() -> int:
    with connection.cursor() as cursor:
        cursor.execute(_BUSY)
        return int(cursor.fetchone()[0])


def _until(condition, *, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)
