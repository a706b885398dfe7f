"""Limits of work whose cost the client decides: a few requests could take all processors.

Each kind of work has two classes in `RATE_LIMITS`: `{work}_seconds`, the CPU seconds that it may take, here and in
PostgreSQL, and `{work}_at_once`, how much may run at the same time, with the seconds after which work whose process was
killed does not count any more. While Redis is unavailable nothing is refused.
"""

import logging
import math
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any, Final, Self

from django.db import connection
from django.http import HttpRequest

from core import redis_client, redis_leases
from core.api import rate_limiter
from core.api.rate_limiter import RateLimit
from core.api.throttling import breaker, rate_limits_of
from core.errors import RateLimited
from core.redis_leases import Lease

logger = logging.getLogger(__name__)

_UNITS: Final = 100  # of CPU time in a second
_CHARGE_SECONDS: Final = 1.0  # of CPU time that long work takes before it is charged


class _Meter:
    """Charges work that may run in parts, each in one thread; raises `RateLimited` instead of a beginning."""

    def __init__(self, request: HttpRequest, work: str, *, user: Any) -> None:
        budgets = rate_limits_of(f"{work}_seconds", request, user)
        self._budgets = [replace(each, maximum=each.maximum * _UNITS) for each in budgets]
        self._places = rate_limits_of(f"{work}_at_once", request, user)
        self._leases: list[tuple[RateLimit, Lease]] = []
        self._renewed = time.monotonic()
        self._cost = 0.0
        try:
            self._take_places()
            self._require_budget(work)
        except BaseException:
            self.close()
            raise

    @contextmanager
    def part(self) -> Iterator[None]:
        """Count the CPU seconds that this thread takes, and the seconds in which PostgreSQL works for it."""
        begin = time.thread_time()
        waits: list[float] = []
        try:
            with connection.execute_wrapper(partial(_measured, waits)):
                yield
        finally:
            self.add(time.thread_time() - begin + sum(waits))

    def add(self, seconds: float) -> None:
        """Count seconds that other threads have taken."""
        self._cost += seconds
        if self._cost >= _CHARGE_SECONDS:
            self._charge()
        self._renew()

    def close(self) -> None:
        """Charge what is left, and make room for other work. A second time does nothing."""
        self._charge()
        while self._leases:
            breaker.call(partial(redis_leases.release, self._leases.pop()[1]))

    def _take_places(self) -> None:
        for limit in self._places:
            lease = breaker.call(partial(_place, limit))
            if lease is not None:
                self._leases.append((limit, lease))

    def _require_budget(self, work: str) -> None:
        result = breaker.call(lambda: rate_limiter.usage_of(self._budgets)) if self._budgets else None
        if result is not None and not result.is_allowed:
            logger.warning("rate.limited", extra={"route_class": work, "limits": [each.key for each in self._budgets]})
            raise RateLimited(retry_after=math.ceil(result.retry_after))

    def _charge(self) -> None:
        units = round(self._cost * _UNITS)
        self._cost = 0.0
        if units and self._budgets:
            breaker.call(lambda: rate_limiter.charge(self._budgets, units))

    def _renew(self) -> None:
        """Keep the places of work that goes on for long, such as a file that is sent to a slow client."""
        now = time.monotonic()
        if not self._leases or now < self._renewed + min(limit.seconds for limit, _ in self._leases) / 3:
            return
        self._renewed = now
        for limit, lease in self._leases:
            breaker.call(partial(redis_leases.renew, [lease], seconds=limit.seconds))


class MeteredChunks:
    """The chunks of a file that is written while it is sent, charged as `metered` work; Django closes them."""

    def __init__(self, request: HttpRequest, work: str, chunks: Iterator[bytes], *, user: Any) -> None:
        self._meter = _Meter(request, work, user=user)
        self._chunks = chunks

    def __iter__(self) -> Self:
        return self

    def __next__(self) -> bytes:
        with self._meter.part():
            return next(self._chunks)

    def close(self) -> None:
        """End the work, also if the client has not read it to the end."""
        close = getattr(self._chunks, "close", None)
        try:
            if close is not None:
                close()
        finally:
            self._meter.close()


@contextmanager
def metered(request: HttpRequest | None, work: str, *, user: Any) -> Iterator[_Meter | None]:
    """Charge the CPU seconds of what is done in this thread; raise `RateLimited` instead of doing it beyond limits.

    Without a request, it is the work of a job, which has limits of its own.
    """
    if request is None:
        yield None
        return
    meter = _Meter(request, work, user=user)
    try:
        with meter.part():
            yield meter
    finally:
        meter.close()


def _measured(waits: list[float], execute: Callable[..., Any], *statement: Any) -> Any:
    """Execute a statement, and add the seconds in which this thread waited for it."""
    begin, worked = time.perf_counter(), time.thread_time()
    try:
        return execute(*statement)
    finally:
        waits.append(max(0.0, time.perf_counter() - begin - (time.thread_time() - worked)))


def _place(limit: RateLimit) -> Lease:
    key = redis_client.key("at_once", limit.key)
    lease = redis_leases.acquire(key, maximum=limit.maximum, seconds=limit.seconds)
    if lease is None:
        logger.warning("rate.limited", extra={"route_class": limit.key, "limits": [limit.key]})
        raise RateLimited(retry_after=1)
    return lease
