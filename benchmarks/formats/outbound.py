"""Counts connections that a worker and its children try to make to other machines, or to the port hostile files name.

Two witnesses: a listener on that port of the loopback interface, and the kernel's own tables of sockets, looked at
again and again. A process in a network of its own has tables of its own, which are looked at as well.
"""

import socket
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

_PORT = 9  # "discard": what the files of make_hostile call
_TABLES = ("tcp", "tcp6", "udp", "udp6")
_PAUSE = 0.02
_LOOPBACK = ("0100007F", "00000000000000000000000001000000", "0000000000000000FFFF00000100007F")


class Outbound:
    """Counts while the block runs. Where the port may not be opened, the tables alone are looked at."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._found: set[tuple[str, str]] = set()
        self._called = 0
        self._over = threading.Event()
        self._threads = [threading.Thread(target=self._watch, daemon=True)]

    @property
    def count(self) -> int:
        return len(self._found) + self._called

    def __enter__(self) -> Self:
        with suppress(OSError):
            listener = socket.create_server(("127.0.0.1", _PORT))
            listener.settimeout(0.2)
            self._threads.append(threading.Thread(target=self._listen, args=(listener,), daemon=True))
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        for thread in self._threads:
            thread.join()

    def _listen(self, listener: socket.socket) -> None:
        with listener:
            while not self._over.is_set():
                with suppress(TimeoutError):
                    listener.accept()[0].close()
                    self._called += 1

    def _watch(self) -> None:
        while not self._over.wait(_PAUSE):
            for pid in family(self._pid):
                self._found |= _remote(pid)


def family(pid: int) -> list[int]:
    """The process and everything it has started."""
    found, waiting = [], [pid]
    while waiting:
        current = waiting.pop()
        found.append(current)
        for listed in Path(f"/proc/{current}/task").glob("*/children"):
            with suppress(OSError):
                waiting += [int(child) for child in listed.read_text().split()]
    return found


def _remote(pid: int) -> set[tuple[str, str]]:
    """Peers of this process's own sockets that are not on this machine."""
    own = _sockets(pid)
    found: set[tuple[str, str]] = set()
    for table in _TABLES:
        with suppress(OSError):
            for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
                fields = line.split()
                address = fields[2].partition(":")[0]
                if fields[9] in own and set(address) != {"0"} and address not in _LOOPBACK:
                    found.add((table, fields[2]))
    return found


def _sockets(pid: int) -> set[str]:
    """Inodes of the sockets that it holds."""
    found: set[str] = set()
    with suppress(OSError):
        for handle in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(OSError):
                kind, _, inode = str(handle.readlink()).partition(":[")
                if kind == "socket":
                    found.add(inode.rstrip("]"))
    return found
