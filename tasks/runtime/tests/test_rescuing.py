"""The decision tables of rescue: whose job is lost and what becomes of it, who is missing, what is given out again."""

from contextlib import closing
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from tasks import database
from tasks.models import Job, JobLog, SchedulerState, TenantQueue, WorkerBeat
from tasks.runtime import transitions
from tasks.runtime.tests.test_attempts import ago, timed
from tasks.runtime.tests.test_picking import ended, in_flight, value, waiting
from users.models import Tenant

pytestmark = pytest.mark.django_db

WORKER, OTHER, HOLDER = 11, 12, 70


@pytest.fixture
def tenants(db):
    return [Tenant.objects.create(name=name) for name in "abc"]


@pytest.fixture
def held(tenants):
    """Make a job that a child of `WORKER` holds."""

    def make(**facts):
        full = {"state": "running", "holder": HOLDER, "worker_key": WORKER, "pid": 2, "began": timezone.now()}
        return in_flight(tenants[0], **{**full, "deadline": ago(-600), "max_crashes": 3, **facts})

    return make


@pytest.fixture
def worker(db):
    def make(key=WORKER, **facts):
        return WorkerBeat.objects.create(key=key, **{"name": "w", "slots": 1, **facts})

    return make


def lock(lock_class, key):
    value("pg_advisory_xact_lock(%s, %s)", lock_class, key)


# proves: S2-3
@pytest.mark.parametrize(
    ("job", "report", "stopping", "expected"),
    [
        ({}, {}, False, []),  # not report yet
        ({}, {"dead": [HOLDER]}, False, [("crash", "again")]),
        ({}, {"dead": [HOLDER]}, True, [("stop", "again")]),
        ({}, {"disconnected": [HOLDER]}, False, [("disconnect", "again")]),
        ({}, {"dead": [1], "disconnected": [2]}, False, []),
        ({"crashes": 1}, {"dead": [HOLDER]}, False, [("crash", "again")]),
        ({"crashes": 2}, {"dead": [HOLDER]}, False, [("crash", "worker_lost")]),
        ({"crashes": 2}, {"dead": [HOLDER]}, True, [("stop", "again")]),
        ({"crashes": 2}, {"disconnected": [HOLDER]}, False, [("disconnect", "again")]),
        ({"deadline": 1}, {"dead": [HOLDER]}, False, [("crash", "timeout")]),  # it was killed for that
        ({"deadline": 1, "cancel_requested": True}, {"dead": [HOLDER]}, False, [("crash", "cancelled")]),
        ({"state": "scheduled", "holder": None, "began": None}, {"dead": [HOLDER]}, False, []),
    ],
)
def test_a_worker_judges_its_own(held, worker, job, report, stopping, expected):
    worker(stopping=stopping)
    worker(OTHER)
    held(**timed(job))
    facts = {"disconnected": [], "dead": [], **report}
    rows = database.call(connection, "tasks_lost_jobs", WORKER, facts["disconnected"], facts["dead"], True)
    assert [(lost["why"], lost["verdict"]) for lost in rows] == expected


# proves: S1-G6
@pytest.mark.parametrize(
    ("job", "beat", "expected"),
    [
        ({}, {}, []),
        ({}, {"beat": 6}, []),
        ({}, {"beat": 11}, [("crash", "again")]),
        ({}, {"lost_at": 1}, [("crash", "again")]),
        ({}, {"lost_at": -60}, []),  # its lock was released just now (a minute ahead, for slow machines)
        ({}, {"lost_at": 1, "stopping": True}, [("stop", "again")]),
        ({"began": "2020-01-01T00:00Z"}, {"lost_at": 1}, [("disconnect", "again")]),  # before the database was started
        ({"deadline": 1}, {"lost_at": 1}, [("crash", "again")]),
        ({"crashes": 2}, {"lost_at": 1}, [("crash", "worker_lost")]),
        ({"pid": None}, {}, [("crash", "again")]),  # no_user knows the process: its line is gone
        ({"pid": None, "holder": 80}, {}, []),  # and this one stands
        ({}, None, [("crash", "again")]),  # no_user knows the worker
        ({"holder": 80}, None, []),
        ({"state": "scheduled", "holder": None, "began": None}, {"lost_at": 1}, []),
    ],
)
@pytest.mark.parametrize("others", [True, False])
def test_others_judge_a_worker(held, worker, job, beat, expected, others):
    worker(OTHER)
    if beat is not None:
        worker(**timed(beat))
    held(**timed(job))
    lock(database.HOLDER_LOCKS, 80)
    lock(database.WORKER_LOCKS, HOLDER)  # other locks of the same number
    value("pg_advisory_xact_lock((%s::bigint << 32) | %s)", database.HOLDER_LOCKS, HOLDER)
    rows = database.call(connection, "tasks_lost_jobs", OTHER, [], [HOLDER], others)
    assert [(lost["why"], lost["verdict"]) for lost in rows] == (expected if others else [])


