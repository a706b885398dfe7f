"""A job that has to wait for a server gives its slot back."""

import pytest
from django.utils import timezone

from core.errors import DependencyFault
from tasks.errors import Fenced
from tasks.models import DeadLetter, Job, JobLog, StepRun
from tasks.runtime import queue, registry, transitions
from tasks.runtime.transitions import Lease
from tasks.testing import run_jobs
from tasks.tests.sample_jobs import look

pytestmark = pytest.mark.django_db(transaction=True)


class Away(DependencyFault):
    """The server is away."""

    code = "away"


@pytest.fixture
def begin(enqueue):
    """Enqueue a job with two steps, of which the second is this function, and let it run until it waits."""

    def begin(work):
        registry.step("t.before")(lambda job: None)
        registry.step("t.step")(work)
        registry.kind("t.kind", title="T", steps=["t.before", "t.step"], retry="never")
        job_id = enqueue("t.kind")
        run_jobs()
        return job_id

    yield begin
    registry.forget("t.kind", "t.before", "t.step")


def test_a_parked_job_has_no_slot_and_begins_its_step_again(begin):
    servers = [False, True]

    def work(job):
        if not servers.pop(0):
            job.park(Away(), seconds=20, tries=5)

    job_id = begin(work)
    job = Job.objects.get(pk=job_id)
    assert (job.state, job.queued, job.inflight, job.holder, job.deadline) == ("stuck", False, False, None, None)
    assert 15 < (job.run_at - timezone.now()).total_seconds() <= 20
    assert (job.reason, job.error_code, job.error_message) == ("dependency", "away", "The server is away.")
    assert (job.attempts, job.failures, job.crashes, job.tries) == (0, 0, 0, 1)
    assert [step.state for step in look(job_id).steps] == ["success", "waiting"]
    assert list(JobLog.objects.values_list("level", "message")) == [("warning", "The server is away.")]
    assert run_jobs() == 0  # it is not due
    assert run_jobs(skip_waits=True) == 1
    view = look(job_id)
    assert (view.state, view.attempts, view.error_code) == ("success", 1, "")
    assert [step.state for step in view.steps] == ["success", "success"]
    assert not DeadLetter.objects.exists()


# proves: S0-12
def test_the_last_of_so_many_tries_in_a_row_ends_the_attempt(begin):
    calls = []

    def work(job):
        calls.append(job.attempt)
        job.park(Away(), seconds=20, tries=4)

    job_id = begin(work)
    run_jobs(skip_waits=True)
    view = look(job_id)
    assert (calls, view.state, view.reason, view.error_code) == ([1, 1, 1, 1], "failed", "dependency", "away")
    assert DeadLetter.objects.get().error_code == "away"
    transitions.requeue(job_id)
    assert Job.objects.get().tries == 0


def test_progress_begins_the_count_anew(begin):
    calls = []

    def work(job):
        calls.append(1)
        if len(calls) % 3 == 0:
            job.extend_deadline()
        if len(calls) < 8:
            job.park(Away(), seconds=20, tries=4)

    job_id = begin(work)
    run_jobs(skip_waits=True)
    assert (look(job_id).state, len(calls)) == ("success", 8)


def test_waiting_without_a_request_is_no_try(begin):
    calls = []

    def work(job):
        calls.append(1)
        if len(calls) < 50:
            job.park(Away(), seconds=20)

    job_id = begin(work)
    run_jobs(skip_waits=True)
    assert (look(job_id).state, len(calls)) == ("success", 50)
    assert not JobLog.objects.exists()  # a long outage does not fill the log


def test_an_optional_step_may_wait(enqueue):
    servers = [False, True]

    def work(job):
        if not servers.pop(0):
            job.park(Away(), seconds=20, tries=5)

    registry.step("t.optional", optional=True)(work)
    registry.kind("t.kind", title="T", steps=["t.optional"])
    try:
        job_id = enqueue("t.kind")
        run_jobs()
        assert look(job_id).state == "stuck"
        run_jobs(skip_waits=True)
        assert (look(job_id).state, servers) == ("success", [])
    finally:
        registry.forget("t.kind", "t.optional")


def test_a_user_cancels_a_job_that_waits(begin):
    job_id = begin(lambda job: job.park(Away(), seconds=20))
    queue.cancel(job_id)
    assert look(job_id).state == "cancelled"


def test_a_job_that_is_cancelled_while_it_asks_does_not_wait(begin):
    def work(job):
        Job.objects.filter(pk=job.id).update(cancel_requested=True)
        job.park(Away(), seconds=20, tries=5)

    assert look(begin(work)).state == "cancelled"


def test_a_job_that_was_taken_over_is_not_parked(begin):
    fences = []

    def work(job):
        fences.append(job.attempt)
        if len(fences) == 1:
            Job.objects.filter(pk=job.id).update(fence=99)
            job.park(Away(), seconds=20)

    view = look(begin(work))
    assert (view.state, view.error_code, len(fences)) == ("success", "", 2)  # the job went on where it was taken


def test_parking_changes_its_own_step_only(begin):
    def work(job):
        StepRun.objects.create(job_id=job.id, name="t.earlier", state="failed", finished="2020-01-01T00:00:00Z")
        job.park(Away(), seconds=20)

    job_id = begin(work)
    states = dict(StepRun.objects.values_list("name", "state"))
    assert states == {"t.before": "success", "t.step": "waiting", "t.earlier": "failed"}
    with pytest.raises(Fenced):
        transitions.park(Lease(job_id, 1, 77), seconds=1, code="away", message="Away.", tries=1)
