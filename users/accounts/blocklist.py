"""Access tokens that ended before their time, by `jti` or by family: kept for what remains of their life (S3-17)."""

import time
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Protocol
from uuid import UUID

from redis import RedisError

from core import redis_client
from users.accounts.errors import TokensUnavailable


class Blocklist(Protocol):
    """Ids that do not count any more."""

    def block(self, identifier: UUID, *, until: datetime) -> None:
        """Block a token or a family until then; what is over already needs no entry."""

    def is_blocked(self, identifiers: Collection[UUID]) -> bool:
        """Tell whether one of these is blocked."""


class RedisBlocklist:
    """The one of the product. When Redis is away nobody can be sure: `TokensUnavailable`."""

    def block(self, identifier: UUID, *, until: datetime) -> None:
        seconds = int(until.timestamp()) - int(time.time())
        if seconds <= 0:
            return
        try:
            redis_client.client().set(_key(identifier), 1, ex=seconds)
        except RedisError as error:
            raise TokensUnavailable from error

    def is_blocked(self, identifiers: Collection[UUID]) -> bool:
        try:
            return bool(redis_client.client().exists(*map(_key, identifiers)))
        except RedisError as error:
            raise TokensUnavailable from error


def _key(identifier: UUID) -> str:
    return redis_client.key("ended", identifier.hex)


class MemoryBlocklist:
    """The same for tests that need no Redis."""

    def __init__(self, clock: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._until: dict[UUID, float] = {}

    def block(self, identifier: UUID, *, until: datetime) -> None:
        self._until[identifier] = until.timestamp()

    def is_blocked(self, identifiers: Collection[UUID]) -> bool:
        return any(self._until.get(each, 0.0) > self._clock() for each in identifiers)
