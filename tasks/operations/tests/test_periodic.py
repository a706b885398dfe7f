"""Schedules in rows: one submits, however many look; a job that lives is not joined by another."""

import threading
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from tasks import system_tenant
from tasks.models import DeadLetter, Job, JobLog, Schedule, StepRun, TenantQueue
from tasks.operations import cleanup, dead_letters, periodic
from tasks.runtime import queue
from tasks.testing import run_jobs
from tasks.tests.sample_jobs import look, marks

pytestmark = pytest.mark.django_db


@pytest.fixture
def schedule(db):
    """Make a schedule that is due now."""

    def make(**facts):
        defaults = {"name": "s", "kind": "sample.note", "cron": "* * * * *", "next_at": timezone.now()}
        return Schedule.objects.create(**(defaults | facts))

    return make


def make_due(row):
    Schedule.objects.filter(pk=row.pk).update(next_at=timezone.now())


# proves: S2-44 S2-46
def test_a_due_schedule_submits_once_for_the_system(schedule):
    row = schedule(args={"word": "tick"})
    assert [periodic.tick(), periodic.tick()] == [1, 0]
    job = Job.objects.get()
    assert (job.tenant_id, job.owner_id, job.pk) == (system_tenant.TENANT_ID, None, Schedule.objects.get().last_job_id)
    assert run_jobs() == 1
    assert marks() == ["tick"]
    assert Schedule.objects.get().last_tick == row.next_at


# proves: S2-44
def test_missed_ticks_count_once(schedule):
    schedule(next_at=timezone.now() - timedelta(days=3))
    assert periodic.tick() == 1
    assert Schedule.objects.get().next_at > timezone.now()


# proves: S2-44
@pytest.mark.django_db(transaction=True)
def test_concurrent_ticks_enqueue_one_job(schedule):
    schedule()
    barrier, counts = threading.Barrier(8), []

    def look_at():
        barrier.wait()
        counts.append(periodic.tick())
        connection.close()

    threads = [threading.Thread(target=look_at) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (sum(counts), Job.objects.count()) == (1, 1)


# proves: S2-44 DD-7
def test_a_live_job_prevents_a_second_one(schedule):
    row = schedule()
    periodic.tick()
    make_due(row)
    assert (periodic.tick(), Job.objects.count()) == (0, 1)
    run_jobs()
    make_due(row)
    assert (periodic.tick(), Job.objects.count()) == (1, 2)


def test_a_new_schedule_waits_for_its_first_tick(schedule):
    schedule(next_at=None)
    assert periodic.tick() == 0
    assert 0 <= (Schedule.objects.get().next_at - timezone.now()).total_seconds() <= 60


@pytest.mark.parametrize("facts", [{"cron": "61 * * * *"}, {"timezone": "Mars/Olympus"}])
def test_a_broken_schedule_is_disabled_and_does_not_stop_others(schedule, facts):
    schedule(name="bad", **facts)
    schedule(name="good")
    assert periodic.tick() == 1
    assert dict(Schedule.objects.values_list("name", "enabled")) == {"bad": False, "good": True}


def test_a_schedule_of_an_unknown_kind_waits_for_workers_that_know_it(schedule):
    row = schedule(name="of the next release", kind="sample.next")
    schedule(name="good")
    assert periodic.tick() == 1
    left = Schedule.objects.get(pk=row.pk)
    assert (left.enabled, left.next_at, left.last_job_id) == (True, row.next_at, None)


def test_a_disabled_schedule_does_not_run(schedule):
    schedule(enabled=False)
    assert periodic.tick() == 0


def test_declared_schedules_are_created_once_and_kept():
    periodic.create_declared()
    Schedule.objects.filter(name="tasks.cleanup").update(cron="0 5 * * *")
    periodic.create_declared()
    assert Schedule.objects.get(name="tasks.cleanup").cron == "0 5 * * *"


# proves: S2-46 DD-15
def test_the_system_tenant_has_one_slot_and_a_small_share():
    account = TenantQueue.objects.get(pk=system_tenant.tenant_id())
    assert (account.cap, account.weight) == (1, 0.25)
    TenantQueue.objects.update(cap=3)
    assert TenantQueue.objects.get(pk=system_tenant.tenant_id()).cap == 3


@pytest.fixture
def ended(enqueue):
    """Make jobs that ended so many days ago."""

    def make(days, *, count=1, kind="sample.chain", **args):
        jobs = [enqueue(kind, **args) for _ in range(count)]
        run_jobs()
        Job.objects.filter(pk__in=jobs).update(finished=timezone.now() - timedelta(days=days))
        return jobs

    return make


# proves: S2-47
@pytest.mark.full
def test_old_jobs_are_deleted_in_batches(ended, enqueue):
    ended(31, count=250, kind="sample.note")
    remaining = [*ended(29), enqueue("sample.note")]
    batches = []
    assert cleanup.delete_old(after_each=lambda: batches.append(Job.objects.count())) == 250
    assert batches == [152, 52, 2]
    assert set(Job.objects.values_list("pk", flat=True)) == set(remaining)
    assert StepRun.objects.exclude(job__in=remaining).count() == 0


# proves: S2-47
def test_a_job_with_an_open_dead_letter_is_kept(ended):
    (job_id,) = ended(31, kind="sample.fail", how="user")
    assert cleanup.delete_old() == 0
    dead_letters.discard(DeadLetter.objects.get().pk)
    assert cleanup.delete_old() == 1
    assert [model.objects.count() for model in (Job, DeadLetter, JobLog)] == [0, 0, 0]
    assert queue.job_view(job_id) is None


def test_the_cleanup_logs_the_number_of_deleted_jobs(ended, enqueue):
    ended(31, count=3)
    job_id = enqueue("tasks.cleanup")
    run_jobs()
    assert look(job_id).state == "success"
    assert [line.message for line in queue.log_of(job_id)] == ["3 old jobs deleted."]
