"""Changes that are not stored: streams that are open receive them by way of Redis, and others never.

For what is known for seconds only. While Redis is unavailable they are lost, so clients must also ask now and then.
"""

import json
import logging
import time
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from redis import RedisError

from core import redis_client

logger = logging.getLogger(__name__)

_CHANNEL: Final = "transient-changes"
_RETRY_SECONDS: Final = 5.0
_MAX_MESSAGES: Final = 1_000  # of one reading


@dataclass(frozen=True, slots=True)
class TransientChange:
    """A change that some users are notified of if they listen."""

    entity: str
    uuid: UUID
    users: frozenset[UUID]
    changed: tuple[str, ...]


def publish(entity: str, uuid: UUID, *, users: Iterable[UUID], changed: Collection[str]) -> None:
    """Notify users; raise `RedisError` if Redis is unavailable. The caller has checked that they see the object."""
    message = {"entity": entity, "uuid": str(uuid), "users": [str(user) for user in users], "changed": list(changed)}
    redis_client.client().publish(redis_client.key(_CHANNEL), json.dumps(message))


class TransientReader:
    """Reads what was published since the previous call, without waiting. The first call only subscribes."""

    def __init__(self) -> None:
        self._subscription: Any = None
        self._retry_at = 0.0

    def read(self) -> list[TransientChange]:
        """Return new changes; none while Redis is unavailable."""
        if time.monotonic() < self._retry_at:
            return []
        try:
            return self._read()
        except RedisError as error:
            logger.warning("events.transient_unavailable", extra={"error": str(error)})
            self._retry_at = time.monotonic() + _RETRY_SECONDS
            self.close()
            return []

    def close(self) -> None:
        """End the subscription; the next call of `read` starts another one."""
        if self._subscription is not None:
            self._subscription.close()
            self._subscription = None

    def _read(self) -> list[TransientChange]:
        if self._subscription is None:
            self._subscription = redis_client.client().pubsub()  # type: ignore[no-untyped-call]  # it has no types
            self._subscription.subscribe(redis_client.key(_CHANNEL))
        changes = []
        for _ in range(_MAX_MESSAGES):
            message = self._subscription.get_message(timeout=0)
            if message is None:
                break
            if message["type"] == "message":
                changes.append(_parse(message["data"]))
        return changes


def _parse(text: str) -> TransientChange:
    data = json.loads(text)
    users = frozenset(UUID(user) for user in data["users"])
    return TransientChange(data["entity"], UUID(data["uuid"]), users, tuple(data["changed"]))
