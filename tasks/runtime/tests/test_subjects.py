"""The subject is locked before the job by everything that ends it (docs/architecture.md, order of locks)."""

from threading import Thread

import pytest
from django.db import OperationalError, connection, transaction

from core.db.ids import uuid7
from tasks.models import DeadLetter, Job
from tasks.runtime import queue, registry, transitions
from tasks.runtime.transitions import Failure, Lease
from tasks.testing import run_jobs
from tasks.tests.sample_jobs import look

pytestmark = pytest.mark.django_db(transaction=True)

HOLDER = 70
FAILURE = Failure(reason="error", code="c", message="m")


def is_free(job_id):
    """Check, from a separate session, that the row of the job is not locked."""
    free = []

    def query():
        try:
            with transaction.atomic():
                free.append(Job.objects.select_for_update(nowait=True).filter(pk=job_id).exists())
        except OperationalError:
            free.append(False)
        finally:
            connection.close()

    thread = Thread(target=query)
    thread.start()
    thread.join()
    return free[0]


@pytest.fixture
def about(enqueue):
    """Have a job about something; `locked` says of what, and whether its job was free at that moment."""
    locked, subject, jobs = [], uuid7(), []

    def make(work=lambda job: None):
        registry.step("t.step")(work)
        registry.kind(
            "t.kind",
            title="T",
            steps=["t.step"],
            retry="never",
            lock_subject=lambda key: locked.append((key == subject, is_free(jobs[0]))),
        )
        jobs.append(enqueue("t.kind", options={"subject_id": subject}))
        return jobs[0], locked

    yield make
    registry.forget("t.kind", "t.step")


def held(job_id):
    (dispatch,) = transitions.reconcile(slots=1)
    lease = Lease(job_id, dispatch.fence, HOLDER)
    transitions.start(lease, "t.step", is_optional=False, worker_key=None, using=connection)
    return lease


# proves: T-5
@pytest.mark.parametrize(
    "end",
    [
        lambda lease: transitions.complete(lease=lease),  # looked up when it is called: mutants replace it
        lambda lease: transitions.fail(lease, FAILURE),
        lambda lease: queue.cancel(lease.job_id),
    ],
)
def test_the_subject_is_locked_before_a_job_ends(about, enqueue, end):
    job_id, locked = about()
    enqueue("t.kind", options={"subject_id": uuid7()})
    end(held(job_id))
    assert locked == [(True, True)]


def test_commits_of_a_job_lock_its_subject_first(about):
    locked_then = []

    def work(job):
        with job.guarded():
            locked_then.append((list(locked), is_free(job.id)))
        with job.commit():
            locked_then.append((list(locked), is_free(job.id)))

    job_id, locked = about(work)
    run_jobs()
    assert look(job_id).state == "success"
    assert locked_then == [([(True, True)], False), ([(True, True)] * 2, False)]


# proves: S0-10
@pytest.mark.parametrize("error", [ValueError, DeadLetter.DoesNotExist])
def test_a_job_that_fails_after_a_cancel_request_is_cancelled(about, error):
    def work(job):
        queue.cancel(job.id)
        raise error

    job_id, _ = about(work)
    run_jobs()
    assert (look(job_id).state, look(job_id).reason) == ("cancelled", "cancelled")
    assert not DeadLetter.objects.exists()
