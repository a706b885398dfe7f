"""From dispatches to messages: what is sent, in which order it is served, and what happens when the broker is away."""

import socket
import threading
import time
from contextlib import suppress

import pytest
from celery import Celery, current_app
from django.core.management import call_command

from core.db.ids import uuid7
from tasks import database
from tasks.models import Job, SchedulerState, TenantQueue, WorkerBeat
from tasks.runtime import queue, scheduler
from tasks.tests.sample_jobs import look


@pytest.fixture
def living_worker(transactional_db):
    """Insert a worker's row and hold its lock, so that enqueueing dispatches jobs at once."""
    line = database.new_connection()
    key = database.random_key()
    database.try_lock(line, database.WORKER_LOCKS, key)
    WorkerBeat.objects.create(key=key, name="w", slots=2)
    yield
    line.close()


# proves: S3-23
def test_the_id_of_a_message_contains_job_step_and_fence():
    job_id = uuid7()
    assert scheduler.task_id(job_id, "documents.ingest_doc", 3) == f"{job_id}:documents.ingest_doc:3"


@pytest.mark.parametrize(
    ("broker", "priorities"),
    [
        ("redis://localhost/0", (0, 9)),  # the smallest number is served first
        ("redis+socket:///tmp/x.sock?virtual_host=1", (0, 9)),
        ("amqp://localhost//", (9, 0)),  # the largest
    ],
)
def test_started_jobs_are_served_first(monkeypatch, broker, priorities):
    monkeypatch.delenv("CELERY_BROKER_URL")  # it would win
    assert scheduler.continuation_priorities(Celery(set_as_current=False, broker=broker)) == priorities


# proves: DD-6
def test_enqueueing_works_without_a_broker(living_worker, enqueue, caplog, monkeypatch):
    monkeypatch.delenv("CELERY_BROKER_URL")  # it would win
    original = current_app._get_current_object()
    away = Celery("away", broker="redis+socket:///nonexistent/valkey.sock", set_as_current=False)
    away.conf.update({name: original.conf[name] for name in ("task_publish_retry", "broker_transport_options")})
    away.set_current()
    try:
        began = time.monotonic()
        job_id = enqueue("sample.chain")
        assert time.monotonic() - began < 15
    finally:
        original.set_current()
    assert look(job_id).state == "scheduled"
    assert "broker.unreachable" in caplog.messages


class BreakingProxy:
    """Passes connections on to the broker; `break_open` ends those that are open, once something is sent on them."""

    def __init__(self, target: str, path: str) -> None:
        self._target, self.path, self._broken = target, path, set()
        self._server = socket.socket(socket.AF_UNIX)
        self._server.bind(path)
        self._server.listen()
        self._open: set[socket.socket] = set()
        threading.Thread(target=self._accept, daemon=True).start()

    def break_open(self) -> None:
        self._broken = set(self._open)

    def close(self) -> None:
        for each in (self._server, *self._open):
            each.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._server.accept()
                self._open.add(client)
                server = socket.socket(socket.AF_UNIX)
                self._open.add(server)
                server.connect(self._target)
                for source, sink in ((client, server), (server, client)):
                    threading.Thread(target=self._pass_on, args=(source, sink), daemon=True).start()

    def _pass_on(self, source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while (chunk := source.recv(65536)) and source not in self._broken:
                sink.sendall(chunk)
        for each in (source, sink):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


def test_a_connection_that_broke_while_it_was_idle_loses_no_message(
    living_worker, enqueue, caplog, monkeypatch, tmp_path
):
    monkeypatch.delenv("CELERY_BROKER_URL")  # it would win
    original = current_app._get_current_object()
    path, _, options = original.conf.broker_url.removeprefix("redis+socket://").partition("?")
    proxy = BreakingProxy(path, str(tmp_path / "s"))
    app = Celery("proxied", broker=f"redis+socket://{proxy.path}?{options}", set_as_current=False)
    names = ("task_publish_retry", "task_publish_retry_policy", "broker_transport_options")
    app.conf.update({name: original.conf[name] for name in names})
    app.set_current()
    try:
        enqueue("sample.chain")
        proxy.break_open()
        enqueue("sample.chain")
    finally:
        original.set_current()
        app.close()
        proxy.close()
    assert "broker.unreachable" not in caplog.messages


def test_the_slot_of_a_cancelled_job_is_reused_at_once(living_worker, enqueue):
    SchedulerState.objects.update_or_create(defaults={"window": 0})
    ids = [enqueue("sample.chain") for _ in range(3)]
    assert [look(job_id).state for job_id in ids] == ["scheduled", "scheduled", "waiting"]
    queue.cancel(ids[0])
    assert [look(job_id).state for job_id in ids] == ["cancelled", "scheduled", "scheduled"]


def test_another_policy_resets_counters(db, enqueue):
    from tasks.testing import run_jobs

    enqueue("sample.chain")
    run_jobs()
    TenantQueue.objects.update(vtime=17)
    scheduler.change_policy(SchedulerState.Policy.TURNS)
    assert TenantQueue.objects.get().vtime == 0
    assert SchedulerState.objects.get().policy == "turns"


def test_readiness_is_a_living_worker(living_worker, capsys):
    call_command("workers_ready")
    assert capsys.readouterr().out == "2 slots ready\n"


def test_without_a_living_worker_nothing_is_ready(db, capsys):
    WorkerBeat.objects.create(key=1, name="dead", slots=2)
    with pytest.raises(SystemExit) as exit_:
        call_command("workers_ready")
    assert (exit_.value.code, capsys.readouterr().out) == (1, "0 slots ready\n")


def test_the_reconcile_command_prints_the_number_of_jobs(living_worker, enqueue, capsys):
    Job.objects.filter(pk=enqueue("sample.chain")).update(since="2026-01-01T00:00Z")
    call_command("reconcile")
    assert capsys.readouterr().out == "1 jobs dispatched\n"
