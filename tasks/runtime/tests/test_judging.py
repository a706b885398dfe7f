"""A worker judges its own children, the others judge the worker; who is cut off is not dead."""

import os
import signal
import subprocess
import threading
import time
from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.utils import timezone

from tasks import database
from tasks.errors import WorkerNameTaken
from tasks.models import Job, WorkerBeat
from tasks.runtime import queue, runner, termination, transitions
from tasks.runtime.termination import TerminationEscalator
from tasks.runtime.transitions import CrashReport, Lease
from tasks.runtime.worker_monitor import MonitorSession
from tasks.runtime.worker_session import Session
from tasks.testing import run_jobs
from tasks.tests.sample_jobs import look

pytestmark = pytest.mark.django_db(transaction=True)

GRACE = timedelta(seconds=1)


@pytest.fixture
def lines():
    """Lines to the database that the test may cut."""
    opened = []

    def start():
        opened.append(database.new_connection())
        return opened[-1]

    yield start
    for line in opened:
        line.close()


@pytest.fixture
def worker(lines):
    """Make a worker: its key, and the line that holds its lock."""

    def start(name="w", **facts):
        key, line = database.random_key(), lines()
        assert database.try_lock(line, database.WORKER_LOCKS, key)
        WorkerBeat.objects.create(key=key, name=name, slots=2, **facts)
        return key, line

    return start


@pytest.fixture
def held(enqueue, worker):
    """Make a job that a child of a new worker holds: the worker's key and line, the job, the child's session."""
    opened = []

    def start(**facts):
        key, line = worker(**facts)
        opened.append(child := Session(worker_key=key))
        job_id = enqueue("sample.chain")
        transitions.reconcile(slots=1000)
        lease = Lease(job_id, Job.objects.get(pk=job_id).fence, child.holder)
        transitions.start(lease, "sample.first", is_optional=False, worker_key=key, using=child.connection)
        return key, line, job_id, child

    yield start
    for child in opened:
        child.connection.close()


def is_held(lock_class, key):
    return database.call(connection, "tasks_lock_is_held", lock_class, key)[0]["tasks_lock_is_held"]


def cut(line, lock_class, key):
    line.close()
    while is_held(lock_class, key):
        time.sleep(0.001)


def recover(report=transitions.NO_CRASHES):
    transitions.reconcile(slots=0, report=report)
    runner.dead_letter_lost_jobs(report)


def status_of(job_id):
    job = Job.objects.get(pk=job_id)
    return job.state, job.crashes


def last_line(job_id):
    return [line.message for line in queue.log_of(job_id)][-1:]


def test_a_disconnected_child_is_no_crash_and_its_job_is_due_at_once(held):
    key, _, job_id, child = held()
    cut(child.connection, database.HOLDER_LOCKS, child.holder)
    (info,) = database.call(connection, "tasks_observe_locks", key)
    assert (info["holder"], info["pid"], info["is_connected"]) == (child.holder, os.getpid(), False)
    recover(CrashReport(worker=key, disconnected=(child.holder,)))
    assert status_of(job_id) == ("stuck", 0)
    assert last_line(job_id) == ["The connection to the database was lost; the job continues."]
    assert [dispatch.job_id for dispatch in transitions.reconcile(slots=1)] == [job_id]


def test_repeated_disconnects_never_end_a_job(held):
    key, _, job_id, child = held()
    for _ in range(5):
        recover(CrashReport(worker=key, disconnected=(child.holder,)))
        Job.objects.update(run_at=timezone.now())
        (dispatch,) = transitions.reconcile(slots=1)
        lease = Lease(job_id, dispatch.fence, child.holder)
        transitions.start(lease, "sample.first", is_optional=False, worker_key=key, using=child.connection)
    assert status_of(job_id) == ("running", 0)


# proves: S0-24
def test_a_step_that_loses_the_database_has_not_failed(enqueue):
    job_id = enqueue("sample.fail", how="cut", times=4)  # more often than a failure would be retried
    assert run_jobs(skip_waits=True) == 5
    job = Job.objects.get(pk=job_id)
    assert (job.state, job.attempts, job.failures, job.crashes) == ("success", 5, 0, 0)
    assert last_line(job_id) == ["The connection to the database was lost; the job continues."]


