"""Fair dispatch: the order of tenants and jobs, each job once."""

import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from itertools import islice

import pytest
from django.db import connection

from tasks import database
from tasks.models import Job, SchedulerState, TenantQueue
from tasks.runtime import queue, scheduler, transitions
from tasks.runtime.transitions import Lease
from tasks.states import Priority, Reason
from tasks.testing import run_jobs
from users.models import Tenant

pytestmark = pytest.mark.django_db


@pytest.fixture
def tenants(db):
    return {name: Tenant.objects.create(name=name) for name in "abc"}


def add(tenant, *, number=1, priority=Priority.HIGH, kind="sample.note"):
    options = {"tenant_id": tenant.pk, "owner_id": None, "priority": priority}
    return [queue.enqueue(kind, args={}, **options) for _ in range(number)]


def serve(dispatch, *, seconds=0.0):
    """Run a job to its end without running anything, as if it had taken `seconds`."""
    lease = Lease(dispatch.job_id, dispatch.fence, database.random_key())
    transitions.start(lease, "sample.note", is_optional=False, worker_key=None, using=connection)
    with connection.cursor() as cursor:
        cursor.execute(
            "update tasks_job set began = began - make_interval(secs => %s) where id = %s", [seconds, dispatch.job_id]
        )
    transitions.end_step(lease, "sample.note", is_last=True)


def served(seconds=lambda job: 0.0):
    """Return the jobs in the order in which one slot serves them."""
    while dispatches := transitions.reconcile(slots=1):
        (dispatch,) = dispatches
        job = Job.objects.select_related("tenant").get(pk=dispatch.job_id)
        serve(dispatch, seconds=seconds(job))
        yield job


def set_policy(policy):
    SchedulerState.objects.get_or_create()
    scheduler.change_policy(policy)


# proves: S2-17 S2-18 S2-19 S2-20
def test_round_robin_over_tenants(tenants):
    set_policy("turns")
    for name, number in (("a", 4), ("b", 2), ("c", 3)):
        add(tenants[name], number=number)
    assert "".join(job.tenant.name for job in served()) == "abcabcaca"
    assert transitions.reconcile(slots=1) == []


# proves: DD-3
def test_the_turn_is_kept_in_the_database(tenants):
    set_policy("turns")
    for tenant in tenants.values():
        add(tenant, number=2)
    assert [job.tenant.name for job in islice(served(), 2)] == ["a", "b"]
    connection.cursor().execute("discard plans")
    assert next(served()).tenant.name == "c"


# proves: S2-G2 S2-2
@pytest.mark.full
def test_policy_time_shares_workers_by_duration(tenants):
    for name, number in (("a", 30), ("b", 300), ("c", 300)):
        add(tenants[name], number=number)
    length = {"a": 30.0, "b": 3.0, "c": 1.0}
    used = dict.fromkeys(length, 0.0)
    for job in served(lambda job: length[job.tenant.name]):
        used[job.tenant.name] += length[job.tenant.name]
        if sum(used.values()) > 600:
            break
    shares = list(used.values())
    jain = sum(shares) ** 2 / (3 * sum(share**2 for share in shares))
    assert jain > 0.98


def test_an_idle_tenant_gets_no_credit(tenants):
    add(tenants["a"], number=20)
    for _ in islice(served(lambda _: 10), 10):
        pass
    add(tenants["b"], number=20)
    names = [job.tenant.name for job in islice(served(lambda _: 10), 10)]
    assert Counter(names)["a"] >= 4


# proves: S2-24 S2-25 S2-26 S3-G1
@pytest.mark.parametrize(
    ("shares", "order"),
    [
        ((2, 1), "HHLHHLHHLL"),  # two high, one low; low alone when no high is left
        ((3, 1), "HHHLHHHLLL"),
        ((4, 1), "HHHHLHHLLL"),
    ],
)
def test_priorities_are_counted(tenants, shares, order):
    SchedulerState.objects.create(high_share=shares[0], low_share=shares[1])
    add(tenants["a"], number=4, priority=Priority.LOW)
    add(tenants["a"], number=6, priority=Priority.HIGH)
    assert "".join("HL"[job.priority - 1] for job in served()) == order


# proves: S2-23
def test_equal_jobs_are_served_in_order(tenants):
    jobs = add(tenants["a"], number=5)
    assert [job.pk for job in served()] == jobs


def make_stuck(tenant, *, number):
    jobs = add(tenant, number=number)
    for dispatch in transitions.reconcile(slots=number):
        lease = Lease(dispatch.job_id, dispatch.fence, None)
        failure = transitions.Failure(reason=Reason.DEPENDENCY, code="c", message="m")
        transitions.defer_retry(lease, failure, seconds=0)
    return jobs


# proves: S2-21 X-27 S2-G5
@pytest.mark.parametrize(
    ("policy", "order"),
    [
        ("turns", "ssssswww"),  # to the dead_letter: due stuck jobs first
        ("time", "ssswssww"),  # at most three in a row
    ],
)
def test_due_stuck_jobs_come_first(tenants, policy, order):
    stuck = make_stuck(tenants["a"], number=5)
    set_policy(policy)
    TenantQueue.objects.update(stuck_streak=0)
    add(tenants["a"], number=3)
    assert "".join("s" if job.pk in stuck else "w" for job in served()) == order


