"""Crashes, zombies and lost messages, played with real sessions of PostgreSQL and no sleep."""

import time
from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone

from tasks import database
from tasks.errors import Fenced
from tasks.models import Job, StepRun, WorkerBeat
from tasks.runtime import runner, transitions
from tasks.runtime.registry import get_step
from tasks.runtime.runner import Outcome
from tasks.runtime.transitions import Lease
from tasks.runtime.worker_session import Session
from tasks.states import Reason
from tasks.testing import run_jobs
from tasks.tests.sample_jobs import look, marks

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def process():
    """Make processes with a session lock of their own; `die` is their death."""
    living = []

    def start(worker_key=None) -> Session:
        living.append(Session(worker_key=worker_key))
        return living[-1]

    yield start
    for session in living:
        session.connection.close()


def is_held(key: int) -> bool:
    return database.call(connection, "tasks_lock_is_held", database.HOLDER_LOCKS, key)[0]["tasks_lock_is_held"]


def die(session: Session) -> None:
    """Close a session; the server notices a moment later."""
    session.connection.close()
    while is_held(session.holder):
        time.sleep(0.001)


@pytest.fixture
def worker():
    """Make a worker's row with its main process's lock held; gives its key."""
    line = database.new_connection()

    def start(*, slots=2, beat_age=0.0, stopping=False) -> int:
        key = database.random_key()
        assert database.try_lock(line, database.WORKER_LOCKS, key)
        beat = timezone.now() - timedelta(seconds=beat_age)
        WorkerBeat.objects.create(key=key, name=f"w{key}", slots=slots, beat=beat, stopping=stopping)
        return key

    yield start
    line.close()


def begin(session, job_id, step="sample.first"):
    """Dispatch the job and begin a step as `session` would; return the lease."""
    transitions.reconcile(slots=1000)
    lease = Lease(job_id, Job.objects.get(pk=job_id).fence, session.holder)
    begun = transitions.start(lease, step, is_optional=False, worker_key=session.worker_key, using=session.connection)
    assert begun.verdict == "go"
    return lease


def crashes_of(job_id):
    return Job.objects.get(pk=job_id).crashes


# proves: DD-1 S2-G1 S3-G6
def test_the_job_of_a_dead_process_is_dispatched_again_after_its_completed_steps(enqueue, process):
    job_id, dead = enqueue("sample.chain"), process()
    transitions.end_step(begin(dead, job_id), "sample.first", is_last=False)
    lease = Lease(job_id, Job.objects.get(pk=job_id).fence, dead.holder)
    transitions.start(lease, "sample.second", is_optional=False, worker_key=None, using=dead.connection)
    die(dead)
    assert run_jobs() == 1
    assert (look(job_id).state, crashes_of(job_id)) == ("success", 1)
    assert marks() == ["second", "third"]


def test_the_job_of_a_living_process_is_left_alone(enqueue, process):
    job_id, living = enqueue("sample.chain"), process()
    begin(living, job_id)
    assert run_jobs() == 0
    assert look(job_id).state == "running"


# proves: S2-G6
def test_a_zombie_cannot_write(enqueue, process):
    job_id, zombie = enqueue("sample.chain"), process()
    lease = begin(zombie, job_id)
    die(zombie)
    run_jobs()
    for act in (
        lambda: transitions.end_step(lease, "sample.first", is_last=False),
        lambda: transitions.complete(lease),
        lambda: transitions.defer_retry(
            lease, transitions.Failure(reason=Reason.ERROR, code="c", message="m"), seconds=1
        ),
    ):
        with pytest.raises(Fenced):
            act()
    assert look(job_id).state == "success"


# proves: S1-G6
def test_a_lost_host_is_detected_by_its_heartbeat(enqueue, process, worker):
    job_id = enqueue("sample.chain")
    begin(process(worker(beat_age=11)), job_id)
    assert run_jobs() == 1
    assert (look(job_id).state, crashes_of(job_id)) == ("success", 1)


def test_a_worker_with_a_recent_heartbeat_is_alive(enqueue, process, worker):
    begin(process(worker(beat_age=8)), enqueue("sample.chain"))
    assert run_jobs() == 0


def test_the_third_crash_ends_the_job_and_is_announced(enqueue, process):
    from tasks.signals import job_finished

    announced = []
    job_finished.connect(collect := lambda job, **_: announced.append(job.reason))
    job_id = enqueue("sample.chain")
    for _ in range(3):
        dead = process()
        begin(dead, job_id)
        die(dead)
        runner.dead_letter_lost_jobs()
    job_finished.disconnect(collect)
    view = look(job_id)
    assert (view.state, view.reason, view.crashes, announced) == ("failed", "worker_lost", 3, ["worker_lost"])
    assert run_jobs() == 0


