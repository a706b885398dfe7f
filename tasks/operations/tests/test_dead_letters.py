"""Jobs that failed for good: written with the end, listed, requeued once, discarded."""

import threading
from contextlib import suppress
from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import connection, transaction
from django.utils import timezone

from core.db.ids import uuid7
from tasks.errors import DeadLetterIsClosed, DeadLetterNotFound
from tasks.models import DeadLetter, Job
from tasks.operations import dead_letters
from tasks.runtime import queue
from tasks.signals import job_finished
from tasks.testing import run_jobs
from tasks.tests.sample_jobs import look, marks

pytestmark = pytest.mark.django_db


@pytest.fixture
def failed(enqueue):
    """Make a job that has failed; gives its id."""

    def make(how="user", **args):
        job_id = enqueue("sample.fail", how=how, **args)
        run_jobs(skip_waits=True)
        return job_id

    return make


def dead_letter_of(job_id) -> DeadLetter:
    return DeadLetter.objects.get(job=job_id)


# proves: S3-45 S2-G8 S0-G4 X-11
@pytest.mark.parametrize(
    ("how", "reason", "attempts"), [("user", "user_fault", 1), ("bug", "error", 1), ("dependency", "exhausted", 3)]
)
def test_a_failed_job_leaves_a_dead_letter_with_the_reason(failed, how, reason, attempts):
    dead_letter = dead_letter_of(failed(how))
    assert (dead_letter.kind, dead_letter.reason, dead_letter.attempts, dead_letter.crashes) == (
        "sample.fail",
        reason,
        attempts,
        0,
    )
    assert dead_letter.first_failed_at <= dead_letter.last_failed_at == dead_letter.job.finished


@pytest.mark.parametrize("state", ["success", "cancelled"])
def test_other_ends_create_no_dead_letter(enqueue, state):
    job_id = enqueue("sample.note")
    if state == "cancelled":
        queue.cancel(job_id)
    run_jobs()
    assert look(job_id).state == state
    assert dead_letters.open_dead_letters().count() == 0


# proves: S3-45
@pytest.mark.django_db(transaction=True)
def test_a_dead_letter_is_rolled_back_with_the_end_of_the_job(enqueue):
    def refuse(**_):
        raise ZeroDivisionError

    job_id = enqueue("sample.fail", how="user")
    job_finished.connect(refuse)
    try:
        run_jobs()
    finally:
        job_finished.disconnect(refuse)
    assert (look(job_id).is_finished, dead_letters.open_dead_letters().count()) == (False, 0)
    run_jobs()
    assert (look(job_id).state, dead_letters.open_dead_letters().count()) == ("failed", 1)


# proves: S3-46 S3-47
def test_dead_letters_are_filtered_and_counted(failed, owner):
    old, new = failed("user"), failed("bug")
    DeadLetter.objects.filter(job=old).update(last_failed_at=timezone.now() - timedelta(days=2))
    for filters, expected in (
        ({}, [new, old]),
        ({"reason": "error"}, [new]),
        ({"since": timezone.now() - timedelta(days=1)}, [new]),
        ({"kind": "sample.note"}, []),
        ({"tenant_id": owner.tenant_id}, [new, old]),
        ({"tenant_id": uuid7()}, []),
    ):
        assert [dead_letter.job_id for dead_letter in dead_letters.open_dead_letters(**filters)] == expected
        assert dead_letters.open_dead_letters(**filters).count() == len(expected)


# proves: S3-48
def test_a_requeued_job_runs_once_and_its_dead_letter_is_closed(failed):
    job_id = failed(times=1)
    dead_letter = dead_letter_of(job_id)
    assert dead_letters.requeue(dead_letter.pk) == job_id
    with pytest.raises(DeadLetterIsClosed):
        dead_letters.requeue(dead_letter.pk)
    assert (run_jobs(), look(job_id).state, dead_letters.open_dead_letters().count()) == (1, "success", 0)
    assert marks() == ["try", "try"]


# proves: S3-48
@pytest.mark.django_db(transaction=True)
def test_concurrent_requeues_result_in_one_run(failed):
    dead_letter, barrier, done = dead_letter_of(failed(times=1)), threading.Barrier(8), []

    def rival():
        barrier.wait()
        with suppress(DeadLetterIsClosed):
            done.append(dead_letters.requeue(dead_letter.pk))
        connection.close()

    threads = [threading.Thread(target=rival) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(done) == 1
    assert (run_jobs(), Job.objects.get().attempts) == (1, 1)


def test_another_failure_reopens_the_dead_letter(failed):
    job_id = failed()
    dead_letter = dead_letter_of(job_id)
    dead_letters.requeue(dead_letter.pk)
    run_jobs()
    again = dead_letter_of(job_id)
    assert (again.pk, again.requeued_at, dead_letters.open_dead_letters().count()) == (dead_letter.pk, None, 1)
    assert again.first_failed_at <= dead_letter.last_failed_at < again.last_failed_at


def test_a_retry_by_the_owner_closes_the_dead_letter(failed):
    queue.retry(failed())
    assert dead_letters.open_dead_letters().count() == 0


# proves: S3-48 S3-G11
def test_many_are_requeued_at_a_limited_rate(failed):
    jobs = [failed() for _ in range(4)]
    busy = jobs.pop()
    queue.retry(busy)
    assert dead_letters.requeue_many(rate_per_second=2) == 3
    due = [Job.objects.get(pk=job_id).run_at for job_id in jobs]
    assert all(0.5 <= (later - earlier).total_seconds() < 5 for earlier, later in pairwise(due))
    assert dead_letters.open_dead_letters().count() == 0
    assert {look(job_id).attempts for job_id in jobs} == {0}


def test_a_discarded_dead_letter_cannot_be_requeued(failed):
    job_id = failed()
    dead_letter = dead_letter_of(job_id)
    dead_letters.discard(dead_letter.pk)
    for act in (dead_letters.discard, dead_letters.requeue):
        with pytest.raises(DeadLetterIsClosed):
            act(dead_letter.pk)
    assert (dead_letters.open_dead_letters().count(), look(job_id).state) == (0, "failed")


@pytest.mark.parametrize("act", [dead_letters.requeue, dead_letters.discard])
def test_an_unknown_dead_letter_is_not_found(act):
    with pytest.raises(DeadLetterNotFound), transaction.atomic():
        act(uuid7())
