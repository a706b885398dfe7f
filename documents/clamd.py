"""Asks clamd about bytes, by its INSTREAM command, over TCP or a Unix socket. Knows no document."""

import re
import socket
import struct
from collections.abc import Iterable
from contextlib import closing
from typing import Final
from urllib.parse import urlsplit

from documents.errors import ScannerUnavailable

_SECONDS: Final = 60.0
_CONNECT_SECONDS: Final = 5.0
_MOST_REPLY: Final = 4_096
_LENGTH: Final = struct.Struct("!L")
_REPLY: Final = re.compile(r"stream: (?:(?P<name>.+) FOUND|OK)")


def find_virus(url: str, chunks: Iterable[bytes]) -> str:
    """Give the name of what clamd finds in the bytes, or nothing; `ScannerUnavailable` where it gives no verdict."""
    try:
        with closing(_connect(url)) as line:
            reply = _ask(line, chunks)
    except OSError as error:
        raise ScannerUnavailable(reason=str(error)) from error
    found = _REPLY.fullmatch(reply)
    if found is None:
        raise ScannerUnavailable("The virus scanner gave no verdict on this file.", reason=reply[:200])
    return found["name"] or ""


def _ask(line: socket.socket, chunks: Iterable[bytes]) -> str:
    line.sendall(b"zINSTREAM\0")
    try:
        for chunk in chunks:
            if chunk:
                line.sendall(_LENGTH.pack(len(chunk)) + chunk)
        line.sendall(_LENGTH.pack(0))
    except (BrokenPipeError, ConnectionResetError):
        pass  # it says why before it hangs up, on a file that is too large for it
    reply = b""
    while not reply.endswith(b"\0") and len(reply) < _MOST_REPLY and (more := line.recv(_MOST_REPLY)):
        reply += more
    return reply.rstrip(b"\0").decode(errors="replace")


def _connect(url: str) -> socket.socket:
    place = urlsplit(url)
    if place.scheme == "unix":
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        line.settimeout(_CONNECT_SECONDS)
        try:
            line.connect(place.path)
        except OSError:
            line.close()
            raise
    else:
        line = socket.create_connection((place.hostname or "localhost", place.port or 3310), timeout=_CONNECT_SECONDS)
    line.settimeout(_SECONDS)
    return line
