"""Jobs on a real worker with two pool processes: order, killed children, lost messages, cancelling, names."""

import os
import signal
import time

import pytest
from celery import current_app
from django.db import connection

from tasks.models import Job
from tasks.runtime import queue, registry, scheduler
from tasks.runtime.transitions import Dispatch
from tasks.tests.sample_jobs import forget_marks, mark
from tests.jobs.conftest import empty_redis, marks
from tests.timeouts import PATIENCE, in_time, until

pytestmark = pytest.mark.usefixtures("db")


@pytest.fixture
def db(shared_worker):
    """Replace the fixture that rolls back: the worker must see the rows, which stay until the end of the module."""


# proves: S1-1
def test_a_chain_of_three_runs_in_order(user):
    view = user.run("sample.chain")
    assert (view.state, marks()) == ("success", ["first", "second", "third"])
    assert [step.started for step in view.steps] == sorted(step.started for step in view.steps)


def test_a_failed_optional_step_does_not_stop_the_chain(user):
    view = user.run("sample.optional", maybe="fail")
    assert (view.state, [step.state for step in view.steps]) == ("success", ["failed", "success"])


# proves: S0-1 S2-1 S3-G7
def test_a_job_whose_process_is_killed_resumes_at_that_step(user):
    def work() -> float:
        forget_marks()
        start = time.monotonic()
        view = user.run("sample.resume")
        assert (view.state, view.crashes) == ("success", 1)
        assert marks() == ["first", "kill", "kill", "third"]
        return time.monotonic() - start

    in_time(work, limit=10)


# proves: S1-G6
@pytest.mark.full
def test_a_job_that_kills_every_process_fails_at_the_third_crash(user):
    view = user.run("sample.poison")
    assert (view.state, view.reason, view.crashes) == ("failed", "worker_lost", 3)
    assert marks() == ["first", "kill", "kill", "kill"]


# proves: S1-12
def test_a_kind_can_disable_retries_after_a_crash(user):
    view = user.run("sample.once")
    assert (view.state, view.crashes, marks()) == ("failed", 1, ["kill"])


def test_an_optional_step_that_kills_its_process_is_skipped(user):
    view = user.run("sample.optional", maybe="kill")
    assert (view.state, marks()) == ("success", ["maybe", "third"])
    assert [step.state for step in view.steps] == ["skipped", "success"]


# proves: S0-26 S0-30
def test_a_traceback_is_stored_despite_a_broken_connection(user):
    view = user.run("sample.fail", how="poison")
    assert (view.state, view.reason) == ("failed", "error")
    assert "nonsense" in Job.objects.get(pk=view.id).traceback
    assert user.run("sample.chain").state == "success"


def test_long_jobs_do_not_hold_up_short_ones(user):
    """They would take both slots for as long as they want."""
    long = [user.enqueue("sample.long", seconds=2 * PATIENCE) for _ in range(4)]
    until(lambda: marks("wait:"))
    assert {user.run("sample.chain").state for _ in range(5)} == {"success"}
    states = [view.state for view in queue.jobs_by_id(long).values()]
    assert (states.count("running"), states.count("waiting")) == (1, 3)
    mark("enough")
    assert {view.state for view in user.wait_for(*long)} == {"success"}


# proves: S1-14
def test_a_duplicate_message_has_one_effect(user):
    job_id = user.enqueue("sample.sleep", seconds=0.5)
    until(lambda: marks("sleep"))
    dispatch = Dispatch(job_id, Job.objects.get(pk=job_id).fence, "sample.sleep", ())
    scheduler.publish([dispatch, dispatch])
    user.wait_for(job_id)
    scheduler.publish([dispatch])
    user.run("sample.note", word="after")
    assert [mark.partition(":")[0] for mark in marks()] == ["sleep", "after"]


# proves: S1-16
@pytest.mark.full
def test_purging_the_broker_loses_no_job(user):
    jobs = [user.enqueue("sample.sleep", seconds=0.3) for _ in range(8)]
    until(lambda: len(marks("sleep")) >= 2)
    empty_redis()
    views = user.wait_for(*jobs)
    assert {view.state for view in views} == {"success"}
    assert [view.attempts for view in views] == [1] * 8  # the marks of the first ones were deleted, too