@pytest.mark.parametrize("function", ["tasks_lost_jobs", "tasks_reconcile"])
def test_the_default_report_judges_others(held, worker, function):
    worker(lost_at=ago(2), beat=ago(11))
    job = held()
    rows = database.call(connection, function)
    assert len(rows) == (function == "tasks_lost_jobs")
    assert Job.objects.get(pk=job.pk).crashes == (function == "tasks_reconcile")


@pytest.mark.parametrize(
    ("cause", "tries", "seconds"),
    [
        ("disconnect", 1, 0), ("disconnect", 2, 1), ("disconnect", 3, 3), ("disconnect", 4, 7),
        ("disconnect", 7, 60), ("disconnect", 300, 60),
        ("crash", 3, 0), ("stop", 3, 0),
    ],
)  # fmt: skip
def test_a_lost_attempt_is_logged_and_due_again(held, cause, tries, seconds):
    job, _ = held(attempts=tries, fence=4), held(attempts=1, holder=71)
    assert value("tasks_take_over(%s, 4, %s, %s)", job.pk, HOLDER, cause)
    job.refresh_from_db()
    assert job.run_at - job.since == timedelta(seconds=seconds)
    assert (job.failures, job.crashes) == (0, cause == "crash")
    assert job.reason == job.error_code == ("" if cause == "disconnect" else "worker_lost")
    line = JobLog.objects.get()
    assert (line.job_id, line.attempt, line.message) == (job.pk, tries, job.error_message)
    assert line.level == ("error" if cause == "crash" else "info")


@pytest.mark.parametrize("facts", [{"crashes": 2}, {"failures": 2}, {"crashes": 1, "failures": 1}])
def test_only_disconnects_make_a_disconnected_job_wait(held, facts):
    job = held(attempts=3, fence=4, **facts)
    assert value("tasks_take_over(%s, 4, %s, 'disconnect')", job.pk, HOLDER)
    job.refresh_from_db()
    assert job.run_at == job.since


@pytest.mark.parametrize(
    ("facts", "reasons"),
    [
        ({}, []),
        ({"cancel_requested": True}, ["cancelled"]),
        ({"deadline": 1}, ["timeout"]),
        ({"deadline": 1, "cancel_requested": True}, ["cancelled"]),
        ({"cancel_requested": True, "worker_key": OTHER}, []),
        ({"cancel_requested": True, "holder": None, "began": None}, []),
    ],
)
def test_unwanted_jobs_of_a_worker(held, facts, reasons):
    held(**timed(facts))
    assert [row["reason"] for row in database.call(connection, "tasks_unwanted", WORKER)] == reasons


@pytest.mark.parametrize(
    ("has_lock", "facts", "is_missed"),
    [
        (True, {}, False),
        (True, {"lost_at": 2}, False),  # it is back
        (False, {}, True),
        (False, {"beat": 7}, True),
        (False, {"beat": 11}, False),  # dead for long
    ],
)
def test_a_worker_without_its_lock_is_missing(worker, has_lock, facts, is_missed):
    worker(**timed(facts))
    lock(database.WORKER_LOCKS if has_lock else database.HOLDER_LOCKS, WORKER)
    assert [database.call(connection, "tasks_observe_locks", key)[0]["is_missing"] for key in (OTHER, None)] == [
        is_missed
    ] * 2
    assert not database.call(connection, "tasks_observe_locks", WORKER)[0]["is_missing"]  # no_user misses himself
    assert (WorkerBeat.objects.get().lost_at is not None) is is_missed


