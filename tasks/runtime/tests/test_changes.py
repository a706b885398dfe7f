"""Changes of jobs by users, staff and workers: exactly these columns, of exactly this job."""

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from core.db.ids import uuid7
from tasks import database
from tasks.errors import Fenced, JobHasBegun
from tasks.metrics import counters
from tasks.models import DeadLetter, Job, JobLog, StepRun
from tasks.runtime import transitions
from tasks.runtime.tests.test_attempts import ago, row, step_of, timed
from tasks.runtime.tests.test_picking import ended, in_flight, waiting
from tasks.runtime.transitions import Failure, Lease
from tasks.signals import job_finished, of_kind
from tasks.states import Priority, Reason
from users.models import Tenant

pytestmark = pytest.mark.django_db

FENCE, HOLDER = 5, 70
FAILURE = Failure(reason=Reason.ERROR, code="c", message="m")


@pytest.fixture
def tenant(db):
    return Tenant.objects.create(name="a")


@pytest.fixture
def held(tenant):
    def make(**facts):
        full = {"state": "running", "holder": HOLDER, "began": ago(10), "fence": FENCE, "pid": 3}
        return in_flight(tenant, **full | facts)

    return make


@pytest.fixture
def announced():
    """Collect the ends of `sample.note` only."""
    ends = []
    job_finished.connect(collect := lambda job, **_: ends.append(job), sender=of_kind("sample.note"))
    yield ends
    job_finished.disconnect(collect, sender=of_kind("sample.note"))


def changes(job, before):
    after = row(Job, job)
    return {name: fact for name, fact in after.items() if fact != before[name]}


# proves: S2-42
@pytest.mark.parametrize(
    ("make", "facts"),
    [
        (waiting, {"live_key": "k"}),
        (waiting, {"state": "stuck", "queued": False, "run_at": -60}),
        (in_flight, {"state": "running", "deadline": -60}),  # between two steps
    ],
)
def test_cancelling_is_stored(tenant, announced, make, facts):
    job, other = make(tenant, fence=FENCE, error_message="oh", since=ago(60), **timed(facts)), waiting(tenant)
    others = row(Job, other)
    transitions.cancel(job.pk)
    after = row(Job, job)
    names = ("state", "queued", "inflight", "live_key", "run_at", "deadline", "fence")
    assert [after[name] for name in names] == ["cancelled", False, False, None, None, None, FENCE + 1]
    assert [after[name] for name in ("reason", "error_code", "error_message")] == ["cancelled", "cancelled", ""]
    assert after["finished"] == after["since"] > ago(30)
    assert row(Job, other) == others
    assert [(end.id, end.state) for end in announced] == [(job.pk, "cancelled")]


def test_a_running_job_is_requested_to_stop(held):
    job, other = held(), held(holder=71)
    before = row(Job, job)
    transitions.cancel(job.pk)
    assert changes(job, before) == {"cancel_requested": True}
    assert not Job.objects.get(pk=other.pk).cancel_requested


# proves: S2-41
@pytest.mark.parametrize(
    ("facts", "queue_rank"),
    [
        ({}, Priority.LOW),
        ({"state": "stuck", "queued": False, "run_at": -60}, Priority.LOW),
        ({"state": "stuck", "queued": True, "run_at": 1, "queue_rank": 0}, 0),  # it is due
    ],
)
def test_the_priority_of_a_waiting_job_is_changed(tenant, facts, queue_rank):
    other, job = waiting(tenant), waiting(tenant, **timed(facts))
    transitions.change_priority(job.pk, Priority.LOW)
    now = [(job.priority, job.queue_rank) for job in Job.objects.order_by("id")]
    assert now == [(Priority.HIGH, Priority.HIGH), (Priority.LOW, queue_rank)]
    assert other.state == "waiting"


@pytest.mark.parametrize("make", [in_flight, ended])
def test_the_priority_of_a_dispatched_job_is_not_changed(tenant, make):
    job = make(tenant)
    with pytest.raises(JobHasBegun):
        transitions.change_priority(job.pk, Priority.LOW)


