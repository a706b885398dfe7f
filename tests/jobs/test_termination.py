"""Termination of steps by request, signal and SIGKILL: in Python, in C, in a query, with child processes (T-8)."""

import time

import pytest
from django.db import connection

from tasks import database
from tasks.models import Job
from tasks.runtime import queue
from tasks.tests.sample_jobs import forget_marks
from tests.jobs.conftest import marks, start_worker
from tests.processes import is_alive
from tests.timeouts import in_time, until

pytestmark = pytest.mark.usefixtures("db")

HANGS = ["sleep", "c"]  # one ends by the signal, the other one by SIGKILL
OTHER_HANGS = ["cooperative", "deaf", "family", "transaction", "query"]
GRACE = 5.0


@pytest.fixture(scope="module")
def single_worker(shared_processes):
    """Start a worker with one slot: a job after a hanging one runs only when the slot is free again."""
    return start_worker(shared_processes, slots=1)


@pytest.fixture
def db(single_worker):
    """Replace the fixture that rolls back: the worker must see the rows."""


def processes_of_the_job() -> list[str]:
    return [mark.partition(":")[2] for mark in marks("hang") + marks("child")]


# proves: S0-2 S0-4 S0-8 S0-10 S0-G2 S2-G7 DD-10 T-8
@pytest.mark.parametrize("how", [*HANGS, *(pytest.param(how, marks=pytest.mark.full) for how in OTHER_HANGS)])
def test_a_timed_out_job_ends_within_five_seconds_and_frees_its_slot(user, how):
    def hang() -> float:
        forget_marks()
        job_id, after = user.enqueue("sample.hang_briefly", how=how), user.enqueue("sample.note", word="after")
        (view,) = user.wait_for(job_id)
        assert (view.state, view.reason, view.error_message) == ("failed", "timeout", "Job cancelled due to timeout")
        assert (view.attempts, view.crashes) == (1, 0)
        assert user.wait_for(after)[0].state == "success"
        until(lambda: not any(map(is_alive, processes_of_the_job()[1:])))
        return (view.finished - view.started).total_seconds()

    in_time(hang, limit=1 + GRACE)


# proves: S0-9 S0-10 S0-G3 S2-42
@pytest.mark.parametrize("how", [pytest.param("sleep", marks=pytest.mark.full), "c"])
def test_a_cancelled_job_ends_within_five_seconds_and_frees_its_slot(user, how):
    def cancel() -> float:
        forget_marks()
        job_id, after = user.enqueue("sample.hang", how=how), user.enqueue("sample.note", word="after")
        until(lambda: marks("hang"))
        requested = time.monotonic()
        queue.cancel(job_id)
        (view,) = user.wait_for(job_id)
        seconds = time.monotonic() - requested
        assert (view.state, view.reason, view.crashes) == ("cancelled", "cancelled", 0)
        assert user.wait_for(after)[0].state == "success"
        return seconds

    in_time(cancel, limit=GRACE + 0.5)


# proves: S0-G2 X-15
@pytest.mark.full
def test_only_the_child_that_holds_the_job_is_killed(shared_processes, user, single_worker):
    start_worker(shared_processes, slots=2)
    jobs = [user.enqueue("sample.wait", seconds=5) for _ in range(2)]
    until(lambda: len(marks("wait:")) == 2)
    user.run("sample.hang_briefly", how="c")
    assert {(view.state, view.crashes) for view in user.wait_for(*jobs)} == {("success", 0)}
    assert set(Job.objects.filter(pk__in=jobs).values_list("attempts", flat=True)) == {1}


# proves: S2-G7
def test_a_process_whose_job_another_worker_took_over_frees_its_slot(user):
    """As after a network failure of its worker only. It runs C code, so that it never learns of that."""
    job = Job.objects.get(pk=user.enqueue("sample.hang", how="c"))
    until(lambda: marks("hang"))
    job.refresh_from_db()
    database.call(connection, "tasks_take_over", job.pk, job.fence, job.holder, "crash")
    queue.cancel(job.pk)
    assert user.run("sample.note", word="after").state == "success"


# proves: S0-2 S2-35
@pytest.mark.full
def test_the_log_contains_the_request_to_stop(user):
    view = user.run("sample.hang_briefly", how="sleep")
    lines = [line.message for line in queue.log_of(view.id)]
    assert lines == ["This job has exceeded its time limit and was asked to stop."]