@pytest.mark.parametrize(("seconds", "is_missed"), [(1, True), (4, False)])
def test_the_time_of_the_loss_is_kept(worker, seconds, is_missed):
    since = ago(seconds)
    worker(lost_at=since)
    assert database.call(connection, "tasks_observe_locks", OTHER)[0]["is_missing"] is is_missed
    assert WorkerBeat.objects.get().lost_at == since


def test_jobs_of_the_children_of_a_worker(held):
    held()
    held(holder=71, pid=3)
    held(holder=72, worker_key=OTHER)
    held(holder=None, began=None)
    lock(database.HOLDER_LOCKS, 71)
    lock(database.WORKER_LOCKS, HOLDER)  # other locks of the same number
    value("pg_advisory_xact_lock((%s::bigint << 32) | %s)", database.HOLDER_LOCKS, HOLDER)
    rows = database.call(connection, "tasks_observe_locks", WORKER)
    assert {(row["holder"], row["pid"], row["is_connected"]) for row in rows} == {(HOLDER, 2, False), (71, 3, True)}
    assert [row["seconds_left"] for row in rows] == [pytest.approx(600, abs=100)] * 2


def test_reconciling_queues_due_retries_and_settles_accounts(tenants):
    flags = {"state": "stuck", "queued": False}
    due, later = waiting(tenants[0], **flags, run_at=ago(1)), waiting(tenants[0], **flags, run_at=ago(-60))
    first = waiting(tenants[0])
    TenantQueue.objects.create(tenant=tenants[0], running=2)
    ended(tenants[0])
    transitions.reconcile(slots=0)
    ranks = {job.pk: (job.queued, job.queue_rank) for job in Job.objects.filter(charged=False)}
    assert [ranks[job.pk] for job in (due, later, first)] == [(True, 0), (False, 1), (True, 1)]
    assert TenantQueue.objects.get().running == 1


def test_reconciling_observes_locks(worker):
    worker()
    transitions.reconcile(slots=0)
    assert WorkerBeat.objects.get().lost_at is not None


@pytest.mark.parametrize(("beat", "used"), [(15, 5), (25, 0), (1, 20)])
def test_a_tenant_does_not_pay_for_a_lost_worker(held, worker, beat, used):
    worker(beat=ago(beat))
    job = held(began=ago(20), fence=4, attempts=1)
    assert value("tasks_take_over(%s, 4, %s, 'crash')", job.pk, HOLDER)
    job.refresh_from_db()
    assert job.used == pytest.approx(used, abs=1)


@pytest.mark.parametrize("policy", ["time", "turns"])
@pytest.mark.parametrize("report", [{"dead": [HOLDER]}, {"disconnected": [HOLDER]}])
def test_an_interrupted_job_gets_its_slot_back_out_of_turn(tenants, held, policy, report):
    SchedulerState.objects.create(policy=policy)
    for tenant, vtime in zip(tenants, (100, 0, 0), strict=True):
        waiting(tenant)
        TenantQueue.objects.create(tenant=tenant, active=True, vtime=vtime, running=int(vtime > 0), estimate=0.5)
    job = held(fence=4, charge=0.5, attempts=1)
    dispatches = reconciled(slots=1, **report)
    assert dispatches == [(job.pk, 6)]
    job.refresh_from_db()
    assert (job.state, job.queued, job.inflight, job.charged, job.holder) == ("scheduled", False, True, True, None)
    assert job.charge > 0  # the tenant pays for this attempt, too
    assert TenantQueue.objects.get(tenant=tenants[0]).running == 1


