"""Access tokens that were revoked before they expired, by `jti` or family; kept until then (S3-17)."""

import time
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Protocol
from uuid import UUID

from redis import RedisError

from core import redis_client
from users.accounts.errors import TokensUnavailable


class RevokedTokens(Protocol):
    """The set of revoked ids."""

    def add(self, identifier: UUID, *, until: datetime) -> None:
        """Revoke a token or a family until `until`; tokens that have expired need no entry."""

    def contains_any(self, identifiers: Collection[UUID]) -> bool:
        """Check whether one of these ids is revoked."""


class RedisRevokedTokens:
    """Revoked ids in Redis. Raises `TokensUnavailable` if Redis is: without it, a token cannot be trusted."""

    def add(self, identifier: UUID, *, until: datetime) -> None:
        seconds = int(until.timestamp()) - int(time.time())
        if seconds <= 0:
            return
        try:
            redis_client.client().set(_key(identifier), 1, ex=seconds)
        except RedisError as error:
            raise TokensUnavailable from error

    def contains_any(self, identifiers: Collection[UUID]) -> bool:
        try:
            return bool(redis_client.client().exists(*map(_key, identifiers)))
        except RedisError as error:
            raise TokensUnavailable from error


def _key(identifier: UUID) -> str:
    return redis_client.key("revoked", identifier.hex)


class MemoryRevokedTokens:
    """Revoked ids in memory, for tests without Redis."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._until: dict[UUID, float] = {}

    def add(self, identifier: UUID, *, until: datetime) -> None:
        self._until[identifier] = until.timestamp()

    def contains_any(self, identifiers: Collection[UUID]) -> bool:
        return any(self._until.get(each, 0.0) > self._clock() for each in identifiers)
