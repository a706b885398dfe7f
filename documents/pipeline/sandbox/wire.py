"""Frames over pipes: four bytes of length, then msgpack. Never pickle, whose reader runs what the writer wants."""

import os
import select
import struct
from collections.abc import Callable
from typing import Any

import msgpack

Message = dict[str, Any]

MAX_FRAME = 128 * 1024 * 1024
_LENGTH = struct.Struct("!I")
_CHUNK = 1 << 20


class WireError(Exception):
    """The other side sent something that is no message."""


class WireClosed(WireError):
    """The other side has gone."""


def pack(message: Message) -> bytes:
    body: bytes = msgpack.packb(message, unicode_errors="replace")  # halves of characters; lengths stay as they are
    if len(body) > MAX_FRAME:
        raise WireError("message too long")
    return _LENGTH.pack(len(body)) + body


def unpack(body: bytes) -> Message:
    try:
        message = msgpack.unpackb(body)
    except (ValueError, msgpack.UnpackException) as error:
        raise WireError("no msgpack") from error
    if not isinstance(message, dict):
        raise WireError("no message")
    return message


def write_all(handle: int, data: bytes) -> None:
    """Write to a blocking pipe."""
    view = memoryview(data)
    while view:
        try:
            view = view[os.write(handle, view[:_CHUNK]) :]
        except BrokenPipeError:
            raise WireClosed from None


def read_blocking(handle: int) -> Message:
    """The next message; waits for ever."""
    return read_message(handle, lambda: None, patience=None)


def read_message(handle: int, waiting: Callable[[], None], *, patience: float | None) -> Message:
    """The next message. `waiting` is called at least every `patience` seconds until it is complete; it may raise."""
    return unpack(read_frame(handle, waiting, patience=patience))


def read_frame(handle: int, waiting: Callable[[], None], *, patience: float | None) -> bytes:
    """The next message as it came."""
    (length,) = _LENGTH.unpack(_read_exactly(handle, _LENGTH.size, waiting, patience))
    if length > MAX_FRAME:
        raise WireError("message too long")
    return _read_exactly(handle, length, waiting, patience)


def _read_exactly(handle: int, size: int, waiting: Callable[[], None], patience: float | None) -> bytes:
    parts = bytearray()
    while len(parts) < size:
        waiting()
        ready, _, _ = select.select([handle], [], [], patience)
        if ready:
            chunk = os.read(handle, min(_CHUNK, size - len(parts)))
            if not chunk:
                raise WireClosed
            parts += chunk
    return bytes(parts)
