"""The decision tables of the scheduler, function by function: who is next, what it costs, what is settled."""

import json
import threading
import time
from contextlib import suppress
from datetime import timedelta

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from tasks import database
from tasks.models import Job, SchedulerState, StepRun, TenantQueue, WorkerBeat
from tasks.runtime import transitions
from users.models import Tenant

pytestmark = pytest.mark.django_db

HIGH, LOW = 1, 2


@pytest.fixture
def tenants(db):
    """Create two tenants; the first has the smaller id."""
    return sorted((Tenant.objects.create(name=name) for name in "ab"), key=lambda tenant: tenant.pk)


@pytest.fixture
def tenant(tenants):
    return tenants[0]


@pytest.fixture
def lines():
    """Open two connections, for concurrent sessions."""
    opened = [database.new_connection(), database.new_connection()]
    yield opened
    for line in opened:
        line.close()


def waiting(tenant, **facts):
    return Job.objects.create(kind="sample.note", tenant=tenant, **facts)


def in_flight(tenant, **facts):
    flags = {"state": "scheduled", "queued": False, "inflight": True, "charged": True}
    return waiting(tenant, **flags | facts)


def ended(tenant, **facts):
    """Create a job that has ended and whose account is not settled."""
    flags = {"state": "success", "inflight": False, "finished": timezone.now()}
    return in_flight(tenant, **flags | facts)


def value(sql, *params):
    with connection.cursor() as cursor:
        cursor.execute(f"select {sql}", params)
        return cursor.fetchone()[0]


def account(tenant, **facts):
    return TenantQueue.objects.create(tenant=tenant, **{"active": True, **facts})


# proves: S2-21 S2-24 S2-25 S2-26 X-27
@pytest.mark.parametrize(
    ("policy", "streak", "cycle", "ranks"),
    [
        ("turns", 0, 0, [0, HIGH, LOW]),
        ("turns", 9, 1, [0, HIGH, LOW]),  # to the dead_letter: due stuck jobs first, always
        ("turns", 0, 2, [0, LOW, HIGH]),
        ("turns", 0, 3, [0, LOW, HIGH]),
        ("time", 2, 0, [0, HIGH, LOW]),
        ("time", 3, 0, [HIGH, LOW, 0]),  # three in a row were enough
        ("time", 4, 2, [LOW, HIGH, 0]),
    ],
)
def test_the_order_of_ranks(policy, streak, cycle, ranks):
    queue = json.dumps({"stuck_streak": streak, "cycle": cycle})
    rules = json.dumps({"policy": policy, "max_stuck_streak": 3, "high_share": 2})
    rows = "jsonb_populate_record(null::tasks_tenantqueue, %s), jsonb_populate_record(null::tasks_schedulerstate, %s)"
    assert value(f"tasks_rank_order({rows})", queue, rules) == ranks


@pytest.mark.parametrize(
    ("rate", "tokens", "seconds", "left"),
    [
        (60, 0, 2, 2),
        (60, 3, 2, 5),
        (30, 0.5, 4, 2.5),
        (600, 0, 9, 90),
        (60, 0, 3600, 10),  # ten seconds' worth at most
        (1, 0, 3600, 1),  # but one at least
        (3, 0, 3600, 1),
    ],
)
def test_remaining_tokens_of_a_rate(rate, tokens, seconds, left):
    sql = (
        "tasks_rate_tokens(jsonb_populate_record(null::tasks_tenantqueue, jsonb_build_object("
        "'rate', %s::int, 'tokens', %s::float8, 'tokens_at', clock_timestamp() - make_interval(secs => %s))))"
    )
    assert value(sql, rate, tokens, seconds) == pytest.approx(left, abs=0.05)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (None, 8),
        ({"active": False, "vtime": 5}, 8),  # no credit for sleeping
        ({"active": False, "vtime": 9}, 9),
        ({"active": True, "vtime": 5}, 5),  # it was awake
    ],
)
def test_a_tenant_is_activated_at_the_current_virtual_time(tenant, before, after):
    if before:
        account(tenant, **before)
    value("tasks_activate_tenant(%s, 8)", tenant.pk)
    assert [(q.active, q.vtime) for q in TenantQueue.objects.all()] == [(True, after)]


# proves: S2-23
def test_the_oldest_waiting_job_of_a_rank_is_first(tenants):
    own, foreign = tenants
    waiting(foreign)
    waiting(own, priority=LOW, queue_rank=LOW)
    in_flight(own)
    first, _ = waiting(own), waiting(own)
    long = waiting(own, is_long=True)
    assert value("tasks_first_queued(%s, %s, true)", own.pk, HIGH) == first.pk
    assert value("tasks_first_queued(%s, %s, true)", own.pk, 0) is None
    Job.objects.filter(pk__lt=long.pk, tenant=own).delete()
    waiting(own)
    assert value("tasks_first_queued(%s, %s, true)", own.pk, HIGH) == long.pk
    assert value("tasks_first_queued(%s, %s, false)", own.pk, HIGH) == Job.objects.latest("pk").pk


