"""Timeouts of tests that wait for another process. It only delays a failure; machines may be slow and busy."""

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 90.0  # seconds
PATIENCE_MS = PATIENCE * 1_000

T = TypeVar("T")


def until(condition: Callable[[], T], *, seconds: float = PATIENCE) -> T:
    """Wait until another process has made the condition true; return its value."""
    end = time.monotonic() + seconds
    while not (found := condition()):
        assert time.monotonic() < end, "it did not come true in time"
        time.sleep(0.02)
    return found


def in_time(measure: Callable[[], float], *, limit: float, tries: int = 6) -> None:
    """Check that a measurement is below its limit at least once: a busy machine may be late, but not every time."""
    seconds = [measure()]
    while min(seconds) >= limit and len(seconds) < tries:
        seconds.append(measure())
    assert min(seconds) < limit, seconds
