"""The sandbox of requests, which one request uses at a time. It has less time than that of jobs: users wait for it."""

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from core.errors import Overloaded
from documents.pipeline.sandbox import Sandbox, shared_sandbox
from documents.services.sandbox_limits import installed_limits

_SECONDS: Final = 30.0
_WAIT_SECONDS: Final = 10.0  # for other requests of this process
_turns = threading.BoundedSemaphore(1)


@contextmanager
def request_turn() -> Iterator[None]:
    """Wait until no other request of this process uses the sandbox; raise `Overloaded` if that takes too long."""
    if not _turns.acquire(timeout=_WAIT_SECONDS):
        raise Overloaded
    try:
        yield
    finally:
        _turns.release()


def request_sandbox() -> Sandbox:
    """Return the sandbox of requests."""
    return shared_sandbox(replace(installed_limits(), cpu_seconds=int(_SECONDS)))


def request_deadline() -> float:
    """Return the time of `time.monotonic` until which work that starts now may take."""
    return time.monotonic() + _SECONDS