def test_no_step_begins_before_a_reconnect_succeeds(monkeypatch):
    def away(*_: object) -> bool:
        raise OperationalError

    session = Session(worker_key=None)
    with monkeypatch.context() as patch:
        patch.setattr(database, "try_lock", away)
        with pytest.raises(OperationalError):
            session.reconnect()
    session.reconnect_when_old()
    assert is_held(database.HOLDER_LOCKS, session.holder)
    session.connection.close()


def test_a_released_job_is_treated_as_crashed(held):
    key, _, job_id, child = held()
    transitions.release_ownership(Lease(job_id, Job.objects.get(pk=job_id).fence, child.holder))
    (info,) = database.call(connection, "tasks_observe_locks", key)
    assert (info["pid"], info["is_connected"]) == (None, True)


def test_a_dead_child_is_a_crash_though_its_session_still_exists(held):
    key, _, job_id, child = held()
    recover(CrashReport(worker=key, dead=(child.holder,)))
    assert status_of(job_id) == ("stuck", 1)


def test_a_child_killed_by_a_deploy_is_no_crash(held):
    key, _, job_id, child = held(stopping=True)
    recover(CrashReport(worker=key, dead=(child.holder,)))
    assert status_of(job_id) == ("stuck", 0)
    assert last_line(job_id) == ["The worker was stopped; the job continues on another one."]


def test_children_that_were_not_reported_are_left_alone(held):
    key, _, job_id, child = held()
    cut(child.connection, database.HOLDER_LOCKS, child.holder)
    recover(CrashReport(worker=key))
    recover()  # another worker, or a user
    assert status_of(job_id) == ("running", 0)


# proves: T-13
def test_children_of_unknown_workers_are_judged_by_others(held):
    _, _, job_id, child = held()
    Job.objects.update(pid=None)
    recover()
    assert status_of(job_id) == ("running", 0)
    cut(child.connection, database.HOLDER_LOCKS, child.holder)
    recover()
    assert status_of(job_id) == ("stuck", 1)


# proves: S2-3
def test_a_dead_worker_is_judged_by_others_after_a_grace(held):
    key, line, job_id, _ = held()
    cut(line, database.WORKER_LOCKS, key)
    recover()
    assert status_of(job_id) == ("running", 0)
    WorkerBeat.objects.filter(key=key).update(lost_at=timezone.now() - GRACE)
    recover(CrashReport(worker=1, judges_others=False))  # one that has just come back itself
    assert status_of(job_id) == ("running", 0)
    recover()
    assert status_of(job_id) == ("stuck", 1)


def test_a_worker_that_reconnects_in_time_is_alive(held):
    key, line, job_id, _ = held()
    cut(line, database.WORKER_LOCKS, key)
    assert database.call(connection, "tasks_observe_locks", 1)[0]["is_missing"]
    database.try_lock(line, database.WORKER_LOCKS, key)
    assert not database.call(connection, "tasks_observe_locks", 1)[0]["is_missing"]
    assert WorkerBeat.objects.get(key=key).lost_at is None
    recover()
    assert status_of(job_id) == ("running", 0)


def test_a_restart_of_the_database_is_no_crash(held):
    key, line, job_id, _ = held()
    cut(line, database.WORKER_LOCKS, key)
    WorkerBeat.objects.filter(key=key).update(lost_at=timezone.now() - GRACE)
    Job.objects.update(began="2020-01-01T00:00Z")
    recover()
    assert status_of(job_id) == ("stuck", 0)


def test_a_cancelled_job_of_a_disconnected_child_is_cancelled(held):
    key, _, job_id, child = held()
    queue.cancel(job_id)
    recover(CrashReport(worker=key, disconnected=(child.holder,)))
    assert (look(job_id).state, look(job_id).reason) == ("cancelled", "cancelled")


def test_is_alive_asks_the_kernel():
    child = subprocess.Popen(["sleep", "60"])
    assert termination.is_alive(child.pid)
    assert termination.is_alive(os.getpid())
    assert not termination.is_alive(os.getppid())
    child.send_signal(signal.SIGKILL)
    while os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is None:
        time.sleep(0.001)
    assert not termination.is_alive(child.pid)  # no_user has asked how it ended, so it is still listed
    child.wait()
    assert not termination.is_alive(child.pid)


