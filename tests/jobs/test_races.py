"""Concurrent state changes on real PostgreSQL, with pauses of a few milliseconds between statements (T-5).

Forty rounds, two hundred in `make test-long`. Each has one of the allowed outcomes, and settled accounts. The seed is
in the name of the test.
"""

from collections import Counter
from contextlib import suppress

import pytest
from django.db import connection, transaction

from tasks import database
from tasks.errors import Fenced
from tasks.models import DeadLetter, Job, TenantQueue
from tasks.operations import dead_letters
from tasks.runtime import queue, transitions
from tasks.runtime.transitions import Failure, Lease
from tasks.signals import job_finished
from tasks.testing import run_jobs
from tasks.tests.sample_jobs import forget_marks, marks
from tests.jobs.conftest import JobOwner
from tests.jobs.racing import Race

MANY = 200

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.parametrize("seed", [7]),
    pytest.mark.parametrize("rounds", [40, pytest.param(MANY, marks=pytest.mark.long)]),
]


@pytest.fixture
def user(transactional_db) -> JobOwner:
    forget_marks()
    return JobOwner()


@pytest.fixture
def ends():
    """Count the announced ends by job."""
    counts: Counter[object] = Counter()
    job_finished.connect(collect := lambda job, **_: counts.update([(job.id, job.state)]))
    yield counts
    job_finished.disconnect(collect)


def begin(job_id) -> Lease:
    """Dispatch the job and start its only step."""
    (dispatch,) = transitions.reconcile(slots=1)
    assert dispatch.job_id == job_id
    lease = Lease(job_id, dispatch.fence, database.random_key())
    transitions.start(lease, "sample.note", is_optional=False, worker_key=None, using=connection)
    return lease


def finish(lease: Lease) -> None:
    with transaction.atomic():
        transitions.end_step(lease, "sample.note", is_last=True)
    transitions.settle_and_dispatch(lease.job_id, slots=0)


def are_all_orders(outcomes: Counter, allowed: set[object], rounds: int) -> bool:
    """Check that only allowed outcomes occurred; in many rounds, that each of them did."""
    return set(outcomes) == allowed if rounds >= MANY else set(outcomes) <= allowed


def are_settled() -> bool:
    transitions.reconcile(slots=0)
    running = sum(TenantQueue.objects.values_list("running", flat=True))
    in_flight = Job.objects.filter(inflight=True).count()
    return running == in_flight and not Job.objects.filter(charged=True, inflight=False).exists()


# proves: T-5 S2-42 S1-15
@pytest.mark.full
def test_cancelling_while_a_job_is_dispatched_and_ends(user, ends, seed, rounds):
    race, states = Race(seed), Counter()
    for _ in range(rounds):
        job_id = user.enqueue("sample.note")
        lease = begin(job_id)
        race.run(lambda lease=lease: finish(lease), lambda job_id=job_id: queue.cancel(job_id))
        job = Job.objects.get(pk=job_id)
        states[job.state, job.cancel_requested] += 1
        assert ends[job_id, job.state] == sum(ends[job_id, state] for state in ("success", "cancelled", "failed")) == 1
    assert are_settled()
    # A step that has ended stays ended, though it was requested to stop.
    assert are_all_orders(states, {("success", True), ("success", False)}, rounds)


# proves: T-5 S2-42
def test_cancelling_while_a_job_is_dispatched(user, ends, seed, rounds):
    race, outcomes = Race(seed), Counter()
    for _ in range(rounds):
        job_id = user.enqueue("sample.note")
        dispatches, _ = race.run(lambda: transitions.dispatch(slots=1), lambda job_id=job_id: queue.cancel(job_id))
        job = Job.objects.get(pk=job_id)
        assert (job.state, ends[job_id, "cancelled"]) == ("cancelled", 1)
        for dispatch in dispatches:
            lease = Lease(dispatch.job_id, dispatch.fence, 1)
            verdict = transitions.start(lease, "sample.note", is_optional=False, worker_key=None, using=connection)
            assert verdict.verdict == "refused"
        outcomes[len(dispatches)] += 1
        assert are_settled()
    assert are_all_orders(outcomes, {0, 1}, rounds)


