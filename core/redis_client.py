"""The connection to Redis for what is shared between processes and may be lost: counters and tokens that have ended."""

from functools import lru_cache

import redis
from django.conf import settings

# Somebody waits for the answer. A server that does not answer within this is away.
_PATIENCE_SECONDS = 0.5


def client() -> redis.Redis:
    """Give this process's client; its pool survives forks."""
    return _client(settings.REDIS_URL)


def key(*parts: str) -> str:
    """Name a key; the prefix keeps installations that share a server (and tests) apart."""
    return ":".join([settings.REDIS_PREFIX, *parts])


@lru_cache(maxsize=4)
def _client(url: str) -> redis.Redis:
    return redis.Redis.from_url(
        url, socket_timeout=_PATIENCE_SECONDS, socket_connect_timeout=_PATIENCE_SECONDS, decode_responses=True
    )
