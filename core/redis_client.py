"""The Redis connection for data that processes share and that may be lost: counters, revoked tokens."""

from functools import lru_cache
from typing import Final

import redis
from django.conf import settings

# A request waits for the answer, so a server that takes longer counts as unavailable.
TIMEOUT_SECONDS: Final = 0.5


def client() -> redis.Redis:
    """Return this process's client; its connection pool survives forks."""
    return _client(settings.REDIS_URL)


def key(*parts: str) -> str:
    """Return a key with the prefix that separates installations (and tests) on one server."""
    return ":".join([settings.REDIS_PREFIX, *parts])


@lru_cache(maxsize=4)
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_timeout=TIMEOUT_SECONDS, socket_connect_timeout=TIMEOUT_SECONDS, decode_responses=True
    )
