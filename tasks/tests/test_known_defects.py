"""Defects found in systems of this kind, which ours must not have (DD-…). `make seeded-defects` puts them in."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from tasks import database
from tasks.models import Job, TenantQueue
from tasks.runtime import queue, transitions, worker_monitor
from tasks.runtime.transitions import Failure, Lease
from tasks.signals import job_finished
from tasks.states import Reason
from tasks.testing import run_jobs
from tasks.tests.sample_jobs import look, marks

pytestmark = pytest.mark.django_db


@pytest.fixture
def announced():
    """Collect the ends that are announced."""
    ends = []
    job_finished.connect(collect := lambda job, **_: ends.append(job))
    yield ends
    job_finished.disconnect(collect)


def settled():
    """Check that the accounts match the running jobs."""
    running = Job.objects.filter(inflight=True).count()
    counted = sum(TenantQueue.objects.values_list("running", flat=True))
    return running == counted and not Job.objects.filter(charged=True, inflight=False).exists()


# proves: DD-5
def test_cancelling_a_stuck_job_frees_no_slot_of_others(enqueue):
    stuck = enqueue("sample.note")
    (dispatch,) = transitions.reconcile(slots=1)
    failure = Failure(reason=Reason.DEPENDENCY, code="c", message="m")
    transitions.defer_retry(Lease(dispatch.job_id, dispatch.fence, None), failure, seconds=60)
    transitions.settle_and_dispatch(stuck, slots=0)
    enqueue("sample.note")
    assert len(transitions.reconcile(slots=1)) == 1
    queue.cancel(stuck)
    transitions.settle_and_dispatch(stuck, slots=0)
    assert TenantQueue.objects.get().running == 1
    assert settled()


# proves: DD-9
@pytest.mark.parametrize("analyzed", ["while empty", "while most waited", "after most had ended", "never"])
def test_a_claim_reads_a_constant_number_of_rows(enqueue, owner, analyzed):
    """The moment of the statistics is not important."""

    def analyze(moment: str) -> None:
        if moment == analyzed:
            connection.cursor().execute("analyze tasks_job")

    analyze("while empty")
    for _ in range(30):
        enqueue("sample.note")
    analyze("while most waited")
    run_jobs()
    enqueue("sample.note")
    analyze("after most had ended")
    before = _rows_read()
    assert len(transitions.dispatch(owner.tenant_id, slots=1)) == 1
    assert _rows_read() - before < 20


def _rows_read() -> int:
    sql = "select seq_tup_read + idx_tup_fetch as n from pg_stat_xact_user_tables where relname = 'tasks_job'"
    return int(database.select(connection, sql)[0]["n"])


# proves: S0-G7
def test_finding_unwanted_jobs_reads_no_waiting_ones(owner):
    jobs = [queue.NewJob(kind="sample.note", args={}, tenant_id=owner.tenant_id, owner_id=None) for _ in range(2000)]
    queue.enqueue_many(jobs)
    connection.cursor().execute("analyze tasks_job")
    before = _rows_read()
    database.call(connection, "tasks_unwanted", 1)
    database.call(connection, "tasks_lost_jobs")
    database.select(connection, worker_monitor.NEXT_DUE, 1)
    assert _rows_read() == before


# proves: DD-11
@pytest.mark.parametrize(
    ("kind", "args", "state", "reason"),
    [
        ("sample.note", {}, "success", ""),
        ("sample.fail", {"how": "user"}, "failed", "user_fault"),
        ("sample.fail", {"how": "other"}, "failed", "error"),
    ],
)
def test_the_announced_state_is_the_final_one(enqueue, announced, kind, args, state, reason):
    enqueue(kind, **args)
    run_jobs()
    assert [(job.state, job.reason) for job in announced] == [(state, reason)]


# proves: DD-12
def test_concurrent_ends_leave_no_job_counted_as_running(enqueue):
    jobs = [enqueue("sample.note") for _ in range(20)]
    run_jobs()
    transitions.reconcile(slots=0)
    assert {look(job_id).state for job_id in jobs} == {"success"}
    assert settled()


# proves: DD-14
def test_success_at_the_last_attempt_is_announced(enqueue, announced):
    job_id = enqueue("sample.fail", how="dependency", times=2)
    run_jobs(skip_waits=True)
    view = look(job_id)
    assert (view.state, view.reason, view.error_message, view.attempts) == ("success", "", "", 3)
    assert [(step.state, step.error_message) for step in view.steps] == [("success", "")]
    assert [job.state for job in announced] == ["success"]
    assert len(marks()) == 3


# proves: S2-G3
def test_a_retry_is_dispatched_as_soon_as_it_is_due(enqueue):
    job_id = enqueue("sample.note")
    (dispatch,) = transitions.reconcile(slots=1)
    failure = Failure(reason=Reason.DEPENDENCY, code="c", message="m")
    transitions.defer_retry(Lease(dispatch.job_id, dispatch.fence, None), failure, seconds=60)
    assert transitions.reconcile(slots=1) == []
    Job.objects.filter(pk=job_id).update(run_at=timezone.now() - timedelta(milliseconds=1))
    assert [again.job_id for again in transitions.reconcile(slots=1)] == [job_id]