# proves: S1-16
@pytest.mark.full
def test_the_purge_command_loses_no_job(user):
    from django.core.management import call_command

    jobs = [user.enqueue("sample.sleep", seconds=0.3) for _ in range(6)]
    until(lambda: len(marks("sleep")) >= 2)
    call_command("purge_broker", verbosity=0)
    assert {view.state for view in user.wait_for(*jobs)} == {"success"}
    assert len(marks("sleep")) == 6


# proves: S2-42 S0-G3
def test_a_running_job_is_cancelled_from_another_process(user):
    job_id = user.enqueue("sample.wait", seconds=30)
    until(lambda: marks("wait"))
    queue.cancel(job_id)
    (view,) = user.wait_for(job_id)
    assert (view.state, view.reason, marks("waited")) == ("cancelled", "cancelled", [])


# proves: S0-8
def test_a_job_that_takes_too_long_fails_with_a_timeout(user):
    view = user.run("sample.short", seconds=30)
    assert (view.state, view.reason, view.error_message) == ("failed", "timeout", "Job cancelled due to timeout")


# proves: S0-34
@pytest.mark.full
def test_no_transaction_is_open_during_a_step(user):
    job_id = user.enqueue("sample.sleep", seconds=2)
    until(lambda: marks("sleep"))
    transactions = []
    for _ in range(3):
        time.sleep(0.2)
        transactions.append(open_transactions())
    assert set.intersection(*transactions) == set()  # transactions of main processes are short
    user.wait_for(job_id)


def open_transactions() -> set[tuple[object, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(
            "select pid, xact_start, left(query, 60) from pg_stat_activity "
            "where datname = current_database() "
            "and application_name like 'cartulary-worker%' and state like 'idle in transaction%'"
        )
        return set(cursor.fetchall())


# proves: S3-53
def test_the_log_of_the_worker_contains_the_request_id(user, shared_worker):
    user.wait_for(user.enqueue("sample.note", request_id="req-from-web"))

    def is_logged(event: str) -> bool:
        lines = shared_worker.output().splitlines()
        return any('"request_id": "req-from-web"' in line and event in line for line in lines)

    until(lambda: is_logged("step.finished") and is_logged("job.finished"))  # shortly after the end of the job


# proves: S1-18
def test_flower_lists_the_steps_by_name(shared_worker):
    (names,) = current_app.control.inspect([shared_worker.name], timeout=PATIENCE).registered().values()
    ours = {step.name for step in registry.all_steps() if "tests" not in step.work.__module__.split(".")}
    assert ours <= set(names)
    assert "documents.ingest_doc" in names


# proves: S0-21 S0-24
def test_a_worker_survives_lost_connections(user):
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and application_name like 'cartulary-worker%'"
        )
    views = user.wait_for(*[user.enqueue("sample.chain") for _ in range(6)])
    assert {view.state for view in views} == {"success"}


# proves: S0-24
@pytest.mark.full
@pytest.mark.parametrize(
    "kind", [pytest.param("sample.sleep", marks=pytest.mark.full), "sample.wait"]
)  # the second reads the database
def test_a_job_survives_lost_connections_without_a_crash(user, kind):
    job_id = user.enqueue(kind, seconds=2)
    until(lambda: Job.objects.get(pk=job_id).step_runs.filter(name=kind, state="running").exists())
    with connection.cursor() as cursor:
        cursor.execute(
            "select pg_terminate_backend(pid) from pg_stat_activity "
            "where datname = current_database() and application_name like 'cartulary-worker%'"
        )
    (view,) = user.wait_for(job_id)
    assert (view.state, view.crashes, view.attempts) == ("success", 0, 2)
    messages = [line.message for line in queue.log_of(job_id)]
    assert "The connection to the database was lost; the job continues." in messages


def test_an_idle_process_that_is_killed_is_replaced(user, shared_worker):
    for pid in shared_worker.children():
        os.kill(pid, signal.SIGKILL)
    assert user.run("sample.chain").state == "success"


@pytest.mark.full
def test_started_jobs_go_first(user):
    views = user.wait_for(*[user.enqueue("sample.naps") for _ in range(6)])
    for view in views:
        gap = view.steps[0].finished, view.steps[1].started
        between = [other for other in views if gap[0] < other.steps[0].started < gap[1]]
        assert len(between) <= 1  # on the other process
