"""The main process of a worker: judges its own children, beats, and puts right what crashes and lost messages left.

Never in a child: C code may hold the interpreter there for minutes.
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

from tasks import children, housekeeping, periodic, runner, scheduler, sessions
from tasks.errors import WorkerNameTaken
from tasks.ladder import Ladder
from tasks.models import WorkerBeat
from tasks.transitions import Judged

logger = logging.getLogger(__name__)

_EVERY: Final = 1.0  # S0-2
_LOOK_EVERY: Final = 0.25
_FIRST_REST_WITHOUT_LINE: Final = 0.1
_SEASONED: Final = 2.0  # who has just come back does not judge others: they were cut off as well, perhaps
_LONG_ENOUGH: Final = 5.0  # to be sure that the name is lost to another
_LOOK_AT_CHILDREN_EVERY: Final = 0.5
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
        self._line = Line(str(parent.hostname), int(parent.concurrency or 1), current_key() or 0)
        self._line.claim_name()
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
        line = self._line
        runner.guarded("schedules.not_made", periodic.make_declared)
        while not self._over.is_set():
            runner.guarded("keeper.tick_failed", lambda: line.tick(is_stopping=self._is_stopping))
            self._nudge.wait(line.rest)
            self._nudge.clear()


class Line:
    """The keeper's own session: it holds the locks that say that the worker lives, and under which name."""

    def __init__(self, name: str, slots: int, key: int) -> None:
        self._name = name
        self._slots = slots
        self._key = key
        self._connection = sessions.new_connection()
        self._connection.inc_thread_sharing()  # made by the main thread, used by the keeper's from then on
        self._is_held = self._is_named = self._has_stopped = False
        self._connected_at = self._unnamed_since = time.monotonic()
        self._ladder = Ladder(key)
        self._next_round = self._last_tick = time.monotonic()
        self.rest = _LOOK_EVERY  # until the next tick

    def claim_name(self) -> None:
        """Raise `WorkerNameTaken` when a worker of this name lives, or comes back while we wait for its death."""
        is_free = self._take_name() == "held"
        while is_free and (namesakes := sessions.call(self._connection, "tasks_namesakes", self._name, self._key)):
            is_free = all(row["standing"] == "away" for row in namesakes)
            time.sleep(_FIRST_REST_WITHOUT_LINE)
        if not is_free:
            self.close()
            raise WorkerNameTaken(f"A living worker has the name {self._name}. Give this one another with -n.")
        self._is_named = True

    def close(self) -> None:
        """Let go of all locks."""
        self._is_held = self._is_named = False
        self._connection.close()

    def tick(self, *, is_stopping: bool) -> None:
        """Look who is lost; once a second, and at once when somebody is, put things right."""
        try:
            self._note_standstill()
            self._stand()
            looked = sessions.call(self._connection, "tasks_look", self._key)
            judged = self._judge(looked)
            is_urgent = bool(judged.cut or judged.gone or looked[0]["is_missing"]) or is_stopping != self._has_stopped
            self.rest = _LOOK_EVERY
            if not is_urgent and time.monotonic() < self._next_round:
                return
            self._go_round(judged, is_stopping=is_stopping)
        except Error:
            if not self._connection.is_usable():
                self._fall()
            raise
        self._do_the_rest()

    def _note_standstill(self) -> None:
        """Whoever stood still, with a broker or a machine, knows no more of the others than one just connected."""
        now = time.monotonic()
        if now > self._last_tick + _SEASONED:
            self._connected_at = now
        self._last_tick = now

    def _stand(self) -> None:
        """Hold the locks; those of a line that was cut are free."""
        if not self._is_held:
            self._is_held = sessions.try_hold(self._connection, sessions.WORKERS, self._key)
            self._connected_at = self._next_round = time.monotonic()
        if self._is_named or self._has_stopped:
            self._unnamed_since = time.monotonic()
            return
        answer = self._take_name()
        self._is_named = answer == "held"
        if answer == "taken" and time.monotonic() > self._unnamed_since + _LONG_ENOUGH:
            logger.error("worker.name_lost", extra={"worker": self._name})
            os.kill(os.getpid(), signal.SIGTERM)

    def _take_name(self) -> str:
        return str(sessions.call(self._connection, "tasks_take_name", self._name, self._key)[0]["tasks_take_name"])

    def _fall(self) -> None:
        """Come back soon, and less soon each time."""
        is_first = self._is_held
        self.close()
        self.rest = _FIRST_REST_WITHOUT_LINE if is_first else min(_EVERY, 2 * self.rest)

    def _judge(self, looked: Sequence[dict[str, Any]]) -> Judged:
        """After the look: a process that lives now lived when its line was found cut."""
        held = [row for row in looked if row["holder"] is not None]
        living = {row["pid"] for row in held if row["pid"] is not None and children.lives(row["pid"])}
        cut = [row for row in held if row["pid"] in living and not row["stands"]]
        # Nobody answers for a holder without a process: its line alone says whether it lives.
        gone = [row for row in held if row["pid"] not in living and not (row["pid"] is None and row["stands"])]
        if cut or gone:
            logger.warning("worker.children_lost", extra={"cut": len(cut), "gone": len(gone)})
        for row in cut:
            self._ladder.abandon(row["pid"], row["seconds_left"] or 0.0)
        return Judged(
            worker=self._key,
            cut=tuple(row["holder"] for row in cut),
            gone=tuple(row["holder"] for row in gone),
            others=time.monotonic() > self._connected_at + _SEASONED,
        )

    def _go_round(self, judged: Judged, *, is_stopping: bool) -> None:
        self._beat(is_stopping=is_stopping)
        scheduler.reconcile(judged=judged, using=self._connection)
        runner.bury_lost(judged, using=self._connection)
        self._ladder.forget_idle(_children_at_work())
        is_watching = self._ladder.climb(self._connection)
        wait = min(_LOOK_EVERY if is_watching else _EVERY, self._seconds_to_next())
        self._next_round = time.monotonic() + wait
        self.rest = min(_LOOK_EVERY, wait)

    def _beat(self, *, is_stopping: bool) -> None:
        if self._is_held:
            sessions.call(self._connection, "tasks_beat", self._key, self._name, self._slots, is_stopping)
        if is_stopping and self._is_named:  # whoever comes after this one may have its name
            sessions.select(self._connection, "select pg_advisory_unlock(hashtextextended(%s, 77004))", self._name)
            self._is_named = False
        self._has_stopped = is_stopping

    def _seconds_to_next(self) -> float:
        seconds = sessions.select(self._connection, NEXT_MOMENT, self._key)[0]["seconds"]
        return _EVERY if seconds is None else max(seconds, _SHORTEST_REST)

    def _do_the_rest(self) -> None:
        connection.close_if_unusable_or_obsolete()
        runner.guarded("schedules.tick_failed", periodic.tick)
        housekeeping.run_due()


def _children_at_work() -> set[int]:
    """The children that Celery has given something to do."""
    while True:
        try:
            return {request.worker_pid for request in tuple(state.active_requests)}
        except RuntimeError:  # the main thread has just changed it
            continue


def beats() -> list[tuple[str, int, float, bool]]:
    """Give name, slots, seconds since the last beat, and whether it is stopping, of every known worker."""
    now = timezone.now()
    rows = WorkerBeat.objects.order_by("name")
    return [(row.name, row.slots, (now - row.beat).total_seconds(), row.stopping) for row in rows]