def test_completed_steps_of_a_job(tenant):
    job, other = waiting(tenant), waiting(tenant)
    for state in ("waiting", "running", "success", "failed", "skipped"):
        for optional in (False, True):
            StepRun.objects.create(job=job, name=f"{state} {optional}", state=state, optional=optional)
    StepRun.objects.create(job=other, name="other", state="success")
    done = {"success False", "success True", "skipped False", "skipped True", "failed True"}
    assert set(value("tasks_done_steps(%s)", job.pk)) == done


def test_slots_of_living_workers_are_counted():
    def count():
        return value("tasks_beating_slots()")

    assert count() == 0
    now = timezone.now()
    for slots, facts in (
        (1, {}),
        (2, {"beat": now - timedelta(seconds=8)}),
        (4, {"beat": now - timedelta(seconds=11)}),
        (8, {"stopping": True}),
        (16, {"lost_at": now}),
    ):
        WorkerBeat.objects.create(key=slots, name="w", slots=slots, **facts)
    assert count() == 3


def test_a_session_is_identified_by_its_lock():
    def lives(lock_class, key):
        return value("tasks_lock_is_held(%s, %s)", lock_class, key)

    value("pg_advisory_xact_lock(77002, 1)::text || pg_advisory_xact_lock(77003, 2)::text")
    value("pg_advisory_xact_lock((77002::bigint << 32) | 3)::text")  # a lock of the other form
    assert [lives(77002, 1), lives(77003, 2)] == [True, True]
    assert [lives(77002, 2), lives(77003, 1), lives(77002, 3), lives(77004, 9)] == [False] * 4


@pytest.mark.parametrize(
    ("first", "second", "is_first"),
    [
        ({"vtime": 1, "turn": 9}, {"vtime": 2, "turn": 3}, True),  # who has had least
        ({"vtime": 2, "turn": 3}, {"vtime": 1, "turn": 9}, False),
        ({"vtime": 1, "turn": 3}, {"vtime": 1, "turn": 9}, True),  # then who was served longer ago
        ({"vtime": 1, "turn": 9}, {"vtime": 1, "turn": 3}, False),
        ({"vtime": 1, "turn": 3}, {"vtime": 1, "turn": 3}, True),  # then always the same
    ],
)
def test_the_next_tenant(tenants, first, second, is_first):
    jobs = [waiting(tenant) for tenant in tenants]
    for tenant, facts in zip(tenants, (first, second), strict=True):
        account(tenant, **facts)
    assert [t.job_id for t in transitions.dispatch(slots=1)] == [jobs[not is_first].pk]


@pytest.mark.parametrize(("policy", "estimate", "cost"), [("turns", 5, 1), ("time", 5, 5), ("time", 0, 0.001)])
def test_dispatched_jobs_are_charged(tenant, policy, estimate, cost):
    SchedulerState.objects.create(policy=policy, turn=6, vtime=3)
    account(tenant, weight=2, estimate=estimate, vtime=10, running=4)
    waiting(tenant)
    transitions.dispatch(slots=1)
    queue, rules, job = TenantQueue.objects.get(), SchedulerState.objects.get(), Job.objects.get()
    assert (queue.vtime, queue.turn, queue.running) == (10 + cost / 2, 7, 5)
    assert (rules.vtime, rules.turn, job.charge) == (10, 7, cost)  # the virtual time is that of who is served


def test_dispatching_updates_the_rows(tenant):
    account(tenant)
    past = timezone.now() - timedelta(hours=1)
    due = {"state": "stuck", "queue_rank": 0, "run_at": past, "since": past, "used": 9.0, "fence": 4}
    job = waiting(tenant, **due)
    (dispatch,) = transitions.dispatch(slots=1)
    job.refresh_from_db()
    assert (dispatch.fence, job.fence, job.state, job.queued, job.used, job.run_at) == (
        5,
        5,
        "scheduled",
        False,
        0,
        None,
    )
    assert job.since > past


