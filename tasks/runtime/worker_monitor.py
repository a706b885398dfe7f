"""The main process of a worker: heartbeat, crash detection, and recovery of lost jobs and messages (ADR 0012).

Never in a child, where C code may lease the interpreter for minutes.
"""

import logging
import os
import signal
import threading
import time
from collections.abc import Sequence
from typing import Any, Final

from celery import bootsteps, signals
from celery.worker import state
from django.db import Error, connection
from django.utils import timezone

from tasks import database, housekeeping
from tasks.errors import WorkerNameTaken
from tasks.models import WorkerBeat
from tasks.runtime import runner, scheduler, termination
from tasks.runtime.termination import TerminationEscalator
from tasks.runtime.transitions import CrashReport

logger = logging.getLogger(__name__)

_ROUND_SECONDS: Final = 1.0  # S0-2
_OBSERVE_SECONDS: Final = 0.25
_RECONNECT_SECONDS: Final = 0.1
_SETTLING_SECONDS: Final = 2.0  # a worker that has just connected does not judge others: they may reconnect, too
_NAME_LOST_AFTER: Final = 5.0
_CHECK_POOL_SECONDS: Final = 0.5
_MIN_REST: Final = 0.01

# When the next retry is due, or a child of this worker exceeds its time limit: neither waits for a whole second
# (S0-G7, S2-G3). And whether any worker has a job.
NEXT_DUE: Final = """
select extract(epoch from least(
  (select run_at from tasks_job where run_at > clock_timestamp() order by run_at limit 1),
  (select min(deadline) from tasks_job
   where charged and inflight and worker_key = %s and deadline > clock_timestamp())
) - clock_timestamp())::float8 as seconds, exists (select from tasks_job where charged) as has_jobs
"""


class _Worker:
    """The worker that this process is, or was forked from."""

    key: int | None = None


def current_key() -> int | None:
    """Return the key of the worker that this process belongs to."""
    return _Worker.key


def live_slots() -> int:
    """Count the slots of all workers that are alive."""
    return int(database.call(connection, "tasks_live_slots")[0]["tasks_live_slots"])


class MonitorStep(bootsteps.StartStopStep):  # type: ignore[misc]  # Celery has no types
    """Celery starts it after the pool and stops it before, so that heartbeats continue while the pool finishes."""

    requires = {"celery.worker.components:Pool"}

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        _Worker.key = database.random_key()  # before the pool forks: children inherit it
        self._is_over = threading.Event()
        self._wake_up = threading.Event()
        self._is_stopping = False

    def start(self, parent: Any) -> None:
        """Refuse the name of a living worker; begin to beat when the worker can take messages."""
        self._session = MonitorSession(str(parent.hostname), int(parent.concurrency or 1), current_key() or 0)
        self._session.claim_name()
        signals.worker_ready.connect(self._begin)
        signals.task_received.connect(self._end_rest)
        signals.worker_shutting_down.connect(self._announce_stop)
        signals.worker_shutdown.connect(self._end)

    def register_with_event_loop(self, parent: Any, hub: Any) -> None:
        """Replace dead children sooner: Celery checks every five seconds, and until then sends them messages."""
        hub.call_repeatedly(_CHECK_POOL_SECONDS, parent.pool.maintain_pool)
        hub.call_repeatedly(_CHECK_POOL_SECONDS, self._session.note_loop)

    def stop(self, parent: Any) -> None:
        """Announce that this worker stops; heartbeats continue while its steps end."""
        self._announce_stop()

    terminate = stop

    def _begin(self, **_: object) -> None:
        threading.Thread(target=self._run, name="monitor", daemon=True).start()

    def _end_rest(self, **_: object) -> None:
        if self._session.is_idle:
            self._session.is_idle = False
            self._wake_up.set()

    def _announce_stop(self, **_: object) -> None:
        self._is_stopping = True
        self._wake_up.set()

    def _end(self, **_: object) -> None:
        self._is_over.set()
        self._wake_up.set()

    def _run(self) -> None:
        while not self._is_over.is_set():
            runner.guarded("monitor.tick_failed", lambda: self._session.tick(is_stopping=self._is_stopping))
            self._wake_up.wait(self._session.rest)
            self._wake_up.clear()