@pytest.mark.parametrize(
    ("messages", "holds_job", "known_for", "ends"),
    [
        (("one", "one"), False, 60, True),
        (("one", "another"), False, 60, False),
        (("one", ""), False, 60, False),
        (("one", "one"), True, 60, False),
        (("one", "one"), False, 0, False),  # it may be connecting, too
    ],
)
def test_a_child_that_works_without_a_job_for_long_is_killed(held, monkeypatch, messages, holds_job, known_for, ends):
    key, _, job_id, _ = held()
    child = subprocess.Popen(["sleep", "60"])
    escalator = TerminationEscalator(key)
    monkeypatch.setattr("tasks.runtime.termination.STRAY_AFTER", 0.2)
    known_since = time.monotonic() - known_for + 0.1
    for message in messages:
        work = {child.pid: message} if message else {}
        escalator.note_work(work, {child.pid} if holds_job else set(), known_since=known_since)
        escalator.escalate(connection)
        time.sleep(0.25)
    assert (child.poll() is not None) == ends
    child.kill()
    child.wait()
    assert status_of(job_id) == ("running", 0)


def test_a_child_that_takes_a_job_at_the_last_moment_is_spared(held, monkeypatch):
    key, *_ = held()
    child = subprocess.Popen(["sleep", "60"])
    escalator = TerminationEscalator(key)
    monkeypatch.setattr("tasks.runtime.termination.STRAY_AFTER", 0)
    escalator.note_work({child.pid: "message"}, set(), known_since=0)
    Job.objects.update(pid=child.pid)
    escalator.escalate(connection)
    time.sleep(0.1)
    assert child.poll() is None
    child.kill()
    child.wait()


@pytest.mark.parametrize("runs", [True, False])
def test_no_child_is_killed_while_celery_does_not_learn_of_the_ends_of_tasks(monkeypatch, runs):
    """Its event loop does not run while the broker is away, so that it names children that have ended their task."""
    child = subprocess.Popen(["sleep", "60"])
    monkeypatch.setattr("tasks.runtime.worker_monitor._active_children", lambda: {child.pid: "message"})
    monkeypatch.setattr("tasks.runtime.worker_monitor._SETTLING_SECONDS", 0.5)
    monkeypatch.setattr("tasks.runtime.termination.STRAY_AFTER", 1.0)
    session = MonitorSession("w", 2, database.random_key())
    session.claim_name()
    end = time.monotonic() + 4
    while time.monotonic() < end and child.poll() is None:
        if runs:
            session.note_loop()
        session.tick(is_stopping=False)
        time.sleep(0.1)
    assert (child.poll() is not None) == runs
    session.close()
    child.kill()
    child.wait()


# proves: S2-28
def test_of_concurrent_workers_of_one_name_one_starts(lines):
    taken, barrier = [], threading.Barrier(8)

    def start(key: int) -> None:
        line = MonitorSession("w", 2, key)
        lines_of_all.append(line)
        barrier.wait()
        try:
            line.claim_name()
        except WorkerNameTaken:
            taken.append(key)

    lines_of_all: list[MonitorSession] = []
    threads = [threading.Thread(target=start, args=(key,)) for key in range(1, 9)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for line in lines_of_all:
        line.close()
    assert len(taken) == 7


# proves: S2-28
def test_the_name_of_a_living_worker_is_refused(worker):
    worker("lives")
    with pytest.raises(WorkerNameTaken, match="running worker has the name lives"):
        MonitorSession("lives", 2, 1).claim_name()


@pytest.mark.parametrize("facts", [{"stopping": True}, {"beat": timezone.now() - timedelta(minutes=1)}])
def test_the_name_of_a_stopped_worker_is_free(worker, facts):
    worker("w", **facts)
    line = MonitorSession("w", 2, 1)
    line.claim_name()
    line.close()


# proves: S2-28
def test_the_name_of_a_disconnected_worker_is_free_once_it_is_dead(worker):
    key, line = worker("w")
    cut(line, database.WORKER_LOCKS, key)
    began = time.monotonic()
    threading.Timer(0.3, lambda: database.try_lock(line, database.WORKER_LOCKS, key)).start()
    line.inc_thread_sharing()
    with pytest.raises(WorkerNameTaken):
        MonitorSession("w", 2, 1).claim_name()
    cut(line, database.WORKER_LOCKS, key)
    began = time.monotonic()
    rival = MonitorSession("w", 2, 2)
    rival.claim_name()
    rival.close()
    assert time.monotonic() - began > 0.5