@pytest.fixture
def failed(tenant):
    """Make a job that has failed, with all that a try leaves behind."""

    def make(**facts):
        left = {
            "attempts": 3, "failures": 2, "crashes": 1, "cancel_requested": True, "reason": "error", "error_code": "e",
            "error_message": "oh", "traceback": "deep", "progress": 40, "message": "m", "queue_rank": 0,
            "since": ago(60),
        }  # fmt: skip
        job = ended(tenant, state="failed", charged=False, fence=FENCE, priority=Priority.LOW, **left | facts)
        dead_letter = {"kind": job.kind, "tenant": tenant, "reason": "error", "attempts": 3, "crashes": 1}
        moments = {"first_failed_at": ago(9), "last_failed_at": ago(9)}
        DeadLetter.objects.create(job=job, **dead_letter, **moments)
        return job

    return make


# proves: S2-G8
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("seconds", [None, 40])
@pytest.mark.parametrize("key", ["", "k"])
def test_requeueing_resets_a_job(tenant, failed, seconds, key):
    job, other = failed(dedupe_key=key), failed()
    before = row(Job, other)
    assert transitions.requeue(job.pk, seconds=seconds) == tenant.pk
    now = row(Job, job)
    names = (
        "attempts",
        "failures",
        "crashes",
        "cancel_requested",
        "progress",
        "fence",
        "finished",
        "queue_rank",
        "live_key",
    )
    assert [now[name] for name in names] == [0, 0, 0, False, 0, FENCE + 1, None, Priority.LOW, key or None]
    assert {now[name] for name in ("reason", "error_code", "error_message", "traceback", "message")} == {""}
    assert (now["state"], now["queued"]) == (("waiting", True) if seconds is None else ("stuck", False))
    assert (now["run_at"] and (now["run_at"] - now["since"]).total_seconds()) == seconds
    assert now["since"] > ago(30)
    assert row(Job, other) == before


@pytest.mark.parametrize(("facts", "left"), [({}, ["done"]), ({"from_start": True}, [])])
def test_completed_steps_are_repeated_only_from_start(failed, facts, left):
    job = failed()
    for name, state in (("done", "success"), ("late", "failed"), ("none", "skipped")):
        step_of(job, name, state=state)
    transitions.requeue(job.pk, **facts)
    assert [step.name for step in StepRun.objects.all()] == left


@pytest.mark.parametrize("shut", ["requeued_at", "discarded_at"])
def test_a_retry_closes_the_dead_letter_of_its_job_only(failed, shut):
    closed, opened, other = failed(), failed(), failed()
    moment = ago(5)
    DeadLetter.objects.filter(job=closed).update(**{shut: moment})
    transitions.requeue(closed.pk)
    transitions.requeue(opened.pk)
    dead_letters = {
        dead_letter.job_id: (dead_letter.requeued_at, dead_letter.discarded_at)
        for dead_letter in DeadLetter.objects.all()
    }
    assert dead_letters[closed.pk] == ((moment, None) if shut == "requeued_at" else (None, moment))
    assert dead_letters[opened.pk][0] is not None
    assert dead_letters[other.pk] == (None, None)


def test_permanently_lost_jobs_are_found(held, tenant):
    again, last = held(pid=None), held(pid=None, holder=71, crashes=2, began=ago(0))  # after PostgreSQL started
    assert transitions.permanently_lost() == [(transitions.Lease(last.pk, FENCE, 71), Reason.WORKER_LOST)]
    assert again.crashes == 0


@pytest.mark.parametrize(("fence", "holder"), [(FENCE, HOLDER), (FENCE, 71), (4, HOLDER)])
def test_only_the_holder_releases_ownership(held, fence, holder):
    job, other = held(), held()
    transitions.release_ownership(Lease(job.pk, fence, holder))
    assert (Job.objects.get(pk=job.pk).pid is None) is ((fence, holder) == (FENCE, HOLDER))
    assert Job.objects.get(pk=other.pk).pid == 3


def test_a_failure_counts_once_by_default(held):
    put_off, ended_ = held(), held(holder=71)
    transitions.defer_retry(Lease(put_off.pk, FENCE, HOLDER), FAILURE, seconds=1)
    transitions.fail(Lease(ended_.pk, FENCE, 71), FAILURE)
    assert {(job.failures, job.crashes) for job in Job.objects.all()} == {(1, 0)}


