"""Waits between the tries of a request to another server."""

import random
import time
from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Final

LONGEST_BACKOFF: Final = 8.0  # seconds
CHECK_EVERY: Final = 0.5  # seconds


def seconds_before_retry(failures: int, *, base: float, retry_after: str = "") -> float:
    """Return the wait after so many failures: what `Retry-After` asks for, but at least the backoff."""
    return max(backoff(failures, base=base, chance=random.random()), parse_retry_after(retry_after))  # noqa: S311 - jitter is no secret


def backoff(failures: int, *, base: float, chance: float) -> float:
    """Return the seconds to wait after so many failures: doubling, limited, a quarter of it by `chance` (0 to 1)."""
    return float(min(LONGEST_BACKOFF, base * 2 ** (failures - 1)) * (1 - 0.25 * chance))


def parse_retry_after(value: str) -> float:
    """Return the seconds of a `Retry-After` header, a number or a date (RFC 9110, 10.2.3); 0 if it is neither."""
    if value.isascii() and value.replace(".", "", 1).isdigit():
        return float(value)
    try:
        then = parsedate_to_datetime(value)
    except (ValueError, OverflowError):
        return 0.0
    if then.tzinfo is None:  # the header gave -0000
        then = then.replace(tzinfo=UTC)
    return max(0.0, (then - datetime.now(UTC)).total_seconds())


def wait(seconds: float, check: Callable[[], None]) -> None:
    """Sleep, calling `check` twice a second, which raises when the result is no longer needed."""
    end = time.monotonic() + seconds
    while (left := end - time.monotonic()) > 0:
        check()
        time.sleep(min(left, CHECK_EVERY))
