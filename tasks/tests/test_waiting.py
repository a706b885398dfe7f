"""Why a job waits, as its owner reads it."""

import pytest

from tasks import database
from tasks.models import Job, TenantQueue, WorkerBeat
from tasks.operations import wait_reasons
from tasks.runtime.transitions import dispatch, reconcile
from tasks.states import Priority
from tasks.testing import run_jobs

pytestmark = pytest.mark.django_db


@pytest.fixture
def worker(db):
    """A living worker's row, with its lock."""
    line = database.new_connection()
    key = database.random_key()
    assert database.try_lock(line, database.WORKER_LOCKS, key)
    yield WorkerBeat.objects.create(key=key, name="w", slots=1)
    line.close()


def why(*job_ids):
    found = wait_reasons.reasons(job_ids)
    return [found.get(job_id) for job_id in job_ids]


# proves: S2-G3
def test_the_place_in_ones_own_queue_is_told(enqueue, worker):
    low = enqueue("sample.note", options={"priority": Priority.LOW})
    jobs = [enqueue("sample.note") for _ in range(3)]
    assert why(*jobs, low) == ["next, waits for a free slot", "1 ahead of you", "2 ahead of you", "3 ahead of you"]


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
def test_what_the_operator_has_set_is_told(enqueue, owner, worker, account, reason):
    TenantQueue.objects.create(tenant=owner.tenant, **account)
    assert why(enqueue("sample.note")) == [reason]


def test_that_nobody_works_is_told(enqueue):
    assert why(enqueue("sample.note")) == ["no worker is running"]


def test_a_retry_tells_its_time(enqueue):
    job_id = enqueue("sample.fail", how="dependency")
    run_jobs()
    assert why(job_id)[0] in {"retry in 1 s", "retry in 2 s"}


def test_a_job_that_was_given_out_is_about_to_start(enqueue, owner, worker):
    job_id = enqueue("sample.note")
    dispatch(owner.tenant_id, slots=1)
    assert why(job_id) == ["about to start"]


def test_what_runs_or_has_ended_waits_for_nothing(enqueue):
    job_id = enqueue("sample.note")
    run_jobs()
    assert why(job_id) == [None]


def test_many_cost_as_much_as_one(enqueue, django_assert_num_queries):
    jobs = [enqueue("sample.note") for _ in range(30)]
    with django_assert_num_queries(2):
        assert len(wait_reasons.reasons(jobs)) == 30
    assert Job.objects.count() == 30
    assert reconcile(slots=0) == []