def test_a_step_without_outputs_is_completed(held):
    job = held()
    with pytest.raises(Fenced):
        transitions.complete_step(Lease(job.pk, FENCE, 71), "s", using=connection)
    transitions.complete_step(Lease(job.pk, FENCE, HOLDER), "s", using=connection)
    job.refresh_from_db()
    assert (job.state, job.holder) == ("running", None)


def test_the_trace_context_of_a_job_is_found(tenant):
    job = waiting(tenant, traceparent="00-1-2-01")
    assert transitions.traceparent_of(job.pk, using=connection) == "00-1-2-01"
    assert transitions.traceparent_of(uuid7(), using=connection) == ""


# proves: DD-11
@pytest.mark.parametrize("args", ['{"a": 1}', "{nonsense", "[1]"])
def test_an_end_is_announced_with_all_fields(held, announced, args):
    subject = uuid7()
    job = held(args=args, subject_id=subject)
    transitions.fail(Lease(job.pk, FENCE, HOLDER), FAILURE)
    (end,) = announced
    assert (end.id, end.kind, end.subject_id, end.tenant_id) == (job.pk, "sample.note", subject, job.tenant_id)
    assert (end.state, end.reason, end.error_code, end.error_message) == ("failed", "error", "c", "m")
    assert (end.owner_id, end.args) == (None, {"a": 1} if args == '{"a": 1}' else {})
    assert end.started == job.started


def test_only_the_last_step_announces_an_end(held, announced):
    job = held()
    transitions.end_step(Lease(job.pk, FENCE, HOLDER), "s", is_last=False)
    assert announced == []


@pytest.mark.django_db(transaction=True)
def test_an_end_is_rolled_back_with_its_announcement(held):
    def refuse(**_):
        raise ZeroDivisionError

    job = held()
    job_finished.connect(refuse)
    try:
        with pytest.raises(ZeroDivisionError):
            transitions.fail(Lease(job.pk, FENCE, HOLDER), FAILURE)
    finally:
        job_finished.disconnect(refuse)
    assert Job.objects.get().state == "running"
    assert not DeadLetter.objects.exists()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("variant", ["announced", "alone"])
def test_an_end_is_counted_and_logged(held, caplog, monkeypatch, variant):
    counted = []
    monkeypatch.setattr(
        counters, "count_end", lambda state, *, reason, seconds: counted.append((state, reason, seconds))
    )
    job = held(attempts=2, crashes=1, used=30.0, began=timezone.now())
    lease = Lease(job.pk, FENCE, HOLDER)
    with caplog.at_level("INFO", logger="tasks"):
        if variant == "alone":
            transitions.finish_and_dispatch(lease, "s", kind="sample.note", attempts=2, using=connection)
        else:
            transitions.end_step(lease, "s", is_last=True)
    (line,) = [record for record in caplog.records if record.message == "job.finished"]
    seconds = Job.objects.get().used
    assert (line.job, line.kind, line.outcome, line.reason, line.code) == (
        str(job.pk),
        "sample.note",
        "success",
        "",
        "",
    )
    assert (line.attempts, line.crashes, line.ms) == (2, 1, round(seconds * 1000))
    assert counted == [("success", "", seconds)]


@pytest.mark.django_db(transaction=True)
def test_an_error_in_metrics_does_not_affect_the_caller(held, monkeypatch):
    monkeypatch.setattr(counters, "count_end", lambda *_, **__: 1 / 0)
    job = held()
    transitions.fail(Lease(job.pk, FENCE, HOLDER), FAILURE)
    assert Job.objects.get().state == "failed"


@pytest.mark.django_db(transaction=True)
def test_changing_a_job_does_not_block_references_to_it(tenant):
    job, rival = waiting(tenant), database.new_connection()
    sql = "insert into tasks_joblog (job_id, attempt, level, message, fields) values (%s, 1, '', '', '{}') returning id"
    try:
        with transaction.atomic():
            transitions.change_priority(job.pk, Priority.LOW)
            database.select(rival, "select set_config('lock_timeout', '1s', false)")
            database.select(rival, sql, job.pk)
    except OperationalError:
        pytest.fail("it waited")
    finally:
        rival.close()
    assert JobLog.objects.count() == 1
