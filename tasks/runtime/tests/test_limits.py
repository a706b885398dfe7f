"""A tenant's rate, and how much is given out at once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tasks import database
from tasks.models import Job, SchedulerState, TenantQueue, WorkerBeat
from tasks.runtime import transitions
from tasks.runtime.tests.test_release import add
from users.models import Tenant

pytestmark = pytest.mark.django_db


@pytest.fixture
def tenant(db):
    return Tenant.objects.create(name="a")


@pytest.fixture
def worker(db):
    """Register a running worker with two slots, and set a window of two."""
    line, key = database.new_connection(), database.random_key()
    assert database.try_lock(line, database.WORKER_LOCKS, key)
    SchedulerState.objects.get_or_create()
    yield WorkerBeat.objects.create(key=key, name="w", slots=2)
    line.close()


@pytest.mark.parametrize(
    ("rate", "seconds", "dispatched"),
    [
        (60, 0, 0),
        (60, 1.1, 1),
        (60, 5.1, 5),
        (60, 3600, 10),  # ten seconds' worth at once
        (1, 3600, 1),  # and at least one
        (1, 59, 0),
        (None, 0, 100),
    ],
)
def test_a_tenant_begins_no_more_than_its_rate(tenant, rate, seconds, dispatched):
    TenantQueue.objects.create(tenant=tenant, rate=rate, tokens_at=timezone.now())
    add(tenant, number=100)
    TenantQueue.objects.update(tokens_at=timezone.now() - timedelta(seconds=seconds))
    assert len(transitions.reconcile(slots=100)) == dispatched
    TenantQueue.objects.update(tokens_at=timezone.now())  # however long that took on a busy machine
    assert transitions.reconcile(slots=100) == []


def test_the_rate_of_a_tenant_does_not_delay_others(tenant):
    TenantQueue.objects.create(tenant=tenant, rate=1, tokens_at=timezone.now())
    other = Tenant.objects.create(name="b")
    add(tenant, number=3)
    (job_id,) = add(other)
    assert [dispatch.job_id for dispatch in transitions.reconcile(slots=5)] == [job_id]


def test_slots_and_window_limit_dispatched_jobs(tenant, worker):
    add(tenant, number=30)
    assert len(transitions.reconcile()) == 4
    assert Job.objects.filter(inflight=True).count() == 4


def test_a_dead_worker_is_not_counted_after_the_next_observation(tenant, worker):
    WorkerBeat.objects.create(key=database.random_key(), name="dead", slots=7)
    add(tenant, number=30)
    assert len(transitions.reconcile()) == 4
