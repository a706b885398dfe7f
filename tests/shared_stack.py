"""One web server and one worker for many tests. Between two tests they stand still while everything is emptied.

Starting them costs more than most tests. Nothing of one test is left for the next: jobs have ended, no transaction is
open when the processes stop, then the tables are emptied as after any test, and files and the cache with them.
"""

import os
import signal
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import redis
from django.conf import settings
from django.db import connection
from pytest_django.fixtures import Settings

from config.stack.testing import LiveStack, Process, processes
from core.errors import DomainError
from tasks.models import Job
from tasks.runtime import queue
from tasks.runtime.worker_monitor import beats
from tasks.states import ENDED
from tests.timeouts import PATIENCE

TIRED = 30.0  # seconds after which it is easier to start anew

OPEN = """select count(*) from pg_stat_activity
where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid() and state <> 'idle'
"""


class SharedStack:
    """Goes on for a test and rests after it; one that cannot be brought to rest is started anew."""

    def __init__(self, folder: Path) -> None:
        self.data = folder / "data"
        self._logs = folder / "processes"
        self._running = ExitStack()
        self._stack: LiveStack | None = None
        for each in (self.data, self._logs):
            each.mkdir()

    def serve(self, chosen: Settings) -> LiveStack:
        """Go on, until the worker beats; the test and the processes have their files in the same place."""
        chosen.DATA_DIR = self.data
        blobs = {"location": str(self.data / "blobs"), "allow_overwrite": True}
        chosen.STORAGES = chosen.STORAGES | {"default": {**chosen.STORAGES["default"], "OPTIONS": blobs}}
        stack = self._stack = self._stack or self._start()
        self._signal(signal.SIGCONT)
        _until(lambda: _is_beating(stack.worker.name))
        return stack

    def rest(self) -> None:
        """End what is under way, stop, and forget all but the tables."""
        try:
            _until(_have_jobs_ended, seconds=TIRED)
            _until(self._stands_still)
        except AssertionError:
            self.close()
        for file in self.data.rglob("*"):
            if file.is_file():
                file.unlink()
        redis.Redis.from_url(settings.CACHES["default"]["LOCATION"]).flushdb()

    def close(self) -> None:
        self._running.close()  # kills what stands still, too
        self._stack = None

    def _start(self) -> LiveStack:
        started = self._running.enter_context(
            processes(environment=self._environment(), folder=self._logs, beats=_is_beating)
        )
        worker = started.worker(wait=False)
        web, url = started.web()
        worker.wait_ready()
        return LiveStack(url=url, web=web, worker=worker)

    def _environment(self) -> dict[str, str]:
        database = settings.DATABASES["default"]
        return {
            **os.environ,
            "DATABASE_URL": f"postgres://{database['USER']}@/{database['HOST']}/{database['NAME']}",
            "DATA_DIR": str(self.data),
            "EMAIL_URL": f"filemail:///{self.data}/mail",
        }

    def _processes(self) -> list[Process]:
        return [self._stack.web, self._stack.worker] if self._stack else []

    def _signal(self, sig: signal.Signals) -> None:
        for process in self._processes():
            with suppress(ProcessLookupError):
                os.killpg(process.pid, sig)

    def _stands_still(self) -> bool:
        """Only where nobody holds a lock; what was on its way to the database has come there by the second look."""
        self._signal(signal.SIGSTOP)
        if not any(_count_open() or time.sleep(0.02) for _ in range(3)):
            return True
        self._signal(signal.SIGCONT)
        return False


@contextmanager
def shared_stack(folder: Path) -> Iterator[SharedStack]:
    """A stack that starts with the first test that needs it."""
    stack = SharedStack(folder)
    try:
        yield stack
    finally:
        stack.close()


def _have_jobs_ended() -> bool:
    """Asks all that are under way to end; what ends may have begun something else."""
    active = list(Job.objects.exclude(state__in=ENDED).values_list("pk", flat=True))
    for job_id in active:
        with suppress(DomainError):  # it has ended meanwhile
            queue.cancel(job_id)
    return not active and not Job.objects.filter(inflight=True).exists()


def _is_beating(node: str) -> bool:
    return any(name == node and not is_stopping for name, _, _, is_stopping in beats())


def _count_open() -> int:
    with connection.cursor() as cursor:
        cursor.execute(OPEN)
        return int(cursor.fetchone()[0])


def _until(true, *, seconds: float = PATIENCE) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not happen in time"
        time.sleep(0.02)
