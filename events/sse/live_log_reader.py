"""Read a log of `events.live_log` as a stream: one connection to Redis for each stream, on the event loop."""

import json
import re
from collections.abc import AsyncGenerator
from typing import Any, Final

from django.conf import settings
from redis.asyncio import Redis

from events.sse.clock import Clock
from events.sse.frames import KEEP_ALIVE, frame
from events.sse.subscriptions import LogSubscription

_START: Final = "0-0"
_POSITION: Final = re.compile(r"\d{1,19}-\d{1,19}")
_BATCH: Final = 500
_GRACE_SECONDS: Final = 5.0


async def log_frames(subscription: LogSubscription, clock: Clock) -> AsyncGenerator[bytes]:
    """Yield the events after those that the client has, and new ones as they are added.

    `reset` says that some may be missing, because the log has expired since: the client must fetch the objects. The
    stream ends when Redis is unavailable; the client reconnects.
    """
    timeout = settings.EVENT_KEEP_ALIVE_SECONDS + _GRACE_SECONDS
    async with Redis.from_url(settings.REDIS_URL, socket_timeout=timeout, decode_responses=True) as redis:
        position = subscription.since if _POSITION.fullmatch(subscription.since) else _START
        if position != _START and await _is_expired(redis, subscription.name, position):
            position = _START
            yield frame("reset", {})
        yield KEEP_ALIVE
        while clock.is_running():
            wait = max(1, int(clock.until_keep_alive() * 1000))
            found: Any = await redis.xread({subscription.name: position}, count=_BATCH, block=wait)
            entries = _entries(found)
            if not entries:
                yield KEEP_ALIVE
                continue
            position = entries[-1][0]
            yield b"".join(frame(fields["event"], json.loads(fields["data"]), id=key) for key, fields in entries)


def _entries(found: Any) -> list[tuple[str, dict[str, str]]]:
    """Return the entries of the answer, which is a mapping or a list of pairs, by the version of the protocol."""
    if not found:
        return []
    batches = found.values() if isinstance(found, dict) else [entries for _, entries in found]
    return [
        (key, fields)
        for entries in batches
        for key, fields in (entries[0] if entries and isinstance(entries[0], list) else entries)
    ]


async def _is_expired(redis: Redis, name: str, position: str) -> bool:
    first: Any = await redis.xrange(name, count=1)
    return not first or _parts(first[0][0]) > _parts(position)


def _parts(position: str) -> tuple[int, ...]:
    return tuple(map(int, position.split("-")))
