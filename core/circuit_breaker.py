"""Circuit breakers: a server that fails several times in a row gets no requests for a while (S4-8).

All processes share their state, which is in Redis and may be lost. Without Redis every request is allowed.
"""

import logging
import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from redis import RedisError

from core import redis_client

logger = logging.getLogger(__name__)

MAX_FAILURES: Final = 5  # in a row
PAUSE_SECONDS: Final = 30
_FORGET_SECONDS: Final = 600  # after the last failure
_PARTS: Final = ("failures", "reason", "open", "trial")


@dataclass(frozen=True, slots=True)
class Pause:
    """The seconds for which a server gets no requests, and the reason of its last failure."""

    seconds: int
    reason: str


def find_pause(server: str) -> Pause | None:
    """Return the pause of a server; `None` if a request may be sent now.

    After the pause one request is allowed, which decides whether others follow.
    """
    try:
        return _pause(server)
    except RedisError as error:
        _log(error)
        return None


def record_success(server: str) -> None:
    """Record that a server has answered: it gets requests again."""
    with _without_redis():
        redis_client.client().delete(*(_key(server, each) for each in _PARTS))


def record_failure(server: str, *, reason: str) -> None:
    """Record that a server has failed; after several times in a row the pause begins."""
    with _without_redis():
        client = redis_client.client()
        failures = int(client.incr(_key(server, "failures")))
        client.expire(_key(server, "failures"), _FORGET_SECONDS)
        client.set(_key(server, "reason"), reason, ex=_FORGET_SECONDS)
        if failures >= MAX_FAILURES:
            client.set(_key(server, "open"), 1, ex=PAUSE_SECONDS)
            client.delete(_key(server, "trial"))
            logger.warning("breaker.opened", extra={"server": server, "failures": failures})


def _pause(server: str) -> Pause | None:
    client = redis_client.client()
    with client.pipeline(transaction=False) as pipeline:
        pipeline.pttl(_key(server, "open"))
        pipeline.get(_key(server, "failures"))
        milliseconds, failures = pipeline.execute()
    left = math.ceil(int(milliseconds) / 1_000)
    if left <= 0:
        if int(failures or 0) < MAX_FAILURES:
            return None
        if client.set(_key(server, "trial"), 1, nx=True, ex=PAUSE_SECONDS):
            return None
        left = PAUSE_SECONDS
    return Pause(left, str(client.get(_key(server, "reason")) or ""))


@contextmanager
def _without_redis() -> Iterator[None]:
    try:
        yield
    except RedisError as error:
        _log(error)


def _log(error: RedisError) -> None:
    logger.warning("breaker.unavailable", extra={"reason": str(error)})


def _key(server: str, part: str) -> str:
    return redis_client.key("breaker", server, part)