# proves: S2-G4
def test_a_cap_bounds_the_jobs_in_flight(tenants):
    add(tenants["a"], number=5)
    add(tenants["b"], number=1)
    TenantQueue.objects.create(tenant=tenants["a"], cap=2)
    dispatches = transitions.reconcile(slots=10)
    assert Counter(Job.objects.get(pk=t.job_id).tenant.name for t in dispatches) == {"a": 2, "b": 1}
    serve(dispatches[0])
    assert len(transitions.settle_and_dispatch(dispatches[0].job_id, slots=10)) == 1


def test_a_paused_tenant_waits(tenants):
    jobs = add(tenants["a"], number=1)
    TenantQueue.objects.create(tenant=tenants["a"], paused=True)
    assert transitions.reconcile(slots=1) == []
    TenantQueue.objects.update(paused=False)
    assert [dispatch.job_id for dispatch in transitions.reconcile(slots=1)] == jobs


def test_weight_multiplies_a_tenants_share(tenants):
    set_policy("turns")
    for name in "ab":
        add(tenants[name], number=30)
    TenantQueue.objects.create(tenant=tenants["a"], weight=3)
    assert Counter(job.tenant.name for job in islice(served(), 20))["a"] == 15


def test_only_free_slots_are_filled(tenants):
    add(tenants["a"], number=5)
    dispatches = transitions.reconcile(slots=2)
    assert len(dispatches) == 2
    assert transitions.dispatch(slots=2) == []
    serve(dispatches[0])
    assert len(transitions.settle_and_dispatch(dispatches[0].job_id, slots=2)) == 1


def test_nothing_is_dispatched_without_a_living_worker(tenants):
    add(tenants["a"])
    assert transitions.dispatch(tenants["a"].pk) == []
    assert Job.objects.get().state == "waiting"


# proves: DD-6
def test_a_lost_activation_is_repaired_by_reconciling(tenants):
    add(tenants["a"])  # no_user called release
    assert len(transitions.reconcile(slots=1)) == 1


def test_an_account_is_settled_once(tenants):
    add(tenants["a"], number=2)
    (dispatch,) = transitions.reconcile(slots=1)
    serve(dispatch, seconds=2)
    for _ in range(3):
        transitions.settle_and_dispatch(dispatch.job_id, slots=0)
        transitions.reconcile(slots=0)
    account = TenantQueue.objects.get()
    assert account.running == 0
    assert account.vtime == pytest.approx(2, abs=1)


# proves: DD-5
def test_cancelling_frees_exactly_one_slot(tenants):
    waiting, scheduled = add(tenants["a"], number=2)
    (dispatch,) = transitions.reconcile(slots=1)
    assert dispatch.job_id == waiting
    for job_id in (waiting, scheduled):
        queue.cancel(job_id)
        transitions.settle_and_dispatch(job_id, slots=0)
    assert TenantQueue.objects.get().running == 0


# proves: DD-2
def test_reconciling_does_not_change_counters_of_due_retries(tenants):
    (job_id,) = make_stuck(tenants["a"], number=1)
    before = Job.objects.get(pk=job_id).failures
    for _ in range(5):
        transitions.reconcile(slots=0)
    assert Job.objects.get(pk=job_id).failures == before
    assert len(transitions.reconcile(slots=1)) == 1


def test_missing_rows_of_the_scheduler_are_created(tenants):
    add(tenants["a"])
    run_jobs()
    SchedulerState.objects.all().delete()
    TenantQueue.objects.all().delete()
    add(tenants["a"])
    assert run_jobs() == 1


def in_threads(number, work):
    """Run `work` in so many threads at once, each with a connection of its own; give the results."""
    barrier = threading.Barrier(number)

    def run(_):
        barrier.wait()
        try:
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(number) as pool:
        return list(pool.map(run, range(number)))


# proves: S0-34 S2-27
@pytest.mark.django_db(transaction=True)
def test_concurrent_dispatches_give_every_job_once(tenants):
    for tenant in tenants.values():
        add(tenant, number=100)

    def take():
        taken, dispatches = (
            [],
            [dispatch for t in tenants.values() for dispatch in transitions.dispatch(t.pk, slots=16)],
        )
        while dispatches:
            dispatch = dispatches.pop()
            serve(dispatch)
            taken.append(dispatch.job_id)
            dispatches += transitions.settle_and_dispatch(dispatch.job_id, slots=16)
        return taken

    taken = [job_id for part in in_threads(16, take) for job_id in part]
    assert len(taken) == len(set(taken)) == 300
    assert Job.objects.filter(state="success").count() == 300


# proves: S3-24
@pytest.mark.django_db(transaction=True)
def test_a_duplicated_message_starts_once(tenants):
    add(tenants["a"])
    (dispatch,) = transitions.reconcile(slots=1)

    def deliver():
        lease = Lease(dispatch.job_id, dispatch.fence, database.random_key())
        return transitions.start(lease, "sample.note", is_optional=False, worker_key=None, using=connection).verdict

    assert Counter(in_threads(8, deliver)) == {"go": 1, "refused": 7}


def test_the_queue_is_never_scanned(tenants):
    def scans():
        sql = (
            "select coalesce(sum(seq_scan), 0)::int as n from pg_stat_xact_user_tables "
            "where relname in ('tasks_job', 'tasks_steprun', 'tasks_tenantqueue')"
        )
        return database.select(connection, sql)[0]["n"]

    jobs = add(tenants["a"], number=5)
    before = scans()
    for _ in jobs:
        (dispatch,) = transitions.reconcile(slots=1)
        serve(dispatch)
        transitions.settle_and_dispatch(dispatch.job_id, slots=0)
    assert scans() == before
