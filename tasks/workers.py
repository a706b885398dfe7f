"""The main process of a worker: beats on one row, and once a second puts right what crashes and lost messages left.

Never in a child: C code may hold the interpreter there for minutes.
"""

import logging
import threading
import time
from typing import Any, Final

from celery import bootsteps, signals
from django.db import Error, connection
from django.utils import timezone

from tasks import events, periodic, runner, scheduler, sessions
from tasks.errors import WorkerNameTaken
from tasks.ladder import Ladder
from tasks.models import WorkerBeat
from users import idempotency

logger = logging.getLogger(__name__)

_EVERY: Final = 1.0  # S0-2
_EVERY_WHILE_WATCHING: Final = 0.25
_LOOK_AT_CHILDREN_EVERY: Final = 0.5
_SWEEP_EVERY: Final = 60.0
_SHORTEST_REST: Final = 0.01

# When a retry is due next, or a child of this worker out of time: nobody waits for a round second (S0-G7, S2-G3).
NEXT_MOMENT: Final = """
select extract(epoch from least(
  (select run_at from tasks_job where run_at > clock_timestamp() order by run_at limit 1),
  (select min(deadline) from tasks_job
   where charged and inflight and worker_key = %s and deadline > clock_timestamp())
) - clock_timestamp())::float8 as seconds
"""


class _Worker:
    """The worker that this process is, or was forked from."""

    key: int | None = None


def current_key() -> int | None:
    """Give the key of the worker that this process belongs to."""
    return _Worker.key


def live_slots() -> int:
    """Count the slots of all workers that live."""
    return int(sessions.call(connection, "tasks_live_slots")[0]["tasks_live_slots"])


class Keeper(bootsteps.StartStopStep):  # type: ignore[misc]  # Celery has no types
    """Celery starts it after the pool and stops it before, so that the pool may end its work while it still beats."""

    requires = {"celery.worker.components:Pool"}

    def __init__(self, parent: Any, **options: Any) -> None:
        super().__init__(parent, **options)
        _Worker.key = sessions.random_key()  # before the pool forks: children know whose they are
        self._over = threading.Event()
        self._nudge = threading.Event()
        self._is_stopping = False

    def start(self, parent: Any) -> None:
        """Refuse a name that lives already; begin to beat when the worker can take messages."""
        self._name = str(parent.hostname)
        self._slots = int(parent.concurrency or 1)
        refuse_taken(self._name)
        signals.worker_ready.connect(self._begin)
        signals.worker_shutting_down.connect(self._announce_stop)
        signals.worker_shutdown.connect(self._end)

    def register_with_event_loop(self, parent: Any, hub: Any) -> None:
        """See dead children sooner: Celery looks every five seconds, and until then gives them messages."""
        hub.call_repeatedly(_LOOK_AT_CHILDREN_EVERY, parent.pool.maintain_pool)

    def stop(self, parent: Any) -> None:
        """Say that this worker stops; go on beating while its steps end."""
        self._announce_stop()

    terminate = stop

    def _begin(self, **_: object) -> None:
        threading.Thread(target=self._keep, name="keeper", daemon=True).start()

    def _announce_stop(self, **_: object) -> None:
        self._is_stopping = True
        self._nudge.set()

    def _end(self, **_: object) -> None:
        self._over.set()
        self._nudge.set()

    def _keep(self) -> None:
        line = _Line(self._name, self._slots)
        runner.guarded("schedules.not_made", periodic.make_declared)
        while not self._over.is_set():
            runner.guarded("keeper.tick_failed", lambda: line.tick(is_stopping=self._is_stopping))
            self._nudge.wait(line.rest)
            self._nudge.clear()


class _Line:
    """The keeper's own session: it holds the lock that says that the worker lives."""

    def __init__(self, name: str, slots: int) -> None:
        self._name = name
        self._slots = slots
        self._is_held = False
        self._connection = sessions.new_connection()
        self._ladder = Ladder(current_key() or 0)
        self.rest = _EVERY  # until the next tick
        self._next_sweep = time.monotonic()

    def tick(self, *, is_stopping: bool) -> None:
        self.rest = _EVERY
        try:
            self._beat(is_stopping=is_stopping)
            scheduler.reconcile(using=self._connection)
            is_watching = self._ladder.climb(self._connection)
            self.rest = min(_EVERY_WHILE_WATCHING if is_watching else _EVERY, self._seconds_to_next())
        except Error:
            self._is_held = False
            self._connection.close()
            raise
        connection.close_if_unusable_or_obsolete()
        runner.bury_lost()
        runner.guarded("schedules.tick_failed", periodic.tick)
        if time.monotonic() >= self._next_sweep:
            self._next_sweep = time.monotonic() + _SWEEP_EVERY
            events.sweep()
            idempotency.forget_expired()

    def _seconds_to_next(self) -> float:
        seconds = sessions.select(self._connection, NEXT_MOMENT, current_key())[0]["seconds"]
        return _EVERY if seconds is None else max(seconds, _SHORTEST_REST)

    def _beat(self, *, is_stopping: bool) -> None:
        key = current_key()
        if key is None:
            return
        if not self._is_held:
            self._is_held = sessions.try_hold(self._connection, sessions.WORKERS, key)
        sessions.call(self._connection, "tasks_beat", key, self._name, self._slots, is_stopping)


def refuse_taken(name: str) -> None:
    """Raise `WorkerNameTaken` when a worker of this name lives; one that has died leaves its name free at once."""
    for key in WorkerBeat.objects.filter(name=name, stopping=False).values_list("key", flat=True):
        if sessions.call(connection, "tasks_session_lives", sessions.WORKERS, key)[0]["tasks_session_lives"]:
            raise WorkerNameTaken(f"A living worker has the name {name}. Give this one another with -n.")


def beats() -> list[tuple[str, int, float, bool]]:
    """Give name, slots, seconds since the last beat, and whether it is stopping, of every known worker."""
    now = timezone.now()
    rows = WorkerBeat.objects.order_by("name")
    return [(row.name, row.slots, (now - row.beat).total_seconds(), row.stopping) for row in rows]
