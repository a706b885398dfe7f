"""Client of the virus scanner clamd: its INSTREAM command, over TCP or a Unix socket."""

import re
import socket
import struct
from collections.abc import Iterable
from contextlib import closing
from typing import Final
from urllib.parse import urlsplit

from documents.errors import NoVerdict, ScannerUnavailable

_SECONDS: Final = 60.0
_CONNECT_SECONDS: Final = 5.0
_MAX_REPLY_BYTES: Final = 4_096
_LENGTH: Final = struct.Struct("!L")
_REPLY: Final = re.compile(r"stream: (?:(?P<name>.+) FOUND|OK)")


def find_virus(url: str, chunks: Iterable[bytes]) -> str:
    """Return the name of the virus in the content, or an empty string; raise `ScannerUnavailable` or `NoVerdict`."""
    try:
        with closing(_connect(url)) as line:
            reply = _query(line, chunks)
    except OSError as error:
        raise ScannerUnavailable(reason=str(error)) from error
    found = _REPLY.fullmatch(reply)
    if found is None:
        raise NoVerdict(reason=reply[:200])
    return found["name"] or ""


def _query(line: socket.socket, chunks: Iterable[bytes]) -> str:
    line.sendall(b"zINSTREAM\0")
    try:
        for chunk in chunks:
            if chunk:
                line.sendall(_LENGTH.pack(len(chunk)) + chunk)
        line.sendall(_LENGTH.pack(0))
    except (BrokenPipeError, ConnectionResetError):
        pass  # it sends the reason before it closes the connection, for example for files that are too large
    reply = b""
    while not reply.endswith(b"\0") and len(reply) < _MAX_REPLY_BYTES and (more := line.recv(_MAX_REPLY_BYTES)):
        reply += more
    return reply.rstrip(b"\0").decode(errors="replace")


def _connect(url: str) -> socket.socket:
    address = urlsplit(url)
    if address.scheme == "unix":
        line = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        line.settimeout(_CONNECT_SECONDS)
        try:
            line.connect(address.path)
        except OSError:
            line.close()
            raise
    else:
        host = (address.hostname or "localhost", address.port or 3310)
        line = socket.create_connection(host, timeout=_CONNECT_SECONDS)
    line.settimeout(_SECONDS)
    return line
