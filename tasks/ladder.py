"""The ladder for steps that must end and do not: their row says so, then a soft signal, then SIGKILL.

Climbed by the main process of the worker whose child it is, whoever asked and wherever. How the job ends is written by
the step itself or, when its process was killed, by the burial of lost jobs.
"""

import logging
import os
import signal
import time
from collections.abc import Container
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db.backends.base.base import BaseDatabaseWrapper

from tasks import children, progress, sessions
from tasks.interrupts import SOFT
from tasks.models import JobLog

logger = logging.getLogger(__name__)

# Seconds since the keeper saw it, at most one after the limit; together with the burial below the five of S0-G2.
SOFT_AFTER: Final = 1.0
KILL_AFTER: Final = 2.0
_FREEZE: Final = 0.05

_TOLD = {
    "timeout": "This job is out of time and was asked to stop.",
    "cancelled": "This job was cancelled and asked to stop.",
}


@dataclass(slots=True)
class _Watch:
    since: float
    is_signalled: bool = False


class Ladder:
    """What one worker's children must stop doing."""

    def __init__(self, worker_key: int) -> None:
        self._worker_key = worker_key
        self._watched: dict[tuple[UUID, int], _Watch] = {}
        self._abandoned: dict[int, float] = {}

    def abandon(self, pid: int, seconds: float) -> None:
        """A child's job was taken over while it works on: what it does counts no more, but must end within its time."""
        self._abandoned[pid] = time.monotonic() + max(0.0, seconds) + KILL_AFTER

    def forget_idle(self, at_work: Container[int]) -> None:
        """What has ended needs no end."""
        self._abandoned = {pid: end for pid, end in self._abandoned.items() if pid in at_work}

    def climb(self, using: BaseDatabaseWrapper) -> bool:
        """Take the next rung for each of them; tell whether there is any."""
        self._end_abandoned(using)
        found = self._unwanted(using)
        self._watched = {key: self._watched.get(key) or self._begin(row, using) for key, row in found.items()}
        for key, watch in self._watched.items():
            self._act(found[key], watch, using)
        return bool(found)

    def _unwanted(self, using: BaseDatabaseWrapper) -> dict[tuple[UUID, int], dict[str, Any]]:
        rows = sessions.call(using, "tasks_unwanted", self._worker_key)
        return {(row["job_id"], row["fence"]): row for row in rows if row["pid"] and children.lives(row["pid"])}

    def _begin(self, row: dict[str, Any], using: BaseDatabaseWrapper) -> _Watch:
        logger.info("job.cancel_requested", extra={"job": str(row["job_id"]), "reason": row["reason"]})
        progress.write_line(row["job_id"], row["attempts"], JobLog.Level.WARNING, _TOLD[row["reason"]], {}, using=using)
        return _Watch(time.monotonic())

    def _act(self, row: dict[str, Any], watch: _Watch, using: BaseDatabaseWrapper) -> None:
        age = time.monotonic() - watch.since
        if age >= KILL_AFTER:
            self._kill(row, using)
        elif age >= SOFT_AFTER and not watch.is_signalled:
            watch.is_signalled = True
            _send(row["pid"], SOFT)

    def _end_abandoned(self, using: BaseDatabaseWrapper) -> None:
        """End a child whose time is over and that has begun nothing else since."""
        for pid, end in tuple(self._abandoned.items()):
            if not children.lives(pid) or pid in self._busy(using):
                del self._abandoned[pid]
            elif time.monotonic() >= end:
                del self._abandoned[pid]
                self._kill_idle(pid, using)

    def _kill_idle(self, pid: int, using: BaseDatabaseWrapper) -> None:
        family = _freeze(pid)
        time.sleep(_FREEZE)
        is_busy = pid in self._busy(using)
        for member in family:
            _send(member, signal.SIGCONT if is_busy else signal.SIGKILL)
        logger.warning("child.killed", extra={"pid": pid, "spared": is_busy})

    def _busy(self, using: BaseDatabaseWrapper) -> set[int]:
        """The children that hold a job by a line that stands."""
        return {row["pid"] for row in sessions.call(using, "tasks_look", self._worker_key) if row["stands"]}

    def _kill(self, row: dict[str, Any], using: BaseDatabaseWrapper) -> None:
        """End the child and all below it, if it still holds the job: frozen, it cannot begin another meanwhile."""
        family = _freeze(row["pid"])
        time.sleep(_FREEZE)  # a commit that was on its way arrives
        is_still_at_it = self._unwanted(using).get((row["job_id"], row["fence"])) == row
        for pid in family:
            _send(pid, signal.SIGKILL if is_still_at_it else signal.SIGCONT)
        if is_still_at_it:
            logger.warning("job.killed", extra={"job": str(row["job_id"]), "reason": row["reason"], "pid": row["pid"]})


def _freeze(pid: int) -> list[int]:
    """Stop a process and its descendants, from above, so that none can start another unseen."""
    _send(pid, signal.SIGSTOP)
    family = [pid]
    for child in children.pids_below(pid):
        family += _freeze(child)
    return family


def _send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)
