"""Encode server-sent events (HTML standard, 9.2)."""

import json
from collections.abc import Mapping
from typing import Final

KEEP_ALIVE: Final = b": keep-alive\n\n"


def frame(event: str, data: Mapping[str, object], *, id: str = "") -> bytes:  # noqa: A002 - the name of the field
    """Encode one event. Reconnecting clients send `id` back as `Last-Event-ID`. JSON contains no line breaks."""
    lines = [f"event: {event}", f"data: {json.dumps(data, separators=(',', ':'), default=str)}"]
    if id:
        lines.insert(0, f"id: {id}")
    return ("\n".join(lines) + "\n\n").encode()


def heartbeat(seconds: float) -> bytes:
    """Encode a heartbeat, because browsers do not pass comments to pages. The next one follows within `seconds`."""
    return KEEP_ALIVE + frame("heartbeat", {"seconds": seconds})


def retry_after(milliseconds: int) -> bytes:
    """Encode how long a client should wait before it reconnects."""
    return f"retry: {milliseconds}\n\n".encode()
