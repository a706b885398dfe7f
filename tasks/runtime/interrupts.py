"""The soft signal: raises an exception in the work of a step, and nowhere else. Installed in a worker's children."""

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from tasks.errors import StopWorking

SOFT: Final = signal.SIGUSR2  # Celery uses SIGUSR1

Interruption = Callable[[], StopWorking]


class _Allowed:
    """The exception that the signal may raise now."""

    reason: Interruption | None = None


def install(**_: object) -> None:
    """Install the handler of the signal, which does nothing outside the work of a step."""
    signal.signal(SOFT, _interrupt)


@contextmanager
def allowed(reason: Interruption) -> Iterator[None]:
    """Let the signal raise the result of `reason` inside the block."""
    _Allowed.reason = reason
    try:
        yield
    finally:
        _Allowed.reason = None


def _interrupt(_signal: int, _frame: object) -> None:
    reason, _Allowed.reason = _Allowed.reason, None  # once: the handling of the exception is not interrupted
    if reason is not None:
        raise reason()
