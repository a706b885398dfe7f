"""The interface between a step and its job."""

import time
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from core.db.ids import uuid7
from tasks.errors import AlreadyCommitted
from tasks.models import Job, JobLog
from tasks.runtime import queue, registry
from tasks.runtime.context import JobContext
from tasks.testing import run_jobs
from tasks.tests.sample_jobs import look
from users.models import Tenant

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def run(enqueue):
    """Run a function as the one step of a job, and give the job as it is seen afterwards."""

    def run(work, *, retry="default", **options):
        registry.step("t.step")(work)
        registry.kind("t.kind", title="T", steps=["t.step"], retry=retry)
        job_id = enqueue("t.kind", options=options)
        run_jobs()
        return look(job_id)

    yield run
    registry.forget("t.kind", "t.step")


def take_away_once(job: JobContext) -> None:
    """Take the job over as recovery does for a dead process, but only the first attempt."""
    if job.attempt == 1:
        Job.objects.filter(pk=job.id).update(fence=99)


def test_a_step_knows_its_job(run, owner):
    subject, values = uuid7(), {}

    def work(job):
        values.update(vars(job))

    view = run(work, subject_id=subject, request_id="r1")
    assert view.state == "success"
    facts = ("id", "kind", "attempt", "is_last_try", "tenant_id", "owner_id", "subject_id", "request_id")
    assert [values[fact] for fact in facts] == [
        view.id, "t.kind", 1, False, owner.tenant_id, owner.pk, subject, "r1",
    ]  # fmt: skip


# proves: S2-38
@pytest.mark.parametrize(("retry", "is_last"), [("never", True), ("default", False)])
def test_a_step_knows_whether_this_is_the_last_attempt(run, retry, is_last):
    values = []
    run(lambda job: values.append(job.is_last_try), retry=retry)
    assert values == [is_last]


# proves: S2-36
@pytest.mark.parametrize(("percent", "stored"), [(-5, 0), (0, 0), (40, 40), (250, 100)])
def test_progress_is_clamped_and_seen_at_once(run, percent, stored):
    values = []

    def work(job):
        job.progress(percent, "x" * 300)
        values.append(Job.objects.values_list("progress", "message").get(pk=job.id))

    run(work)
    assert values == [(stored, "x" * 200)]


def test_progress_is_written_at_most_twice_a_second(run, django_assert_max_num_queries):
    def work(job):
        with django_assert_max_num_queries(1):
            for percent in range(100):
                job.progress(percent)

    assert run(work).state == "success"


@pytest.mark.parametrize("way", ["progress", "guarded"])
def test_what_is_shown_or_stored_is_progress(run, way):
    left = []

    def work(job):
        job.deadline -= 400
        if way == "progress":
            job.progress(50, "Half of it")
        else:
            with job.guarded():
                pass
        left.append(job.deadline - time.monotonic())

    assert run(work).state == "success"
    assert left == [pytest.approx(600, abs=60)]


def test_endless_work_ends(run, settings):
    settings.JOB_MAX_SECONDS = 100
    left = []

    def work(job):
        job.deadline -= 590
        job.extend_deadline()
        left.append(job.deadline - time.monotonic())

    assert run(work).state == "success"
    assert left == [pytest.approx(100, abs=60)]


def test_long_work_extends_its_deadline_at_intervals(run, django_assert_num_queries):
    values = []

    def remaining(job):
        (deadline,) = Job.objects.values_list("deadline", flat=True).filter(pk=job.id)
        return (deadline - timezone.now()).total_seconds(), job.deadline - time.monotonic()

    def work(job):
        with django_assert_num_queries(1):  # the tries of `park`, once
            job.extend_deadline()
            job.extend_deadline()  # it has just begun
        job.deadline -= 400
        Job.objects.filter(pk=job.id).update(deadline=F("deadline") - timedelta(seconds=400))
        values.extend([remaining(job), job.extend_deadline(), remaining(job)])
        with django_assert_num_queries(0):
            job.extend_deadline()

    assert run(work).state == "success"
    before, _, after = values
    assert before == (pytest.approx(200, abs=60), pytest.approx(200, abs=60))
    assert after == (pytest.approx(600, abs=60), pytest.approx(600, abs=60))


# proves: S2-35
def test_a_step_writes_lines_for_the_owner(run):
    view = run(lambda job: job.log("warning", "page 3 is empty", page=3))
    line = JobLog.objects.get(job=view.id)
    assert (line.level, line.message, line.fields, line.attempt) == ("warning", "page 3 is empty", {"page": 3}, 1)


def test_outputs_and_the_end_of_the_job_commit_together(run):
    states = []

    def work(job):
        with job.commit():
            Tenant.objects.create(name="output")
            states.append(look(job.id).state)
        states.append(look(job.id).state)

    run(work)
    assert states == ["running", "success"]
    assert Tenant.objects.filter(name="output").exists()


def test_an_error_inside_the_commit_rolls_the_outputs_back(run):
    def work(job):
        with job.commit():
            Tenant.objects.create(name="output")
            raise ZeroDivisionError

    assert run(work).state == "failed"
    assert not Tenant.objects.filter(name="output").exists()


@pytest.mark.parametrize("block", ["commit", "guarded"])
def test_a_step_that_lost_its_job_cannot_write(run, block):
    def work(job):
        take_away_once(job)
        with getattr(job, block)():
            Tenant.objects.create(name=f"of try {job.attempt}")

    assert run(work).state == "success"
    assert [tenant.name for tenant in Tenant.objects.filter(name__startswith="of try")] == ["of try 2"]


def test_a_guarded_part_does_not_end_the_step(run):
    def work(job):
        for name in ("a", "b"):
            with job.guarded():
                Tenant.objects.create(name=name)
        assert look(job.id).state == "running"

    assert run(work).state == "success"
    assert Tenant.objects.filter(name__in=["a", "b"]).count() == 2


def test_a_step_commits_once(run):
    caught = []

    def work(job):
        with job.commit():
            pass
        with pytest.raises(AlreadyCommitted) as error, job.commit():
            pass
        caught.append(error.value)

    assert run(work).state == "success"
    assert len(caught) == 1


def test_an_error_after_the_commit_does_not_undo_it(run):
    def work(job):
        with job.commit():
            transaction.on_commit(lambda: 1 / 0)

    assert run(work).state == "success"


# proves: S0-10 S0-4
def test_a_step_that_is_asked_to_stop_ends_cancelled(run):
    reached = []

    def work(job):
        queue.cancel(job.id)
        assert look(job.id).state == "running"
        job.check_cancelled()
        reached.append(job)

    view = run(work)
    assert (view.state, view.reason, reached) == ("cancelled", "cancelled", [])


def test_a_step_that_lost_its_job_is_fenced(run):
    reached = []

    def work(job):
        take_away_once(job)
        job.check_cancelled()
        reached.append(job.attempt)

    assert run(work).state == "success"
    assert reached == [2]


def test_a_cancel_between_two_steps_stops_the_chain(enqueue):
    from tasks.tests.sample_jobs import marks

    registry.step("t.one")(lambda job: None)
    registry.kind("t.pair", title="T", steps=["t.one", "sample.note"])
    try:
        job_id = enqueue("t.pair")
        registry.get_step("t.one")
        Job.objects.filter(pk=job_id).update(cancel_requested=True)
        run_jobs()
    finally:
        registry.forget("t.pair", "t.one")
    assert (look(job_id).state, marks()) == ("cancelled", [])


# proves: S0-34
def test_no_transaction_is_open_during_a_step(run):
    values = []
    run(lambda job: values.append(connection.in_atomic_block))
    assert values == [False]
