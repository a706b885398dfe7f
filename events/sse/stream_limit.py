"""A maximum of open streams per user, over all web processes.

Each stream has a lease, which its process renews. While Redis is unavailable nothing is refused.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Final
from uuid import UUID

from django.conf import settings
from redis import RedisError

from core import redis_client, redis_leases
from core.errors import RateLimited
from core.redis_leases import Lease

logger = logging.getLogger(__name__)

LEASE_SECONDS: Final = 30
_RENEWAL_SECONDS: Final = LEASE_SECONDS / 3


class TooManyStreams(RateLimited):
    """You have too many event streams open. Close some, in other tabs or programs, and try again."""

    code = "too_many_streams"
    what_to_do = "Close streams, or share one between tabs."


def acquire(user_id: UUID) -> Lease | None:
    """Count a stream that begins; raise `TooManyStreams`. Return `None` if streams are not counted."""
    maximum = settings.EVENT_STREAMS_PER_USER
    if not maximum:
        return None
    try:
        lease = redis_leases.acquire(redis_client.key("streams", str(user_id)), maximum=maximum, seconds=LEASE_SECONDS)
    except RedisError as error:
        logger.warning("events.streams_not_counted", extra={"reason": str(error)})
        return None
    if lease is None:
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
        redis_leases.renew(leases, seconds=LEASE_SECONDS)
    except RedisError as error:
        logger.warning("events.streams_not_counted", extra={"reason": str(error)})


def _release(lease: Lease) -> None:
    try:
        redis_leases.release(lease)
    except RedisError as error:
        logger.warning("events.streams_not_counted", extra={"reason": str(error)})
