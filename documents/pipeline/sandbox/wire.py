"""Messages over pipes: frames of four bytes of length, then msgpack. Never pickle, which can run code when read."""

import hashlib
import os
import select
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgpack

Message = dict[str, Any]

PAGES_READ = "pages_read"  # a kind of message: its sender waits for an answer before it continues
MAX_FRAME = 128 * 1024 * 1024
_LENGTH = struct.Struct("!I")
_CHUNK = 1 << 20
_DOCUMENTS = Path(__file__).resolve().parents[2]


class WireError(Exception):
    """The other process sent an invalid message."""


class WireClosed(WireError):
    """The other process closed the pipe."""


def _fingerprint() -> str:
    """Return a hash of the sources of the sandbox and of the types in its messages.

    A worker keeps the code that it has imported, but starts sandboxes from the code on disk: both must be the same.
    """
    sources = [*Path(__file__).parent.glob("*.py"), _DOCUMENTS / "types.py", _DOCUMENTS / "errors.py"]
    digest = hashlib.sha256()
    for source in sorted(sources):
        digest.update(source.name.encode() + b"\0" + (source.read_bytes() if source.exists() else b""))
    return digest.hexdigest()


PROTOCOL = _fingerprint()


def pack(message: Message) -> bytes:
    """Return the frame of a message."""
    body: bytes = msgpack.packb(message, unicode_errors="replace")  # replaces single surrogates; lengths stay the same
    if len(body) > MAX_FRAME:
        raise WireError("the message is too long")
    return _LENGTH.pack(len(body)) + body


def unpack(body: bytes) -> Message:
    """Return the message in the body of a frame."""
    try:
        message = msgpack.unpackb(body)
    except (ValueError, msgpack.UnpackException) as error:
        raise WireError("invalid msgpack") from error
    if not isinstance(message, dict):
        raise WireError("the message must be a dictionary")
    return message


def write_all(handle: int, data: bytes) -> None:
    """Write to a blocking pipe."""
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(handle, view[:_CHUNK]) :]
        except BrokenPipeError:
            raise WireClosed from None


def is_readable(handle: int, seconds: float | None) -> bool:
    """Wait for input, or the end of it, at most for these seconds."""
    ready, _, _ = select.select([handle], [], [], seconds)
    return bool(ready)


def read_blocking(handle: int) -> Message:
    """Return the next message; wait without limit."""
    return unpack(read_frame(handle, lambda: None, poll_seconds=None))


def read_frame(handle: int, on_poll: Callable[[], None], *, poll_seconds: float | None) -> bytes:
    """Return the body of the next frame.

    `on_poll` is called at least every `poll_seconds` until the frame is complete; it may raise.
    """
    (length,) = _LENGTH.unpack(_read_exactly(handle, _LENGTH.size, on_poll, poll_seconds))
    if length > MAX_FRAME:
        raise WireError("the message is too long")
    return _read_exactly(handle, length, on_poll, poll_seconds)


def _read_exactly(handle: int, size: int, on_poll: Callable[[], None], poll_seconds: float | None) -> bytes:
    parts = bytearray()
    while len(parts) < size:
        on_poll()
        if is_readable(handle, poll_seconds):
            chunk = os.read(handle, min(_CHUNK, size - len(parts)))
            if not chunk:
                raise WireClosed
            parts += chunk
    return bytes(parts)
