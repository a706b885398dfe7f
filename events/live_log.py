"""Events that are read while they are written, such as the words of an answer: a log in Redis that expires soon.

Readers may continue after an event that they have received. Writers do not depend on Redis: without it nothing is
logged, and clients must fetch the objects, as they do when a log has expired.
"""

import json
import logging
from collections.abc import Mapping
from typing import Final

from redis import RedisError

from core import redis_client

logger = logging.getLogger(__name__)

EXPIRY_SECONDS: Final = 900  # after the last event
_MAX_EVENTS: Final = 20_000


def name_of(*parts: str) -> str:
    """Return the key of a log in Redis."""
    return redis_client.key("live-log", *parts)


def append(name: str, event: str, data: Mapping[str, object]) -> None:
    """Add an event to a log."""
    fields = {"event": event, "data": json.dumps(data, separators=(",", ":"), default=str)}
    try:
        pipeline = redis_client.client().pipeline(transaction=False)
        pipeline.xadd(name, fields, maxlen=_MAX_EVENTS, approximate=True)  # type: ignore[arg-type]  # invariant
        pipeline.expire(name, EXPIRY_SECONDS)
        pipeline.execute()
    except RedisError as error:
        logger.warning("events.live_log_unavailable", extra={"error": str(error)})
