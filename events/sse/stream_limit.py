"""A maximum of open streams per user, over all web processes.

Each stream has a lease in a sorted set of its user in Redis, scored by the time at which it expires. The process of the
stream renews it, so the streams of a killed process stop counting soon. While Redis is unavailable nothing is refused.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final
from uuid import UUID, uuid4

from django.conf import settings
from redis import RedisError

from core import redis_client
from core.errors import RateLimited

logger = logging.getLogger(__name__)

LEASE_SECONDS: Final = 30
_RENEWAL_SECONDS: Final = LEASE_SECONDS / 3

# The clock is that of Redis, which all web processes share.
_ACQUIRE: Final = """
local now = tonumber(redis.call('TIME')[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[3], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1
"""
# A lease that was released meanwhile is not added again.
_RENEW: Final = """
redis.call('ZADD', KEYS[1], 'XX', tonumber(redis.call('TIME')[1]) + ARGV[2], ARGV[1])
redis.call('EXPIRE', KEYS[1], ARGV[2])
"""


class TooManyStreams(RateLimited):
    """You have too many event streams open. Close some, in other tabs or programs, and try again."""

    code = "too_many_streams"
    what_to_do = "Close streams, or share one between tabs."


@dataclass(frozen=True, slots=True)
class Lease:
    """The place of one stream among those of its user."""

    key: str
    id: str


def acquire(user_id: UUID) -> Lease | None:
    """Count a stream that begins; raise `TooManyStreams`. Return `None` if streams are not counted."""
    maximum = settings.EVENT_STREAMS_PER_USER
    if not maximum:
        return None
    lease = Lease(redis_client.key("streams", str(user_id)), uuid4().hex)
    try:
        is_acquired = redis_client.client().eval(_ACQUIRE, 1, lease.key, lease.id, maximum, LEASE_SECONDS)
    except RedisError as error:
        logger.warning("events.streams_not_counted", extra={"reason": str(error)})
        return None
    if not is_acquired:
        raise TooManyStreams(retry_after=LEASE_SECONDS)
    return lease


class LeaseMonitor:
    """Renews the leases of all streams of this process, in a task that runs while there are any."""

    def __init__(self) -> None:
        self._leases: set[Lease] = set()
        self._renewal: asyncio.Task[None] | None = None

    @asynccontextmanager
    async def keep(self, lease: Lease | None) -> AsyncIterator[None]:
        """Keep a lease for as long as the stream is open, then release it."""
        if lease is None:
            yield
            return
        self._leases.add(lease)
        if self._renewal is None:
            self._renewal = asyncio.create_task(self._renew_regularly())
        try:
            yield
        finally:
            self._leases.discard(lease)
            await asyncio.to_thread(_release, lease)

    async def _renew_regularly(self) -> None:
        try:
            while self._leases:
                await asyncio.sleep(_RENEWAL_SECONDS)
                await asyncio.to_thread(_renew, frozenset(self._leases))
        finally:
            self._renewal = None


def _renew(leases: Iterable[Lease]) -> None:
    try:
        pipeline = redis_client.client().pipeline(transaction=False)
        for lease in leases:
            pipeline.eval(_RENEW, 1, lease.key, lease.id, LEASE_SECONDS)
        pipeline.execute()
    except RedisError as error:
        logger.warning("events.streams_not_counted", extra={"reason": str(error)})


def _release(lease: Lease) -> None:
    try:
        redis_client.client().zrem(lease.key, lease.id)
    except RedisError as error:
        logger.warning("events.streams_not_counted", extra={"reason": str(error)})
