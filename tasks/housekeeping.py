"""Periodic maintenance: functions registered by `AppConfig.ready` and run by the main process of every worker."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field

logger = logging.getLogger(__name__)


@dataclass(slots=True)
class _Duty:
    function: Callable[[], object]
    every: float
    next_run: float = field(default_factory=time.monotonic)


_duties: list[_Duty] = []


def register(function: Callable[[], object], *, every: float) -> None:
    """Run `function` in each worker every so many seconds, but not more often than the monitor's rounds (1 s).

    Several workers may run it at the same time.
    """
    _duties.append(_Duty(function, every))


def run_due() -> None:
    """Run what is due. An exception is logged and does not prevent the rest."""
    for duty in _duties:
        if time.monotonic() >= duty.next_run:
            duty.next_run = time.monotonic() + duty.every
            try:
                duty.function()
            except Exception:
                logger.exception("housekeeping.failed", extra={"function": duty.function.__qualname__})
