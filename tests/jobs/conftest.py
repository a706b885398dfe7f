"""Real Celery workers with the kinds of the tests; rows are committed, marks are in Redis."""

import os
from collections.abc import Iterator
from typing import Any
from uuid import UUID, uuid4

import pytest
import redis
from django.conf import settings
from django.db import connection

from config.stack.testing import Process, Processes
from config.stack.testing import processes as run_processes
from tasks.runtime import queue
from tasks.runtime.job_views import JobView
from tasks.runtime.worker_monitor import beats
from tasks.tests import sample_jobs
from tests.database import delete_all_rows
from tests.jobs.racing import deadlocks
from tests.timeouts import PATIENCE, until
from users.models import User

QUICK = {"CELERY_SKIP_CHECKS": "1"}
STEPS = ("--include", "tasks.tests.worker_steps")


def start_worker(processes: Processes, *, slots: int = 2, wait: bool = True) -> Process:
    """Start a worker that has the kinds of the tests; it is ready after its first heartbeat."""
    return processes.worker(processes=slots, arguments=STEPS, env=QUICK, wait=wait)


def is_beating(node: str) -> bool:
    return any(name == node and not is_stopping for name, _, _, is_stopping in beats())


def broker() -> redis.Redis:
    url = settings.CELERY_BROKER_URL.replace("redis+socket://", "unix://").replace("virtual_host=", "db=")
    return redis.Redis.from_url(url)


def cache() -> redis.Redis:
    return redis.Redis.from_url(settings.CACHES["default"]["LOCATION"])


def empty_redis() -> None:
    """Delete the databases of this test process; others share the server."""
    broker().flushdb()
    cache().flushdb()


class JobOwner:
    """A user who enqueues jobs and waits for them."""

    def __init__(self) -> None:
        self.user = User.objects.create_user(f"user-{uuid4()}")

    def enqueue(self, kind: str, /, *, request_id: str = "", **args: Any) -> UUID:
        tenant_id = self.user.tenant_id
        return queue.enqueue(kind, args=args, tenant_id=tenant_id, owner_id=self.user.pk, request_id=request_id)

    def wait_for(self, *job_ids: UUID, seconds: float = PATIENCE) -> list[JobView]:
        """Wait until these jobs have ended."""
        until(lambda: all(view.is_finished for view in queue.jobs_by_id(job_ids).values()), seconds=seconds)
        views = queue.jobs_by_id(job_ids)
        return [views[job_id] for job_id in job_ids]

    def run(self, kind: str, /, **args: Any) -> JobView:
        return self.wait_for(self.enqueue(kind, **args))[0]


def marks(prefix: str = "") -> list[str]:
    return [mark for mark in sample_jobs.marks() if mark.startswith(prefix)]


@pytest.fixture
def user(request) -> JobOwner:
    """Create a user who owns jobs, in committed rows: request `shared_worker` or `processes` before it."""
    sample_jobs.forget_marks()
    return JobOwner()


@pytest.fixture(scope="module")
def shared_processes(django_db_setup, django_db_blocker, tmp_path_factory) -> Iterator[Processes]:
    """Yield processes for all tests of a module, and delete their rows at its end."""
    database = settings.DATABASES["default"]
    url = f"postgres://{database['USER']}@/{database['HOST']}/{database['NAME']}"
    broker().flushdb()
    with django_db_blocker.unblock():
        environment = {**os.environ, "DATABASE_URL": url}
        folder = tmp_path_factory.mktemp("worker")
        with run_processes(environment=environment, folder=folder, beats=is_beating) as processes:
            yield processes
        delete_all_rows()
        connection.close()


@pytest.fixture(scope="module")
def shared_worker(shared_processes: Processes) -> Process:
    """Start a worker with two slots for all tests of a module."""
    return start_worker(shared_processes)


@pytest.fixture
def no_deadlock(transactional_db: None) -> Iterator[None]:
    """Check that PostgreSQL counts no deadlock: a retry after one would hide it."""
    before = deadlocks()
    yield
    assert deadlocks() == before
