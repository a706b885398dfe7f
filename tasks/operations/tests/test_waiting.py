"""The reason why a job waits."""

import pytest

from tasks import database
from tasks.models import Job, TenantQueue, WorkerBeat
from tasks.operations import wait_reasons
from tasks.runtime import queue
from tasks.runtime.transitions import dispatch, reconcile
from tasks.states import Priority
from tasks.testing import run_jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def worker(db):
    """Create the row of a living worker, with its lock."""
    line = database.new_connection()
    key = database.random_key()
    assert database.try_lock(line, database.WORKER_LOCKS, key)
    yield WorkerBeat.objects.create(key=key, name="w", slots=1)
    line.close()


def reasons(*job_ids):
    reason_of = wait_reasons.wait_reasons(queue.jobs_by_id(job_ids).values())
    return [reason_of.get(job_id) for job_id in job_ids]


# proves: S2-G3
def test_the_position_in_the_queue_is_a_reason(enqueue, worker):
    low = enqueue("sample.note", options={"priority": Priority.LOW})
    jobs = [enqueue("sample.note") for _ in range(3)]
    assert reasons(*jobs, low) == ["next, waits for a free slot", "1 ahead of you", "2 ahead of you", "3 ahead of you"]


def test_while_a_long_job_runs_others_pass_those_that_wait(enqueue, owner, worker):
    WorkerBeat.objects.update(slots=2)
    long = [enqueue("sample.note") for _ in range(3)]
    Job.objects.update(is_long=True)
    short = [enqueue("sample.note") for _ in range(2)]
    assert reasons(*long, *short)[1:] == [f"{number} ahead of you" for number in (1, 2, 3, 4)]
    assert len(dispatch(owner.tenant_id, slots=1)) == 1
    waits = "waits for another long job to end"
    assert reasons(*long, *short) == ["about to start", waits, waits, "next, waits for a free slot", "1 ahead of you"]


@pytest.mark.parametrize(
    ("account", "reason"),
    [
        ({"paused": True}, "paused by an administrator"),
        ({"cap": 2, "running": 2}, "limit of 2 at once reached"),
        ({"cap": 2, "running": 1}, "next, waits for a free slot"),
        ({"rate": 30, "tokens": 0.5}, "limit of 30 a minute reached"),
        ({"rate": 30, "tokens": 1}, "next, waits for a free slot"),
    ],
)
def test_limits_and_pauses_are_reasons(enqueue, owner, worker, account, reason):
    TenantQueue.objects.create(tenant=owner.tenant, **account)
    assert reasons(enqueue("sample.note")) == [reason]


def test_a_missing_worker_is_a_reason(enqueue):
    assert reasons(enqueue("sample.note")) == ["no worker is running"]


def test_the_delay_of_a_retry_is_a_reason(enqueue):
    job_id = enqueue("sample.fail", how="dependency")
    run_jobs()
    assert reasons(job_id)[0] in {"retry in 1 s", "retry in 2 s"}


def test_a_dispatched_job_is_about_to_start(enqueue, owner, worker):
    job_id = enqueue("sample.note")
    dispatch(owner.tenant_id, slots=1)
    assert reasons(job_id) == ["about to start"]


def test_running_and_ended_jobs_do_not_wait(enqueue):
    job_id = enqueue("sample.note")
    run_jobs()
    assert reasons(job_id) == [None]


def test_the_number_of_queries_is_constant(enqueue, django_assert_num_queries):
    views = queue.jobs_by_id([enqueue("sample.note") for _ in range(30)]).values()
    with django_assert_num_queries(2):
        assert len(wait_reasons.wait_reasons(views)) == 30
    assert Job.objects.count() == 30
    assert reconcile(slots=0) == []