# proves: T-5 S2-41 S2-27
@pytest.mark.full
def test_changing_the_priority_while_jobs_are_dispatched(user, seed, rounds):
    race, outcomes = Race(seed), Counter()
    for _ in range(rounds):
        job_id = user.enqueue("sample.note")
        dispatches, change = race.run(
            lambda: transitions.dispatch(slots=1),
            lambda job_id=job_id: queue.change_priority(job_id, queue.Priority.LOW),
        )
        job = Job.objects.get(pk=job_id)
        outcomes[change] += 1
        assert (job.priority, job.queue_rank) == ((1, 1) if change else (2, 2))
        taken = dispatches or transitions.reconcile(slots=1)
        assert [dispatch.job_id for dispatch in taken] == [job_id]
        finish(_started(taken[0]))
    assert are_all_orders(outcomes, {None, "JobHasBegun"}, rounds)
    assert are_settled()


def _started(dispatch) -> Lease:
    lease = Lease(dispatch.job_id, dispatch.fence, database.random_key())
    transitions.start(lease, "sample.note", is_optional=False, worker_key=None, using=connection)
    return lease


# proves: T-5 S3-48
def test_fifty_concurrent_requeues_result_in_one_run(user, seed, rounds):
    job_id = user.enqueue("sample.fail", how="user", times=1)
    run_jobs()
    dead_letter = DeadLetter.objects.get(job=job_id)
    results = Race(seed).run(*[lambda: dead_letters.requeue(dead_letter.pk)] * 50)
    assert Counter(map(str, results)) == {str(job_id): 1, "DeadLetterIsClosed": 49}
    assert (run_jobs(), marks(), dead_letters.open_dead_letters().count()) == (1, ["try", "try"], 0)


# proves: T-5 S3-48 S2-42
@pytest.mark.full
def test_requeueing_while_others_discard_retry_and_cancel(user, seed, rounds):
    race = Race(seed)
    job_id = user.enqueue("sample.note")
    for _ in range(rounds // 2):
        lease = begin(job_id)
        transitions.fail(lease, Failure(reason="error", code="c", message="m"))
        transitions.settle_and_dispatch(job_id, slots=0)
        dead_letter = DeadLetter.objects.get(job=job_id)
        results = race.run(
            lambda dead_letter=dead_letter: dead_letters.requeue(dead_letter.pk),
            lambda dead_letter=dead_letter: dead_letters.discard(dead_letter.pk) or "discarded",
            lambda: queue.retry(job_id),
        )
        requeued = results.count(job_id)
        job = Job.objects.get(pk=job_id)
        assert (job.state, requeued) == ("waiting", 1)  # exactly one of both
        assert dead_letters.open_dead_letters().count() == 0
    assert are_settled()


# proves: T-5 S2-G6
def test_ending_while_the_job_is_taken_over(user, ends, seed, rounds):
    race, outcomes = Race(seed), Counter()
    for _ in range(rounds):
        job_id = user.enqueue("sample.note")
        lease = begin(job_id)
        failure = Failure(reason="worker_lost", code="worker_lost", message="m")
        ended, stuck = race.run(
            lambda lease=lease: finish(lease),
            lambda lease=lease, failure=failure: transitions.defer_retry(
                lease, failure, seconds=0, failures=0, crashes=1
            ),
        )
        outcomes[ended, stuck] += 1
        with suppress(Fenced):
            finish(lease)  # the old process tries again
        if Job.objects.get(pk=job_id).state == "stuck":
            run_jobs()
        assert (Job.objects.get(pk=job_id).state, ends[job_id, "success"]) == ("success", 1)
    assert are_all_orders(outcomes, {(None, "Fenced"), ("Fenced", None)}, rounds)
    assert are_settled()
