"""The decision tables of attempts: when a step may begin, and what is written when it, or its job, ends."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from core.db.ids import uuid7
from tasks.errors import Fenced
from tasks.models import DeadLetter, Job, JobLog, StepRun, TenantQueue, WorkerBeat
from tasks.runtime import transitions
from tasks.runtime.tests.test_picking import ended, in_flight, value, waiting
from tasks.runtime.transitions import Failure, Lease
from tasks.states import Reason
from users.models import Tenant

pytestmark = pytest.mark.django_db

FENCE, HOLDER = 5, 70
FAILURE = Failure(reason=Reason.DEPENDENCY, code="away", message="It is away.", traceback="deep")
TEN_SECONDS = pytest.approx(10, abs=5)


def ago(seconds):
    return timezone.now() - timedelta(seconds=seconds)


def timed(facts):
    """Facts whose moments are reported in seconds ago: a table is made long before its tests run."""
    names = {"deadline", "began", "beat", "lost_at", "run_at"}
    return {
        name: ago(fact) if name in names and isinstance(fact, int | float) else fact for name, fact in facts.items()
    }


@pytest.fixture
def tenant(db):
    return Tenant.objects.create(name="a")


@pytest.fixture
def dispatched(tenant):
    """Make a job that was given out and has not begun."""

    def make(**facts):
        return in_flight(tenant, **{"fence": FENCE, "since": ago(60), **facts})

    return make


@pytest.fixture
def held(dispatched):
    """Make a job whose step has run for ten seconds; its row is full of what the end must take away."""

    def make(**facts):
        full = {
            "state": "running", "holder": HOLDER, "worker_key": 1, "pid": 2, "began": ago(10), "started": ago(20),
            "attempts": 1, "used": 3.0, "live_key": uuid7().hex, "deadline": ago(-600), "progress": 30, "message": "m",
            "reason": "error", "error_code": "e", "error_message": "oh", "failures": 1, "crashes": 1,
        }  # fmt: skip
        return dispatched(**full | facts)

    return make


def step_of(job, name="s", **facts):
    return StepRun.objects.create(job=job, name=name, **{"state": "running", "started": ago(10), **facts})


def row(model, job):
    return model.objects.filter(pk=job.pk).values().get()


def start(job_id, *, fence=FENCE, step="s", optional=False):
    lease = Lease(job_id, fence, HOLDER)
    return transitions.start(lease, step, is_optional=optional, worker_key=9, using=connection)


# proves: S3-24 S2-G7
@pytest.mark.parametrize(
    ("facts", "verdict"),
    [
        ({}, "go"),
        ({"deadline": -600}, "go"),
        ({"deadline": 1}, "timeout"),
        ({"cancel_requested": True}, "cancelled"),
        ({"cancel_requested": True, "deadline": 1}, "cancelled"),
        ({"state": "running", "holder": 8, "began": 1}, "refused"),  # it came twice
        ({"state": "running", "holder": 8, "began": 1, "cancel_requested": True}, "refused"),
        ({"fence": FENCE + 1}, "refused"),  # it was given out again
    ],
)
def test_conditions_to_start_a_step(dispatched, facts, verdict):
    job = dispatched(**timed(facts))
    step_of(job, "another", state="success")
    before = row(Job, job)
    assert start(job.pk).verdict == verdict
    assert (row(Job, job) == before) is (verdict != "go")


@pytest.mark.parametrize("facts", [{}, {"state": "running", "holder": 8, "began": 1}, {"cancel_requested": True}])
def test_an_ended_step_does_not_stop_the_chain(dispatched, facts):
    job = dispatched(**timed(facts))
    step_of(job, state="success")
    begun = start(job.pk)
    assert (begun.verdict, begun.done) == ("done", ["s"])


def test_jobs_that_were_not_dispatched_are_refused(tenant):
    job = waiting(tenant, fence=FENCE)
    assert [start(job.pk).verdict, start(uuid7()).verdict] == ["refused", "refused"]


def test_the_start_of_a_step_is_stored(dispatched):
    other, job = dispatched(), dispatched(timeout=100)
    begun = start(job.pk)
    job.refresh_from_db()
    assert (job.state, job.holder, job.worker_key, job.attempts) == ("running", HOLDER, 9, 1)
    assert job.pid == value("%s::int", transitions.os.getpid())
    assert job.began == job.since == job.started > ago(50)
    assert job.deadline - job.began == timedelta(seconds=100)
    assert (begun.attempts, begun.seconds_left) == (1, pytest.approx(100))
    assert Job.objects.get(pk=other.pk).state == "scheduled"


def test_the_second_step_belongs_to_the_same_attempt(dispatched):
    facts = {"attempts": 1, "started": ago(30), "deadline": ago(-50)}
    job = dispatched(state="running", **facts)
    start(job.pk)
    assert facts.items() <= row(Job, job).items()


def test_a_repeated_step_resets_its_row(dispatched):
    job = dispatched()
    old = step_of(job, state="failed", finished=ago(5), error_code="e", error_message="oh")
    start(job.pk, optional=True)
    new = row(StepRun, old)
    reported = ("state", "optional", "runs", "finished", "error_code", "error_message")
    assert [new[name] for name in reported] == ["running", True, 2, None, "", ""]
    assert new["started"] > old.started


def end_step(job, *, is_last=False, state="success", fence=FENCE, holder=HOLDER):
    lease = Lease(job.pk, fence, holder)
    transitions.end_step(lease, "s", is_last=is_last, state=state, code="c", message="why")


def test_the_end_of_a_step_releases_the_job(held):
    job, other = held(), held(holder=71)
    before = row(Job, job)
    step, others = step_of(job), [step_of(job, "t"), step_of(other)]
    end_step(job, state="failed")
    after = row(Job, job)
    changed = {name: after[name] for name in after if after[name] != before[name]}
    assert changed.keys() == {"used", "holder", "began", "since"}
    assert (changed["used"] - 3, changed["holder"], changed["began"]) == (TEN_SECONDS, None, None)
    ended_step = row(StepRun, step)
    assert [ended_step[name] for name in ("state", "error_code", "error_message")] == ["failed", "c", "why"]
    assert ended_step["finished"] == changed["since"]
    assert {StepRun.objects.get(pk=key.pk).state for key in others} == {"running"}


def test_the_last_step_ends_the_job(held):
    job = held()
    end_step(job, is_last=True)
    after = row(Job, job)
    names = ("state", "inflight", "live_key", "deadline", "progress", "message", "reason", "error_code")
    assert [after[name] for name in names] == ["success", False, None, None, 100, "", "", ""]
    assert (after["error_message"], after["finished"]) == ("", after["since"])
    assert (after["used"] - 3, after["fence"]) == (TEN_SECONDS, FENCE)


def stick(job, *, fence=FENCE, holder=HOLDER, seconds=0.0, **counts):
    transitions.defer_retry(Lease(job.pk, fence, holder), FAILURE, seconds=seconds, **counts)


def fail(job, *, fence=FENCE, holder=HOLDER, crashes=0):
    transitions.fail(Lease(job.pk, fence, holder), FAILURE, crashes=crashes)


def take_over(job, *, fence=FENCE, holder=HOLDER):
    transitions.take_over_disconnected(Lease(job.pk, fence, holder))


# proves: S2-G6
@pytest.mark.parametrize("act", [end_step, stick, fail, take_over])
@pytest.mark.parametrize("mismatch", [{"fence": FENCE - 1}, {"holder": HOLDER + 1}, {"holder": None}])
def test_writes_without_the_lease_are_fenced(held, act, mismatch):
    job, other = held(), held(holder=71)
    step = step_of(job)
    before = [row(Job, job), row(Job, other), row(StepRun, step)]
    with pytest.raises(Fenced):
        act(job, **mismatch)
    assert [row(Job, job), row(Job, other), row(StepRun, step)] == before
    assert not JobLog.objects.exists()
    assert not DeadLetter.objects.exists()


@pytest.mark.parametrize("act", [stick, fail])
def test_an_ended_job_cannot_end_again(tenant, act):
    job = ended(tenant, fence=FENCE)
    with pytest.raises(Fenced):
        act(job, holder=None)
    assert Job.objects.get().state == "success"


@pytest.mark.parametrize(
    ("crashes", "counted"),
    [(0, (2, 1)), (1, (1, 2)), (2, (1, 3))],  # one that crashed has not failed besides
)
def test_a_failure_is_stored(held, dispatched, crashes, counted):
    job, other = held(), dispatched()
    steps = step_of(job), step_of(job, "done", state="success"), step_of(other)
    fail(job, crashes=crashes)
    after = row(Job, job)
    names = (
        "state",
        "inflight",
        "live_key",
        "deadline",
        "holder",
        "began",
        "fence",
        "reason",
        "error_code",
        "traceback",
    )
    expected = ["failed", False, None, None, None, None, FENCE + 1, "dependency", "away", "deep"]
    assert [after[name] for name in names] == expected
    assert (after["error_message"], after["finished"]) == ("It is away.", after["since"])
    assert (after["used"] - 3, (after["failures"], after["crashes"])) == (TEN_SECONDS, counted)
    assert [row(StepRun, step)["state"] for step in steps] == ["failed", "success", "running"]
    dropped = row(StepRun, steps[0])
    assert (dropped["error_code"], dropped["error_message"], dropped["finished"] > ago(9)) == (
        "away",
        "It is away.",
        True,
    )
    assert Job.objects.get(pk=other.pk).state == "scheduled"


def test_a_job_that_never_began_may_fail_or_be_deferred(dispatched):
    unknown, early, other = dispatched(used=3), dispatched(used=3), dispatched()
    fail(unknown, holder=None)
    stick(early, holder=None)
    assert [(job.state, job.used) for job in Job.objects.order_by("id")] == [
        ("failed", 3),
        ("stuck", 3),
        ("scheduled", 0),
    ]
    assert other.since == Job.objects.get(pk=other.pk).since


def test_crashes_default_to_zero(held):
    job = held()
    transitions.database.call(connection, "tasks_end", job.pk, FENCE, HOLDER, "failed", "error", "c", "m", "")
    job.refresh_from_db()
    assert (job.failures, job.crashes) == (2, 1)


def test_a_cancelled_job_leaves_no_dead_letter(held):
    job = held()
    transitions.cancel_held(Lease(job.pk, FENCE, HOLDER), FAILURE)
    job.refresh_from_db()
    assert (job.state, job.failures, job.crashes, DeadLetter.objects.count()) == ("cancelled", 1, 1, 0)


# proves: S3-45
def test_a_dead_letter_has_the_times_of_the_first_and_last_failure(held):
    job, other = held(attempts=3), held()
    moments = {"first": ago(500), "second": ago(100), "early": ago(900)}
    for owner, level, moment in (
        (job, "error", "second"), (job, "error", "first"), (job, "info", "early"), (other, "error", "early")
    ):  # fmt: skip
        JobLog.objects.create(job=owner, attempt=1, level=level, message="m", at=moments[moment])
    fail(job, crashes=1)
    dead_letter = DeadLetter.objects.get()
    assert (dead_letter.job_id, dead_letter.kind, dead_letter.tenant_id) == (job.pk, "sample.note", job.tenant_id)
    assert (dead_letter.reason, dead_letter.error_code, dead_letter.error_message) == (
        "dependency",
        "away",
        "It is away.",
    )
    assert (dead_letter.attempts, dead_letter.crashes, dead_letter.first_failed_at) == (3, 2, moments["first"])
    assert dead_letter.last_failed_at == dead_letter.created == Job.objects.get(pk=job.pk).finished


def test_a_dead_letter_is_reopened_by_another_failure(held):
    job = held(attempts=3)
    old = {"attempts": 1, "crashes": 0, "first_failed_at": ago(900), "last_failed_at": ago(800), "reason": "error"}
    shut = {"requeued_at": ago(700), "discarded_at": ago(700), "error_code": "e", "error_message": "oh"}
    DeadLetter.objects.create(job=job, tenant=job.tenant, kind=job.kind, **old, **shut)
    fail(job)
    dead_letter = DeadLetter.objects.get()
    assert (dead_letter.reason, dead_letter.error_code, dead_letter.error_message) == (
        "dependency",
        "away",
        "It is away.",
    )
    assert (dead_letter.attempts, dead_letter.crashes, dead_letter.requeued_at, dead_letter.discarded_at) == (
        3,
        1,
        None,
        None,
    )
    assert dead_letter.last_failed_at == Job.objects.get().finished
    assert dead_letter.first_failed_at == old["first_failed_at"]


@pytest.mark.parametrize(
    ("seconds", "queue_rank", "is_queued"),
    [(0, 0, True), (-1, 0, True), (0.5, 1, False), (40, 1, False)],
)
def test_a_deferred_job_is_due_after_its_delay(held, seconds, queue_rank, is_queued):
    job = held()
    stick(job, seconds=seconds)
    after = row(Job, job)
    names = ("state", "inflight", "live_key", "deadline", "holder", "began", "fence", "queued", "queue_rank")
    expected = ["stuck", False, job.live_key, None, None, None, FENCE + 1, is_queued, queue_rank]
    assert [after[name] for name in names] == expected
    assert after["run_at"] - after["since"] == timedelta(seconds=seconds)
    assert after["used"] - 3 == TEN_SECONDS
    reported = [after[name] for name in ("reason", "error_code", "error_message", "traceback")]
    assert reported == ["dependency", "away", "It is away.", "deep"]
    assert after["since"] > job.since


@pytest.mark.parametrize(("failures", "crashes"), [(1, 0), (0, 1), (0, 2)])
@pytest.mark.parametrize("optional", [True, False])
def test_an_optional_step_that_crashed_its_process_is_skipped(held, failures, crashes, optional):
    job, other = held(), held(holder=71)
    step, done, other_step = (
        step_of(job, optional=optional),
        step_of(job, "t", state="failed", optional=True),
        step_of(other),
    )
    stick(job, failures=failures, crashes=crashes)
    job.refresh_from_db()
    assert (job.failures, job.crashes) == (1 + failures, 1 + crashes)
    now = row(StepRun, step)
    assert now["state"] == ("skipped" if optional and crashes else "failed")
    assert (now["error_code"], now["error_message"], now["finished"] > ago(9)) == ("away", "It is away.", True)
    assert (row(StepRun, done)["error_code"], row(StepRun, other_step)["state"]) == ("", "running")


@pytest.mark.django_db(transaction=True)
def test_finishing_without_receivers_dispatches_the_next_job(tenant, held):
    WorkerBeat.objects.create(key=1, name="w", slots=1)
    TenantQueue.objects.create(tenant=tenant, active=True, running=1)
    job, following = held(), waiting(tenant)
    facts = {"kind": "sample.note", "attempts": 1, "using": connection}
    with pytest.raises(Fenced):
        transitions.finish_and_dispatch(Lease(job.pk, FENCE, 71), "s", **facts)
    assert Job.objects.get(pk=following.pk).state == "waiting"
    dispatches = transitions.finish_and_dispatch(Lease(job.pk, FENCE, HOLDER), "s", **facts)
    assert [(dispatch.job_id, dispatch.fence, dispatch.kind) for dispatch in dispatches] == [
        (following.pk, 1, "sample.note")
    ]
    job.refresh_from_db()
    assert (job.state, job.charged, TenantQueue.objects.get().running) == ("success", False, 1)