class MonitorSession:
    """The monitor's database session. It holds the locks that prove that the worker is alive, and under which name."""

    def __init__(self, name: str, slots: int, key: int) -> None:
        self._name = name
        self._slots = slots
        self._key = key
        self._connection = database.new_connection()
        self._connection.inc_thread_sharing()  # opened by the main thread, then used by the monitor's
        self._has_key = self._has_name = self._has_stopped = False
        self._connected_at = self._unnamed_since = self._loop_ran_at = self._loop_paused_at = time.monotonic()
        self._escalator = TerminationEscalator(key)
        self._next_round = self._last_tick = time.monotonic()
        self.rest = _OBSERVE_SECONDS  # until the next tick
        self.is_idle = False  # no worker has a job: nothing can be lost

    def claim_name(self) -> None:
        """Raise `WorkerNameTaken` if a worker of this name is alive, or reconnects while it is expected to be dead."""
        is_free = self._take_name() == "held"
        while is_free and (others := database.call(self._connection, "tasks_workers_named", self._name, self._key)):
            is_free = all(row["status"] == "away" for row in others)
            time.sleep(_RECONNECT_SECONDS)
        if not is_free:
            self.close()
            raise WorkerNameTaken(f"A running worker has the name {self._name}. Choose another with -n.")
        self._has_name = True

    def close(self) -> None:
        """Release all locks."""
        self._has_key = self._has_name = False
        self._connection.close()

    def note_loop(self) -> None:
        """Note that Celery's event loop runs, which learns of the ends of tasks; it waits while the broker is away."""
        self._loop_ran_at = time.monotonic()

    def tick(self, *, is_stopping: bool) -> None:
        """Look for lost processes; once a second, and at once when there is one, run a round of recovery."""
        try:
            self._note_pause()
            self._acquire_locks()
            observed = [] if self.is_idle else database.call(self._connection, "tasks_observe_locks", self._key)
            report = self._classify_children(observed)
            holders = {row["pid"] for row in observed}
            known_since = max(self._connected_at, self._loop_paused_at)
            self._escalator.note_work(_active_children(), holders, known_since=known_since)
            has_loss = report.disconnected or report.dead or any(row["is_missing"] for row in observed)
            self.rest = _OBSERVE_SECONDS
            if not has_loss and is_stopping == self._has_stopped and time.monotonic() < self._next_round:
                return
            self._run_round(report, is_stopping=is_stopping)
        except Error:
            if not self._connection.is_usable():
                self._reconnect_later()
            raise
        connection.close_if_unusable_or_obsolete()
        housekeeping.run_due()

    def _note_pause(self) -> None:
        """Treat a pause of this process, such as a suspended machine, like a new connection."""
        now = time.monotonic()
        if now > self._last_tick + _SETTLING_SECONDS:
            self._connected_at = now
        if now > self._loop_ran_at + _SETTLING_SECONDS:
            self._loop_paused_at = now
        self._last_tick = now

    def _acquire_locks(self) -> None:
        """Take the locks of key and name, which are free after a disconnect."""
        if not self._has_key:
            self._has_key = database.try_lock(self._connection, database.WORKER_LOCKS, self._key)
            self._connected_at = self._next_round = time.monotonic()
        if self._has_name or self._has_stopped:
            self._unnamed_since = time.monotonic()
            return
        answer = self._take_name()
        self._has_name = answer == "held"
        if answer == "taken" and time.monotonic() > self._unnamed_since + _NAME_LOST_AFTER:
            logger.error("worker.name_lost", extra={"worker": self._name})
            os.kill(os.getpid(), signal.SIGTERM)

    def _take_name(self) -> str:
        return str(database.call(self._connection, "tasks_take_name", self._name, self._key)[0]["tasks_take_name"])

    def _reconnect_later(self) -> None:
        """Disconnect; the next tick reconnects, after longer and longer waits."""
        is_first = self._has_key
        self.close()
        self.rest = _RECONNECT_SECONDS if is_first else min(_ROUND_SECONDS, 2 * self.rest)

    def _classify_children(self, observed: Sequence[dict[str, Any]]) -> CrashReport:
        """Distinguish disconnected children from dead ones. One alive now was alive when its lock was missing."""
        held = [row for row in observed if row["holder"] is not None]
        alive = {row["pid"] for row in held if row["pid"] is not None and termination.is_alive(row["pid"])}
        disconnected = [row for row in held if row["pid"] in alive and not row["is_connected"]]
        # Of a holder without a process only the lock is known.
        dead = [row for row in held if row["pid"] not in alive and not (row["pid"] is None and row["is_connected"])]
        if disconnected or dead:
            logger.warning("worker.children_lost", extra={"disconnected": len(disconnected), "dead": len(dead)})
        return CrashReport(
            worker=self._key,
            disconnected=tuple(row["holder"] for row in disconnected),
            dead=tuple(row["holder"] for row in dead),
            judges_others=time.monotonic() > self._connected_at + _SETTLING_SECONDS,
        )

    def _run_round(self, report: CrashReport, *, is_stopping: bool) -> None:
        self._beat(is_stopping=is_stopping)
        scheduler.reconcile(report=report, using=self._connection)
        is_escalating = not self.is_idle and self._end_lost_jobs(report)
        seconds, has_jobs = self._next_due()
        self.is_idle = not has_jobs and not _active_children()
        wait = min(_OBSERVE_SECONDS if is_escalating else _ROUND_SECONDS, seconds)
        self._next_round = time.monotonic() + wait
        self.rest = wait if self.is_idle else min(_OBSERVE_SECONDS, wait)

    def _end_lost_jobs(self, report: CrashReport) -> bool:
        """End jobs whose process is dead, and processes whose job is over; return whether there are some of these."""
        runner.dead_letter_lost_jobs(report, using=self._connection)
        return self._escalator.escalate(self._connection)

    def _beat(self, *, is_stopping: bool) -> None:
        if self._has_key:
            database.call(self._connection, "tasks_beat", self._key, self._name, self._slots, is_stopping)
        if is_stopping and self._has_name:  # for the worker that replaces this one
            database.call(self._connection, "tasks_release_name", self._name)
            self._has_name = False
        self._has_stopped = is_stopping

    def _next_due(self) -> tuple[float, bool]:
        (row,) = database.select(self._connection, NEXT_DUE, self._key)
        return _ROUND_SECONDS if row["seconds"] is None else max(row["seconds"], _MIN_REST), row["has_jobs"]


def _active_children() -> dict[int, str]:
    """Return the children to which Celery has given a message, with the id of that."""
    while True:
        try:
            return {request.worker_pid: str(request.id) for request in tuple(state.active_requests)}
        except RuntimeError:  # the main thread changed it during iteration
            continue


def beats() -> list[tuple[str, int, float, bool]]:
    """Return name, slots, seconds since the last heartbeat, and whether it is stopping, of every known worker."""
    now = timezone.now()
    rows = WorkerBeat.objects.order_by("name")
    return [(row.name, row.slots, (now - row.beat).total_seconds(), row.stopping) for row in rows]
