"""Timeouts of tests that wait for another process. It only delays a failure; machines may be slow and busy."""

from collections.abc import Callable

PATIENCE = 90.0  # seconds
PATIENCE_MS = PATIENCE * 1_000


def in_time(measure: Callable[[], float], *, limit: float, tries: int = 3) -> None:
    """Something takes less than so many seconds. A busy machine is late now and then; what is built in always is."""
    taken = [measure()]
    while min(taken) >= limit and len(taken) < tries:
        taken.append(measure())
    assert min(taken) < limit, taken
