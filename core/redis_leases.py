"""At most so many of something at once, over all processes: each holds a lease in a sorted set in Redis.

Leases expire, so those of a killed process do not count for long. All functions raise `redis.RedisError`.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final
from uuid import uuid4

from core import redis_client

# The clock is that of Redis, which all processes share. The score of a lease is the time at which it expires.
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


@dataclass(frozen=True, slots=True)
class Lease:
    """One of those that share a key."""

    key: str
    id: str


def acquire(key: str, *, maximum: int, seconds: int) -> Lease | None:
    """Return a new lease; `None` if there are as many as possible."""
    lease = Lease(key, uuid4().hex)
    return lease if redis_client.client().eval(_ACQUIRE, 1, key, lease.id, maximum, seconds) else None


def renew(leases: Iterable[Lease], *, seconds: int) -> None:
    """Let leases expire later."""
    pipeline = redis_client.client().pipeline(transaction=False)
    for lease in leases:
        pipeline.eval(_RENEW, 1, lease.key, lease.id, seconds)
    pipeline.execute()


def release(lease: Lease) -> None:
    """Make room for another one."""
    redis_client.client().zrem(lease.key, lease.id)
