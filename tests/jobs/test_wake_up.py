"""No polling: idle processes sleep, new jobs wake them, and due retries and timeouts are handled in time."""

import time
from pathlib import Path
from statistics import median

import pytest

from core.db.ids import uuid7
from tasks.models import Job, JobLog, StepRun
from tasks.runtime import queue
from tasks.tests.sample_jobs import forget_marks
from tests.jobs.conftest import marks, start_worker
from tests.timeouts import in_time

pytestmark = pytest.mark.usefixtures("db")

SOON = 0.35


@pytest.fixture(scope="module")
def two_workers(shared_processes):
    """Start two workers with one slot each."""
    workers = [start_worker(shared_processes, slots=1, wait=False) for _ in range(2)]
    for worker in workers:
        worker.wait_ready()
    return workers


@pytest.fixture
def db(two_workers):
    """Replace the fixture that rolls back: the workers must see the rows."""


def cpu_ticks(pid: int) -> int:
    """Return the processor time of a process in hundredths of a second."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])


# proves: S2-29
@pytest.mark.full
def test_enqueueing_wakes_idle_executors(user, two_workers):
    def wait() -> float:
        waits = []
        for _ in range(5):
            jobs = user.wait_for(*[user.enqueue("sample.nap_in_two") for _ in range(2)])
            waits.append(max(view.started - view.submitted for view in jobs))
        return median(waits).total_seconds()

    in_time(wait, limit=SOON)  # one started on each worker at once
    children = [pid for worker in two_workers for pid in worker.children()]

    def ticks_of_two_seconds() -> int:
        before = sum(map(cpu_ticks, children))
        time.sleep(2)
        return sum(map(cpu_ticks, children)) - before

    in_time(ticks_of_two_seconds, limit=3)


# proves: S2-30
@pytest.mark.full
def test_a_job_without_message_is_found(user):
    def wait() -> float:
        job = Job.objects.create(id=uuid7(), kind="sample.note", tenant=user.user.tenant, owner=user.user)
        (view,) = user.wait_for(job.pk)
        assert view.state == "success"
        return (view.started - view.submitted).total_seconds()

    in_time(wait, limit=2.5)


# proves: S2-G3 S0-G7
@pytest.mark.full
def test_a_retry_begins_when_it_is_due(user):
    def delay() -> float:
        forget_marks()
        jobs = [user.run("sample.fail", how="user").id for _ in range(3)]
        for job_id, seconds in zip(jobs, (1.15, 1.6, 2.25), strict=True):
            queue.retry(job_id, seconds=seconds)
        due = dict(Job.objects.filter(pk__in=jobs).values_list("pk", "run_at"))
        user.wait_for(*jobs)
        started = dict(StepRun.objects.filter(job__in=jobs).values_list("job_id", "started"))
        assert len(marks("try")) == 6
        return median(started[job_id] - due[job_id] for job_id in jobs).total_seconds()

    in_time(delay, limit=SOON)


# proves: S0-G7 S0-2
@pytest.mark.full
def test_a_timeout_is_detected_at_the_deadline(user):
    def delay() -> float:
        view = user.run("sample.hang_briefly", how="sleep")
        logged = JobLog.objects.filter(job=view.id).earliest("id").at
        return (logged - view.started).total_seconds() - 1

    in_time(delay, limit=SOON)
