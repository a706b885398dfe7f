"""Long jobs leave one slot free, so that what users wait for is not held up by them."""

import pytest
from django.db import connection

from tasks import database
from tasks.models import Job, TenantQueue
from tasks.runtime import queue, transitions
from tasks.runtime.registry import get_kind
from users.models import Tenant

pytestmark = pytest.mark.django_db

LOW = 2


@pytest.fixture
def tenants(db):
    return [Tenant.objects.create(name=name) for name in "ab"]


@pytest.fixture
def tenant(tenants):
    return tenants[0]


def waiting(tenant, kind, **facts):
    """Create jobs from a text: `l` is a long one, `s` a short one; return them by their place."""
    rows = [Job.objects.create(kind="sample.note", tenant=tenant, is_long=each == "l", **facts) for each in kind]
    TenantQueue.objects.update_or_create(tenant=tenant, defaults={"active": True})
    return rows


def dispatched(*, slots, jobs):
    """Return the places of the jobs that get a slot now, in their order."""
    chosen = [each.job_id for each in transitions.dispatch(slots=slots)]
    return [[job.pk for job in jobs].index(key) for key in chosen]


def end(job):
    """End a job as a worker does that is stopped by a user."""
    queue.cancel(job.pk)
    database.call(connection, "tasks_settle", job.pk)


@pytest.mark.parametrize(
    ("kinds", "slots", "expected"),
    [
        ("lll", 2, [0]),
        ("llls", 2, [0, 3]),
        ("slls", 2, [0, 1]),  # the oldest first, as long as one slot is left
        ("lsss", 4, [0, 1, 2, 3]),
        ("llllll", 4, [0, 1, 2]),
        ("llls", 1, [0]),  # the only slot is for all
        ("ssll", 1, [0]),
        ("lll", 0, []),
    ],
)
def test_one_slot_is_kept_free_of_long_jobs(tenant, kinds, slots, expected):
    jobs = waiting(tenant, kinds)
    assert dispatched(slots=slots, jobs=jobs) == expected


def test_a_long_job_begins_when_another_one_ends(tenant):
    jobs = waiting(tenant, "ll")
    assert dispatched(slots=2, jobs=jobs) == [0]
    assert dispatched(slots=2, jobs=jobs) == []
    end(jobs[0])
    assert dispatched(slots=2, jobs=jobs) == [1]


def test_long_jobs_of_one_tenant_do_not_hold_up_another_one(tenants):
    first, second = tenants
    long = waiting(first, "ll")
    short = waiting(second, "s")
    assert sorted(dispatched(slots=2, jobs=long + short)) == [0, 2]


def test_long_jobs_of_high_priority_let_short_ones_of_low_priority_pass(tenant):
    jobs = waiting(tenant, "ll") + waiting(tenant, "s", priority=LOW, queue_rank=LOW)
    assert dispatched(slots=2, jobs=jobs) == [0, 2]


def test_a_tenant_that_has_long_jobs_only_stays_active(tenant):
    jobs = waiting(tenant, "ll")
    assert dispatched(slots=2, jobs=jobs) == [0]
    assert TenantQueue.objects.get(tenant=tenant).active


def test_a_tenant_without_jobs_sleeps_while_long_ones_run(tenants):
    first, second = tenants
    jobs = waiting(first, "l")
    TenantQueue.objects.create(tenant=second, active=True)
    assert dispatched(slots=2, jobs=jobs) == [0]
    assert not TenantQueue.objects.filter(active=True).exists()


def test_processing_is_short_and_what_waits_for_a_language_model_or_analyzes_is_long():
    names = ("documents.process", "corpuses.embed", "corpuses.analyze", "corpuses.extract_row", "corpuses.extract")
    assert [get_kind(name).is_long for name in names] == [False, False, True, True, True]


def test_a_job_has_the_length_of_its_kind(tenant, enqueue):
    assert not Job.objects.get(pk=enqueue("sample.note")).is_long
