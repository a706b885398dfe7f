"""Server-sent events as bytes (HTML standard, 9.2). Pure."""

import json
from collections.abc import Mapping
from typing import Final

KEEP_ALIVE: Final = b": keep-alive\n\n"


def frame(event: str, data: Mapping[str, object], *, place: str = "") -> bytes:
    """Write one event. `place` is what a client that comes back sends as `Last-Event-ID`; JSON holds no line breaks."""
    lines = [f"event: {event}", f"data: {json.dumps(data, separators=(',', ':'), default=str)}"]
    if place:
        lines.insert(0, f"id: {place}")
    return ("\n".join(lines) + "\n\n").encode()


def retry_after(milliseconds: int) -> bytes:
    """Tell the client how long to wait before it comes back."""
    return f"retry: {milliseconds}\n\n".encode()
