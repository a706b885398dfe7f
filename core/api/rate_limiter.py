"""Rate limits shared by all processes: exact moving windows in Redis, by the `limits` library."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from django.conf import settings
from limits import RateLimitItemPerSecond
from limits.storage import RedisStorage
from limits.strategies import MovingWindowRateLimiter

from core import redis_client
from core.redis_client import TIMEOUT_SECONDS


@dataclass(frozen=True, slots=True, kw_only=True)
class RateLimit:
    """At most `maximum` requests in any `seconds`, for whatever `key` names."""

    key: str
    maximum: int
    seconds: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """The state of a limit: requests left, and seconds until the oldest one no longer counts."""

    limit: RateLimit
    remaining: int
    reset: float


@dataclass(frozen=True, slots=True)
class RateLimitResult:
    """The decision on a request, and the usage of the limits that were checked."""

    is_allowed: bool
    usage: tuple[Usage, ...]

    @property
    def retry_after(self) -> float:
        """Seconds until it is worth trying again."""
        return max((usage.reset for usage in self.usage if usage.remaining == 0), default=0.0)


def hit(limits: Sequence[RateLimit]) -> RateLimitResult:
    """Count a request against all limits, up to the first that is exhausted. Raises `redis.RedisError`."""
    limiter = _limiter(settings.REDIS_URL, settings.REDIS_PREFIX)
    usage = []
    for limit in limits:
        item = _item(limit)
        is_allowed = limiter.hit(item, limit.key)
        reset_time, remaining = limiter.get_window_stats(item, limit.key)
        reset = max(0.0, reset_time - time.time())
        usage.append(Usage(limit=limit, remaining=remaining if is_allowed else 0, reset=reset))
        if not is_allowed:
            return RateLimitResult(is_allowed=False, usage=tuple(usage))
    return RateLimitResult(is_allowed=True, usage=tuple(usage))


def usage_of(limits: Sequence[RateLimit]) -> RateLimitResult:
    """Check without counting whether something is left of each limit. Raises `redis.RedisError`."""
    limiter = _limiter(settings.REDIS_URL, settings.REDIS_PREFIX)
    usage = []
    for limit in limits:
        reset_time, remaining = limiter.get_window_stats(_item(limit), limit.key)
        usage.append(Usage(limit=limit, remaining=remaining, reset=max(0.0, reset_time - time.time())))
    return RateLimitResult(is_allowed=all(each.remaining > 0 for each in usage), usage=tuple(usage))


def charge(limits: Sequence[RateLimit], cost: int) -> None:
    """Count what something has cost against limits, or all that is left of one. Raises `redis.RedisError`."""
    limiter = _limiter(settings.REDIS_URL, settings.REDIS_PREFIX)
    for limit in limits:
        item = _item(limit)
        left = cost
        while left > 0 and not limiter.hit(item, limit.key, cost=left):  # another process may charge meanwhile
            left = min(left - 1, limiter.get_window_stats(item, limit.key).remaining)


def take_back(limit: RateLimit) -> None:
    """Forget the newest request that was counted against a limit. Raises `redis.RedisError`."""
    storage = _storage(settings.REDIS_URL, settings.REDIS_PREFIX)
    # The library keeps a list of times, the newest first; it has no method for this.
    redis_client.client().lpop(storage.prefixed_key(_item(limit).key_for(limit.key)))


def reset(limit: RateLimit) -> None:
    """Forget what was counted against a limit. Raises `redis.RedisError`."""
    _limiter(settings.REDIS_URL, settings.REDIS_PREFIX).clear(_item(limit), limit.key)


def _item(limit: RateLimit) -> RateLimitItemPerSecond:
    return RateLimitItemPerSecond(limit.maximum, limit.seconds)


def _limiter(url: str, prefix: str) -> MovingWindowRateLimiter:
    return MovingWindowRateLimiter(_storage(url, prefix))


@lru_cache(maxsize=4)
def _storage(url: str, prefix: str) -> RedisStorage:
    return RedisStorage(
        url,
        key_prefix=f"{prefix}:limits",
        socket_timeout=TIMEOUT_SECONDS,
        socket_connect_timeout=TIMEOUT_SECONDS,
    )