def test_an_optional_step_that_killed_its_process_is_skipped(enqueue, process):
    job_id, dead = enqueue("sample.optional"), process()
    (dispatch,) = transitions.reconcile(slots=1)
    lease = Lease(job_id, dispatch.fence, dead.holder)
    transitions.start(lease, "sample.maybe", is_optional=True, worker_key=None, using=dead.connection)
    die(dead)
    run_jobs()
    assert (look(job_id).state, marks()) == ("success", ["third"])
    assert StepRun.objects.get(job=job_id, name="sample.maybe").state == "skipped"


def test_a_job_whose_last_step_is_skipped_succeeds(enqueue, process):
    job_id, dead = enqueue("sample.optional_last"), process()
    transitions.end_step(begin(dead, job_id), "sample.first", is_last=False)
    lease = Lease(job_id, Job.objects.get(pk=job_id).fence, dead.holder)
    transitions.start(lease, "sample.maybe", is_optional=True, worker_key=None, using=dead.connection)
    die(dead)
    run_jobs()
    assert look(job_id).state == "success"


# proves: S2-16
def test_a_lost_message_is_sent_again_when_a_slot_is_idle(enqueue, worker):
    worker(slots=1)
    job_id = enqueue("sample.chain")
    first = Job.objects.get()
    assert first.state == "scheduled"
    assert transitions.reconcile() == []  # it may still be on its way
    Job.objects.update(since=timezone.now() - timedelta(seconds=3))
    (again,) = transitions.reconcile()
    assert (again.job_id, again.fence) == (job_id, first.fence)


def test_a_message_that_was_only_slow_runs_although_it_was_sent_again(enqueue, worker, process):
    session = process(worker(slots=1))
    job_id = enqueue("sample.chain")
    slow = Job.objects.get()
    Job.objects.update(since=timezone.now() - timedelta(seconds=3))
    (again,) = transitions.reconcile()
    outcomes = [
        runner.run_step(get_step("sample.first"), job_id=job_id, fence=fence, session=session).outcome
        for fence in (slow.fence, again.fence)
    ]
    assert outcomes == [Outcome.CONTINUE, Outcome.CONTINUE]
    assert marks() == ["first"]


def test_a_message_that_waits_for_a_busy_slot_is_not_sent_again(enqueue, worker, process):
    key = worker(slots=1)
    begin(process(key), enqueue("sample.chain"))
    waiting = enqueue("sample.chain")
    assert look(waiting).state == "scheduled"  # in the window beyond the slot
    Job.objects.filter(pk=waiting).update(since=timezone.now() - timedelta(seconds=60))
    assert transitions.reconcile() == []


def test_a_message_lost_between_two_steps_is_sent_again_from_there(enqueue, worker, process):
    job_id = enqueue("sample.chain")
    transitions.end_step(begin(process(worker()), job_id), "sample.first", is_last=False)
    Job.objects.update(since=timezone.now() - timedelta(seconds=3))
    (again,) = transitions.reconcile()
    assert again.done == ("sample.first",)


def test_an_old_message_is_refused(enqueue, process):
    job_id, session = enqueue("sample.note"), process()
    (dispatch,) = transitions.reconcile(slots=1)
    step = get_step("sample.note")
    run = {"job_id": job_id, "session": session}
    assert runner.run_step(step, fence=dispatch.fence - 1, **run).outcome is Outcome.REFUSED
    assert runner.run_step(step, fence=dispatch.fence, **run).outcome is Outcome.SUCCEEDED
    assert runner.run_step(step, fence=dispatch.fence, **run).outcome is Outcome.REFUSED
    assert marks() == ["noted"]


def test_a_duplicate_step_does_not_stop_the_chain(enqueue, process):
    job_id, session = enqueue("sample.chain"), process()
    (dispatch,) = transitions.reconcile(slots=1)
    run = {"job_id": job_id, "fence": dispatch.fence, "session": session}
    assert runner.run_step(get_step("sample.first"), **run).outcome is Outcome.CONTINUE
    assert runner.run_step(get_step("sample.first"), **run).outcome is Outcome.CONTINUE
    assert marks() == ["first"]


def test_slots_count_only_while_their_worker_lives(worker):
    def count() -> int:
        return database.call(connection, "tasks_live_slots")[0]["tasks_live_slots"]

    assert count() == 0
    worker(slots=3)
    worker(slots=5, beat_age=11)
    worker(slots=7, stopping=True)
    WorkerBeat.objects.create(key=1, name="killed: no_user holds its lock", slots=9)
    assert count() == 3


# proves: S2-G7
def test_a_job_that_times_out_between_two_steps_does_not_begin_the_next(enqueue, process):
    job_id, session = enqueue("sample.chain"), process()
    lease = begin(session, job_id)
    transitions.end_step(lease, "sample.first", is_last=False)
    Job.objects.update(deadline=timezone.now())
    ran = runner.run_step(get_step("sample.second"), job_id=job_id, fence=lease.fence, session=session)
    assert ran.outcome is Outcome.ENDED
    assert (look(job_id).reason, marks()) == ("timeout", [])


def test_a_lost_session_reconnects_with_a_new_key(process):
    session = process()
    old = session.holder
    die(session)
    session.reconnect()
    assert session.holder != old
    assert is_held(session.holder)
    assert not is_held(old)
