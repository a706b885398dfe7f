"""The soft signal: it raises in the work of a step, and nowhere else. Installed in a worker's children only."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from tasks.errors import StopWorking

SOFT: Final = signal.SIGUSR2  # Celery has its own use for SIGUSR1

Interruption = Callable[[], StopWorking]


class _Allowed:
    """Whose work the signal may interrupt now."""

    reason: Interruption | None = None


def install(**_: object) -> None:
    """From now on the signal interrupts the work of steps; at any other time it does nothing."""
    signal.signal(SOFT, _interrupt)


@contextmanager
def allowed(reason: Interruption) -> Iterator[None]:
    """Let the signal raise what `reason` gives, inside the block."""
    _Allowed.reason = reason
    try:
        yield
    finally:
        _Allowed.reason = None


def _interrupt(_signal: int, _frame: object) -> None:
    reason, _Allowed.reason = _Allowed.reason, None  # once: what follows it is the end of the step
    if reason is not None:
        raise reason()