@pytest.mark.parametrize(
    ("facts", "rules", "slots", "report"),
    [
        ({}, {"paused": True}, 1, {"dead": [HOLDER]}),
        ({}, {"cap": 1, "running": 2}, 1, {"dead": [HOLDER]}),
        ({}, {}, 0, {"dead": [HOLDER]}),  # no worker is alive
        ({"attempts": 2}, {}, 1, {"disconnected": [HOLDER]}),  # for the second time: after a second
    ],
)
def test_an_interrupted_job_without_a_slot_waits(tenants, held, facts, rules, slots, report):
    SchedulerState.objects.create()
    TenantQueue.objects.create(tenant=tenants[0], **{"running": 1, **rules})
    job = held(**{"attempts": 1, **facts})
    assert reconciled(slots=slots, **report) == []
    job.refresh_from_db()
    assert (job.state, job.charged) == ("stuck", False)


def reconciled(*, slots, disconnected=(), dead=()):
    rows = database.call(connection, "tasks_reconcile", slots, WORKER, list(disconnected), list(dead), False)
    return [(row["job_id"], row["fence"]) for row in rows]


def test_messages_that_were_lost_are_sent_again_in_their_order(tenants, held, worker):
    worker(slots=2)
    lock(database.WORKER_LOCKS, WORKER)
    second, fresh, first = (in_flight(tenants[0], fence=4, since=ago(seconds)) for seconds in (3, -60, 5))
    running = held(since=ago(60), fence=4)
    dispatches = transitions.reconcile()
    assert [(dispatch.job_id, dispatch.fence) for dispatch in dispatches] == [(first.pk, 4), (second.pk, 4)]
    assert [Job.objects.get(pk=job.pk).fence for job in (fresh, running)] == [4, 4]
    assert Job.objects.get(pk=first.pk).since > ago(4)


@pytest.mark.parametrize("vtime", [None, 5])
def test_tenants_with_jobs_are_activated(tenants, vtime):
    if vtime:
        SchedulerState.objects.create(vtime=vtime)
    TenantQueue.objects.create(tenant=tenants[0])
    jobs = {waiting(tenant).pk for tenant in tenants for _ in range(2)}
    assert {dispatch.job_id for dispatch in transitions.reconcile(slots=9)} == jobs
    assert all(0 <= queue.vtime - (vtime or 0) < 0.5 for queue in TenantQueue.objects.all())


def test_a_beat_announces_that_a_worker_lives(worker):
    worker(name="w", slots=1, stopping=False, beat=ago(30), lost_at=ago(5))
    worker(1, beat=ago(7000))
    worker(2, beat=ago(2000))
    value("tasks_beat(%s, 'w', 4, true)", WORKER)
    assert set(WorkerBeat.objects.values_list("key", flat=True)) == {WORKER, 2}
    beat = WorkerBeat.objects.get(key=WORKER)
    assert (beat.lost_at, beat.slots, beat.stopping) == (None, 4, True)
    assert beat.beat > ago(20)
    value("tasks_beat(3, 'new', 1, false)")
    assert WorkerBeat.objects.filter(key=3, name="new", slots=1, stopping=False).exists()


# proves: S2-28
@pytest.mark.django_db(transaction=True)
def test_a_name_belongs_to_one_worker_at_a_time():
    def take(line, name, key):
        return database.call(line, "tasks_take_name", name, key)[0]["tasks_take_name"]

    with closing(database.new_connection()) as one, closing(database.new_connection()) as two:
        for name in "abcdef":
            assert (take(one, name, 1), take(two, name, 2)) == ("held", "taken")
            assert take(two, name, 1) == "again"  # the rest of an earlier session of the same worker
        assert take(two, "g", 2) == "held"
        assert take(two, "a", 1) == "again"


@pytest.mark.parametrize(
    ("facts", "has_lock", "standings"),
    [
        ({}, True, ["alive"]),
        ({}, False, ["away"]),
        ({"lost_at": 1}, False, []),  # dead
        ({"stopping": True}, True, []),
        ({"beat": 11}, False, []),
        ({"key": OTHER}, True, []),  # that is oneself
        ({"name": "v"}, True, []),
    ],
)
def test_other_workers_of_the_same_name(worker, facts, has_lock, standings):
    created = worker(**timed(facts))
    if has_lock:
        lock(database.WORKER_LOCKS, created.key)
    rows = database.call(connection, "tasks_workers_named", "w", OTHER)
    assert [row["status"] for row in rows] == standings
