"""What the supervisor is told: services that run, steps that end, how each is started, found ready and stopped."""

import signal
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path


class State(StrEnum):
    """What a service or step is doing, as a person reads it."""

    WAITING = "waiting"
    STARTING = "starting"
    READY = "ready"
    DONE = "done"
    CURRENT = "up to date"
    RESTARTING = "restarting"
    FAILED = "failed"
    STOPPED = "stopped"


@dataclass(frozen=True, slots=True)
class Nudge:
    """One rung of the ladder that stops a program: a signal, and the seconds it has before the next rung."""

    signal: signal.Signals
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Program:
    """A long-running child. `is_ready` asks the program itself; a live process proves nothing."""

    name: str
    argv: tuple[str, ...]
    is_ready: Callable[[], bool]
    needs: tuple[str, ...] = ()
    env: Mapping[str, str] = field(default_factory=dict)
    cwd: Path | None = None
    address: str = ""
    origin: str = ""
    ready_seconds: float = 120.0
    # What the kernel sends when the supervisor is killed.
    death_signal: signal.Signals = signal.SIGKILL
    stop: tuple[Nudge, ...] = (Nudge(signal.SIGTERM, 3.0),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """Work that ends. `work` says whether there was anything to do, and raises when it failed."""

    name: str
    work: Callable[[], Awaitable[bool]]
    needs: tuple[str, ...] = ()
    address: str = ""
    origin: str = ""


@dataclass(frozen=True, slots=True)
class Backoff:
    """How long to wait before the n-th restart; after `healthy_after` seconds of life the counting starts anew."""

    first: float = 0.5
    ceiling: float = 30.0
    healthy_after: float = 60.0

    def delay(self, failures: int) -> float:
        """Seconds before the restart that follows `failures` failures in a row (1 is the first)."""
        return min(self.ceiling, self.first * 2.0 ** (failures - 1))
