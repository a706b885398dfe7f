"""How long recovery takes, apart for each class of fault: until an interrupted job runs again, and what it waits for.

After killed processes the time begins with the kill. After an outage it begins when the outage is over, because nothing
can run before.
"""

import statistics
import time
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from tasks.models import JobLog
from tests.meta.chaos.executions import REFUSED, Execution
from tests.meta.chaos.injections import SUSPENDED_SECONDS, Injection

_GRACE = 1.0  # seconds after a fault in which other processes may still be affected
_DISTURBING = ("F-2", "F-3", "F-4", "F-5", "F-6", "F-10")
# Steps that fail by design.
_FAILING = frozenset({"chaos.doubtful", "chaos.poison", "chaos.hang"})
_ENDINGS = ("The process that ran this job ended", "The worker was stopped", "The connection to the database was lost")

_CHECK = "the worker's next look at its children (0.25 s), a free slot"
_FREE_LOCK = "the worker's lock to be free for 0.75 s, a round of another worker (0.25 s), a free slot"
_HEARTBEAT = "the worker's heartbeat to be 10 s old, a round of another worker (1 s), a free slot"
_BACK_OFF = "the retry back-off (0, 1, 3, 7 … s after each lost connection, 1 to 4 s after other failures)"

# Each class: the fault, and what recovery waits for: timers of the product, and nothing else when all is well.
CLASSES: Final[Mapping[str, tuple[str, str]]] = {
    "child": ("A process of a pool is killed", _CHECK),
    "worker": ("A worker is killed while another one lives", _FREE_LOCK),
    "last_worker": (
        "A process or worker is killed while no other worker lives",
        "the supervisor to start a worker, its start, the lock to be free for 0.75 s",
    ),
    "combined": (
        "A process or worker is killed during another fault",
        "as above, and for the engine, the network or the worker that failed at the same time",
    ),
    "host": ("The host of all workers is lost", f"workers to start on another host, {_HEARTBEAT}"),
    "frozen": ("A worker is suspended for 11.5 s", _HEARTBEAT),
    "partition": ("A worker gets no data for 11.5 s", _HEARTBEAT),
    "parser": ("The parser in the sandbox is killed", "the retry back-off (1 to 2 s), the tenant's turn"),
    "broker": (
        "The broker is emptied, disconnected or stopped",
        "new connections (0.1 to 2 s), a message to count as lost (2 s while a slot is idle)",
    ),
    "database": ("The database is disconnected or restarted", f"new connections (0.1 to 1 s), {_BACK_OFF}"),
    "network": ("The network to both engines is slow, or resets connections", f"new connections, {_BACK_OFF}"),
    "disk": ("The disk is full", _BACK_OFF),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovery:
    """One job that a fault interrupted: seconds until its attempt was ended, if that was logged, and until it ran."""

    name: str
    fault: str
    at: float
    job: str
    step: str
    seconds: float
    noticed: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """What happened, by the monotonic clock: executions, when messages of jobs were sent, and when attempts ended."""

    injections: Sequence[Injection]
    executions: Sequence[Execution]
    sent: Mapping[str, Sequence[float]]
    endings: Mapping[str, Sequence[float]]


def logged_endings() -> dict[str, list[float]]:
    """Return when each job's log reports the end of an attempt, by the monotonic clock."""
    offset = time.time() - time.monotonic()
    result: dict[str, list[float]] = defaultdict(list)
    rows = JobLog.objects.order_by("id").values_list("job_id", "at", "level", "message")
    for job_id, at, level, message in rows:
        if level == JobLog.Level.ERROR or message.startswith(_ENDINGS):
            result[str(job_id)].append(at.timestamp() - offset)
    return result


def recoveries_of(history: History) -> list[Recovery]:
    """Return every recovery, in the order of the faults."""
    timelines = _Timelines(history)
    return [
        recovery
        for injection in sorted(history.injections, key=lambda injection: injection.at)
        if (name := class_of(injection, history.injections))
        for recovery in timelines.recoveries(name, injection)
    ]


def figures_of(recoveries: Sequence[Recovery]) -> dict[str, dict[str, Any]]:
    """Return count, percentiles and what it waits for, of each class."""
    by_name: dict[str, list[Recovery]] = {name: [] for name in CLASSES}
    for recovery in recoveries:
        by_name[recovery.name].append(recovery)
    return {
        name: {
            "fault": CLASSES[name][0],
            **statistics_of([recovery.seconds for recovery in found]),
            "noticed_p95_s": noticed_of(found)["p95_s"],
            "waits_for": CLASSES[name][1],
        }
        for name, found in by_name.items()
        if found
    }


def noticed_of(recoveries: Sequence[Recovery]) -> dict[str, float]:
    """Return the statistics of the time until the attempt was ended, without the wait until the job ran again."""
    return statistics_of([recovery.noticed for recovery in recoveries if recovery.noticed is not None])


def statistics_of(seconds: Sequence[float]) -> dict[str, float]:
    """Return number, p50, p95 and maximum."""
    if not seconds:
        return {"n": 0, "p50_s": 0.0, "p95_s": 0.0, "max_s": 0.0}
    p95 = statistics.quantiles(seconds, n=20, method="inclusive")[-1] if len(seconds) > 1 else seconds[0]
    return {
        "n": len(seconds),
        "p50_s": round(statistics.median(seconds), 3),
        "p95_s": round(p95, 3),
        "max_s": round(max(seconds), 3),
    }


def class_of(injection: Injection, injections: Sequence[Injection]) -> str:
    """Return the class of recovery from a fault; an empty string for one that interrupts no job."""
    fault = injection.fault
    if fault in {"F-1 child", "F-2 worker"}:
        if not injection.others:
            return "last_worker"
        return fault.partition(" ")[2] if _is_alone(injection, injections) else "combined"
    if fault == "F-6 hole" and injection.until - injection.at >= SUSPENDED_SECONDS:
        return "partition"
    return _CLASSES.get(fault, "")


_CLASSES: Final = {
    "F-2 host": "host",
    "F-3 zombie": "frozen",
    "F-4 flush": "broker",
    "F-4 cut": "broker",
    "F-4 stop": "broker",
    "F-5 cut": "database",
    "F-5 restart": "database",
    "F-6 slow": "network",
    "F-6 hole": "network",
    "F-6 torn": "network",
    "F-6 late": "network",
    "F-9 parser": "parser",
    "F-10 disk": "disk",
}


def _is_alone(injection: Injection, injections: Sequence[Injection]) -> bool:
    """Check that no other fault stopped a worker, an engine or the network at the same time."""
    return not any(
        other is not injection and other.at - 2 * _GRACE < injection.at < other.until + _GRACE
        for other in injections
        if other.fault.startswith(_DISTURBING)
    )


class _Timelines:
    """The executions of each job and of each process, in order."""

    def __init__(self, history: History) -> None:
        self._history = history
        self._of_job: dict[str, list[Execution]] = defaultdict(list)
        self._of_process: dict[int, list[Execution]] = defaultdict(list)
        for execution in sorted(history.executions, key=lambda execution: execution.begin):
            self._of_job[execution.job].append(execution)
            self._of_process[execution.pid].append(execution)
        self._find: Mapping[str, Callable[[Injection], Iterator[tuple[str, str, float, float]]]] = {
            **dict.fromkeys(CLASSES, self._after_kill),
            **dict.fromkeys(("database", "network", "disk"), self._after_outage),
            "broker": self._after_lost_messages,
        }

    def recoveries(self, name: str, injection: Injection) -> Iterator[Recovery]:
        for job, step, since, again in self._find[name](injection):
            ended = next((at for at in self._history.endings.get(job, ()) if injection.at < at < again), None)
            yield Recovery(
                name=name,
                fault=injection.fault,
                at=injection.at,
                job=job,
                step=step,
                seconds=max(0.0, again - since),
                noticed=None if ended is None else max(0.0, ended - since),
            )

    def _after_kill(self, injection: Injection) -> Iterator[tuple[str, str, float, float]]:
        """Yield what the processes ran, and when it ran again."""
        for execution in (execution for pid in injection.pids for execution in self._of_process[pid]):
            is_hit = execution.begin <= injection.at < (execution.end or float("inf"))
            if is_hit and execution.state != "SUCCESS" and self._is_latest(execution, injection.at):
                again = self._next(execution.job, injection.at)
                if again is not None:
                    yield execution.job, execution.step, injection.at, again.begin

    def _after_outage(self, injection: Injection) -> Iterator[tuple[str, str, float, float]]:
        """Yield the steps that failed during the outage, and when each ran successfully after it."""
        found = set()
        for execution in self._history.executions:
            end = execution.end
            if end is None or execution.state != "FAILURE" or execution.step in _FAILING:
                continue
            if injection.at <= end < injection.until + _GRACE and (
                not injection.pids or execution.pid in injection.pids
            ):
                found.add((execution.job, execution.step))
        for job, step in sorted(found):
            again = self._next(job, injection.until, step=step)
            if again is not None:
                yield job, step, injection.until, again.begin

    def _after_lost_messages(self, injection: Injection) -> Iterator[tuple[str, str, float, float]]:
        """Yield the jobs whose message was on its way, to their first or to their next step, and when they ran."""
        for job, timeline in self._of_job.items():
            before = bisect_right(timeline, injection.at, key=lambda execution: execution.begin)
            last = timeline[before - 1] if before else None
            again = self._next(job, injection.at)
            if again is None or (last is not None and last.end is None):
                continue
            ended = last.end if last is not None and last.end is not None else 0.0
            is_between_steps = last is not None and last.state == "SUCCESS" and ended <= injection.until
            if is_between_steps or any(ended < at <= injection.at for at in self._history.sent.get(job, ())):
                yield job, again.step, injection.until, again.begin

    def _is_latest(self, execution: Execution, moment: float) -> bool:
        """Check that the job was not given to another process before: then nothing is interrupted."""
        return not any(
            other.fence > execution.fence and other.begin <= moment and other.state != REFUSED
            for other in self._of_job[execution.job]
        )

    def _next(self, job: str, after: float, *, step: str = "") -> Execution | None:
        """Return the next execution that was not refused: with a step, the next success of it."""
        for execution in self._of_job[job]:
            is_wanted = not step or (execution.step == step and execution.state == "SUCCESS")
            if execution.begin > after and execution.state != REFUSED and is_wanted:
                return execution
        return None