@pytest.mark.parametrize(("queue_rank", "streak", "cycle"), [(0, 6, 1), (HIGH, 0, 2), (LOW, 0, 2)])
def test_streak_and_cycle_of_the_policy_turns(tenant, queue_rank, streak, cycle):
    SchedulerState.objects.create(policy="turns")
    account(tenant, stuck_streak=5, cycle=1)
    waiting(tenant, queue_rank=queue_rank, priority=queue_rank or HIGH)
    transitions.dispatch(slots=1)
    queue = TenantQueue.objects.get()
    assert (queue.stuck_streak, queue.cycle) == (streak, cycle)


def test_the_cycle_of_the_policy_turns_starts_again(tenant):
    account(tenant, cycle=2)
    waiting(tenant)
    transitions.dispatch(slots=1)
    assert TenantQueue.objects.get().cycle == 0


def test_a_dispatch_uses_a_token_of_its_tenant_only(tenants):
    now = timezone.now()
    for tenant in tenants:
        account(tenant, rate=60, tokens=5, tokens_at=now, vtime=tenant.name == "b")
        waiting(tenant)
    transitions.dispatch(slots=1)
    left = {queue.vtime >= 1: (queue.tokens, queue.tokens_at) for queue in TenantQueue.objects.all()}
    assert left[True] == (5, now)
    assert left[False][0] == pytest.approx(4, abs=0.9)
    assert left[False][1] > now


def test_tenants_with_jobs_are_activated_and_others_deactivated(tenants):
    account(tenants[1])
    job = waiting(tenants[0])
    assert [t.job_id for t in transitions.dispatch(tenants[0].pk, slots=2)] == [job.pk]
    assert [queue.active for queue in TenantQueue.objects.all()] == [False, False]


def test_an_open_account_of_an_earlier_attempt_is_settled_first(tenant):
    account(tenant, running=1)
    waiting(tenant, state="stuck", queue_rank=0, run_at=timezone.now(), charged=True)
    transitions.dispatch(slots=1)
    assert TenantQueue.objects.get().running == 1


@pytest.mark.parametrize(
    ("policy", "estimate", "expected", "moved"),
    [
        ("time", 0, 8, 3),  # the first that was ever seen
        ("time", 1, 0.8 + 1.6, 3),
        ("time", 10, 8 + 1.6, 3),
        ("turns", 10, 8 + 1.6, 0),
    ],
)
def test_an_end_corrects_the_account_by_the_used_time(tenants, policy, estimate, expected, moved):
    SchedulerState.objects.create(policy=policy)
    own, foreign = tenants
    account(own, running=3, estimate=estimate, vtime=10, weight=2)
    account(foreign, running=3, vtime=10)
    job, other = ended(own, used=8, charge=2), ended(own)
    value("tasks_settle(%s)", job.pk)
    queue, untouched = TenantQueue.objects.get(tenant=own), TenantQueue.objects.get(tenant=foreign)
    assert (queue.running, queue.estimate, queue.vtime) == (2, pytest.approx(expected), 10 + moved)
    assert (untouched.running, untouched.vtime) == (3, 10)
    assert [Job.objects.get(pk=key).charged for key in (job.pk, other.pk)] == [False, True]


@pytest.mark.parametrize("running", [1, 0])
def test_the_count_of_running_jobs_is_never_negative(tenant, running):
    account(tenant, running=running)
    value("tasks_settle(%s)", ended(tenant).pk)
    assert TenantQueue.objects.get().running == 0


def test_running_and_settled_jobs_are_not_settled(tenant):
    account(tenant, running=2)
    for job in (in_flight(tenant), waiting(tenant)):
        value("tasks_settle(%s)", job.pk)
    assert TenantQueue.objects.get().running == 2


# proves: S2-27
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("function", ["tasks_dispatch()", "tasks_reconcile()"])
def test_dispatching_is_serialized(lines, function):
    database.select(lines[0], "select pg_advisory_lock(77001)")
    with transaction.atomic():
        value("set_config('lock_timeout', '100ms', true)")
        with pytest.raises(OperationalError, match="lock timeout"), transaction.atomic():
            value(function)


@pytest.mark.django_db(transaction=True)
def test_settling_waits_before_it_changes_an_account(tenant, lines):
    account(tenant, running=1)
    job, (line, rival), touched = ended(tenant), lines, True
    database.select(rival, "select pg_advisory_lock(77001)")
    line.inc_thread_sharing()
    settling = threading.Thread(target=transitions.settle_and_dispatch, args=(job.pk,), kwargs={"using": line})
    settling.start()
    while settling.is_alive() and not value(
        "exists (select from pg_locks where locktype = 'advisory' and not granted)"
    ):
        time.sleep(0.001)
    with suppress(OperationalError):
        database.select(connection, "select tenant_id from tasks_tenantqueue for update nowait")
        touched = False
    rival.close()
    settling.join()
    assert not touched
    assert TenantQueue.objects.get().running == 0
