"""Terminate steps that should have ended, in stages: cancel flag in the job's row, soft signal, SIGKILL.

Done by the main process of the worker whose child runs the step, whichever process requested it. How the job ends is
written by the step itself or, when its process was killed, by `runner.dead_letter_lost_jobs`.
"""

import logging
import os
import signal
import time
from collections.abc import Container, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from uuid import UUID

from django.db.backends.base.base import BaseDatabaseWrapper

from tasks import database
from tasks.models import JobLog
from tasks.runtime import progress
from tasks.runtime.interrupts import SOFT

logger = logging.getLogger(__name__)

# Seconds since the monitor noticed, which it does within one second; with the recovery that follows the five of S0-G2.
SOFT_AFTER: Final = 1.0
KILL_AFTER: Final = 2.0
# For a child without a job to take one, to end its work on the last one, or to notice that it is not its own any more.
STRAY_AFTER: Final = 5.0
_FREEZE: Final = 0.05

_EXITING: Final = 0x4  # PF_EXITING: the process is exiting and may have closed its sockets already
_DEAD: Final = {"Z", "X"}

_MESSAGES = {
    "timeout": "This job has exceeded its time limit and was asked to stop.",
    "cancelled": "This job was cancelled and asked to stop.",
}


@dataclass(slots=True)
class _Watch:
    since: float
    is_signalled: bool = False


class TerminationEscalator:
    """The steps that children of one worker should end, and how far each has been escalated."""

    def __init__(self, worker_key: int) -> None:
        self._worker_key = worker_key
        self._watched: dict[tuple[UUID, int], _Watch] = {}
        self._strays: dict[tuple[int, str], float] = {}  # children that hold no job, with their message: since when

    def note_work(self, active: Mapping[int, str], holders: Container[int], *, known_since: float) -> None:
        """Note which children work on a message but hold no job: theirs was taken over.

        Args:
            active: the messages of the children, by process.
            holders: the processes that hold a job.
            known_since: since when this worker has known both; children need time to connect, too.
        """
        now = time.monotonic()
        strays = {work: self._strays.get(work, now) for work in active.items() if work[0] not in holders}
        self._strays = {work: max(since, known_since) for work, since in strays.items()}

    def escalate(self, using: BaseDatabaseWrapper) -> bool:
        """Take the next stage for each step; return whether there are any."""
        self._kill_strays(using)
        found = self._unwanted(using)
        self._watched = {key: self._watched.get(key) or self._watch(row, using) for key, row in found.items()}
        for key, watch in self._watched.items():
            age = time.monotonic() - watch.since
            if age >= KILL_AFTER:
                self._kill(found[key], using)
            elif age >= SOFT_AFTER and not watch.is_signalled:
                watch.is_signalled = True
                _send(found[key]["pid"], SOFT)
        return bool(found)

    def _unwanted(self, using: BaseDatabaseWrapper) -> dict[tuple[UUID, int], dict[str, Any]]:
        rows = database.call(using, "tasks_unwanted", self._worker_key)
        return {(row["job_id"], row["fence"]): row for row in rows if row["pid"] and is_alive(row["pid"])}

    def _watch(self, row: dict[str, Any], using: BaseDatabaseWrapper) -> _Watch:
        job_id, message = row["job_id"], _MESSAGES[row["reason"]]
        logger.info("job.cancel_requested", extra={"job": str(job_id), "reason": row["reason"]})
        progress.write_line(job_id, row["attempts"], JobLog.Level.WARNING, message, {}, using=using)
        return _Watch(time.monotonic())

    def _kill(self, row: dict[str, Any], using: BaseDatabaseWrapper) -> None:
        """Kill a child and its descendants if it still holds the job. Frozen, it cannot begin another meanwhile."""
        family = _freeze(row["pid"])
        time.sleep(_FREEZE)  # for a commit that is on its way
        holds_job = self._unwanted(using).get((row["job_id"], row["fence"])) == row
        for pid in family:
            _send(pid, signal.SIGKILL if holds_job else signal.SIGCONT)
        if holds_job:
            logger.warning("job.killed", extra={"job": str(row["job_id"]), "reason": row["reason"], "pid": row["pid"]})

    def _kill_strays(self, using: BaseDatabaseWrapper) -> None:
        """Kill children that work in vain and have not noticed."""
        for (pid, _), since in self._strays.items():
            if time.monotonic() >= since + STRAY_AFTER and pid != os.getpid() and is_alive(pid):
                self._kill_idle(pid, using)

    def _kill_idle(self, pid: int, using: BaseDatabaseWrapper) -> None:
        family = _freeze(pid)
        time.sleep(_FREEZE)
        is_busy = pid in self._busy(using)
        for member in family:
            _send(member, signal.SIGCONT if is_busy else signal.SIGKILL)
        logger.warning("child.killed", extra={"pid": pid, "spared": is_busy})

    def _busy(self, using: BaseDatabaseWrapper) -> set[int]:
        """Return the children that lease a job and are connected."""
        return {
            row["pid"] for row in database.call(using, "tasks_observe_locks", self._worker_key) if row["is_connected"]
        }


def is_alive(pid: int) -> bool:
    """Check whether a process is this one or a child of it, and is not exiting. The kernel's answer is never late."""
    try:
        after_name = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return False
    state, parent, flags = after_name[0], int(after_name[1]), int(after_name[6])
    return os.getpid() in {pid, parent} and state not in _DEAD and not flags & _EXITING


def _freeze(pid: int) -> list[int]:
    """Stop a process and then its descendants, so that none can start another unseen; return their ids."""
    _send(pid, signal.SIGSTOP)
    family = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*"):
        with suppress(OSError):  # it ended while being read
            for child in (task / "children").read_text().split():
                family += _freeze(int(child))
    return family


def _send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)
