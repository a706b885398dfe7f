"""A call through a closed breaker, and how fast eight processes see that one of them has opened it. Needs the settings.

Both use the real Redis of the stack, in which breakers are stored, and no service: only the breaker is measured.
"""

import multiprocessing
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager, suppress
from multiprocessing.synchronize import Barrier
from typing import TYPE_CHECKING, Final
from uuid import uuid4

import django

from benchmarks.resilience.stack import Stack, p95

if TYPE_CHECKING:
    from core.breakers import Breaker

CALLS: Final = 2_000
PROCESSES: Final = 8
ROUNDS: Final = 10
POLL_S: Final = 0.01
_SETTLED_S: Final = 0.2  # until all of them poll
_LIMIT_S: Final = 10.0


class _Down(Exception):
    """The failure of the service that is not there."""


def measure(stack: Stack) -> dict[str, float]:
    """Return the figures; the time until all have seen it is that of the slowest round."""
    return {"breaker_call_p95_ms": _call_p95_ms(), "open_seen_ms": max(_open_seen_ms())}


def _call_p95_ms() -> float:
    breaker, times = _new_breaker(), []
    for _ in range(CALLS):
        began = time.perf_counter()
        with breaker.call():
            pass
        times.append(1000 * (time.perf_counter() - began))
    return round(p95(times), 3)


def _open_seen_ms() -> Iterator[float]:
    """Yield the time of each round: from the last failure until the last of all processes is rejected."""
    with _pool() as pool:
        for _ in range(ROUNDS):
            name = uuid4().hex
            opening = pool.submit(_open, name)
            seen = [pool.submit(_until_rejected, name) for _ in range(PROCESSES - 1)]
            opened, own = opening.result()
            milliseconds = 1000 * (max(own, *(each.result() for each in seen)) - opened)
            print(f"open breaker seen by all after {milliseconds:.1f} ms", flush=True)
            yield round(milliseconds, 1)


@contextmanager
def _pool() -> Iterator[ProcessPoolExecutor]:
    context = multiprocessing.get_context("spawn")
    barrier = context.Barrier(PROCESSES)
    with ProcessPoolExecutor(PROCESSES, context, _prepare, (barrier,)) as pool:
        yield pool


def _prepare(barrier: Barrier) -> None:
    """Set a process of the pool up."""
    global _all_ready  # noqa: PLW0603 - a process of a pool has no other place for it
    django.setup()
    _all_ready = barrier


_all_ready: Barrier


def _open(name: str) -> tuple[float, float]:
    """Fail until the breaker opens; return when the failure that opens it began, and when this process was rejected."""
    _all_ready.wait()
    time.sleep(_SETTLED_S)
    breaker = _new_breaker(name)
    for _ in range(breaker.profile.failures):
        began = time.monotonic()
        with suppress(_Down), breaker.call():
            raise _Down
    return began, _rejected(breaker)


def _until_rejected(name: str) -> float:
    """Ask until the breaker is open; return when this process was rejected."""
    _all_ready.wait()
    return _rejected(_new_breaker(name))


def _rejected(breaker: "Breaker") -> float:
    """Call the service, in a way that says nothing about it, until a call is rejected."""
    from core.errors import CircuitOpen  # noqa: PLC0415 - after the settings

    deadline = time.monotonic() + _LIMIT_S
    while time.monotonic() < deadline:
        try:
            breaker.admit().released()
        except CircuitOpen:
            return time.monotonic()
        time.sleep(POLL_S)
    raise RuntimeError("The breaker was not seen as open in time.")


def _new_breaker(name: str = "") -> "Breaker":
    from core.breakers import breaker_of  # noqa: PLC0415 - after the settings

    return breaker_of("llm", name or uuid4().hex)
