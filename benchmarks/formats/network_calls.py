"""Counts connections that a worker tries to open to other machines, or to the port that the hostile files name.

Two sources: a listener on that port of the loopback interface, and the kernel's tables of sockets, which are polled.
A process in its own network namespace has its own tables, which are polled, too.
"""

import socket
import threading
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

from benchmarks.processes import process_tree

_PORT = 9  # "discard": the port in the files of `hostile_files`
_TABLES = ("tcp", "tcp6", "udp", "udp6")
_INTERVAL = 0.02
_LOOPBACK = ("0100007F", "00000000000000000000000001000000", "0000000000000000FFFF00000100007F")


class NetworkCalls:
    """Counts while the block runs. Without the permission to open the port, only the tables are polled."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._sockets: set[tuple[str, str]] = set()
        self._accepted = 0
        self._stopped = threading.Event()
        self._threads = [threading.Thread(target=self._poll, daemon=True)]

    @property
    def count(self) -> int:
        return len(self._sockets) + self._accepted

    def __enter__(self) -> Self:
        with suppress(OSError):
            listener = socket.create_server(("127.0.0.1", _PORT))
            listener.settimeout(0.2)
            self._threads.append(threading.Thread(target=self._accept, args=(listener,), daemon=True))
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        for thread in self._threads:
            thread.join()

    def _accept(self, listener: socket.socket) -> None:
        with listener:
            while not self._stopped.is_set():
                with suppress(TimeoutError):
                    listener.accept()[0].close()
                    self._accepted += 1

    def _poll(self) -> None:
        while not self._stopped.wait(_INTERVAL):
            for pid in process_tree(self._pid):
                self._sockets |= _remote_sockets(pid)


def _remote_sockets(pid: int) -> set[tuple[str, str]]:
    """Return the remote addresses of a process's sockets that are not on this machine."""
    inodes = _socket_inodes(pid)
    remote: set[tuple[str, str]] = set()
    for table in _TABLES:
        with suppress(OSError):
            for line in Path(f"/proc/{pid}/net/{table}").read_text().splitlines()[1:]:
                fields = line.split()
                address = fields[2].partition(":")[0]
                if fields[9] in inodes and set(address) != {"0"} and address not in _LOOPBACK:
                    remote.add((table, fields[2]))
    return remote


def _socket_inodes(pid: int) -> set[str]:
    inodes: set[str] = set()
    with suppress(OSError):
        for handle in Path(f"/proc/{pid}/fd").iterdir():
            with suppress(OSError):
                kind, _, inode = str(handle.readlink()).partition(":[")
                if kind == "socket":
                    inodes.add(inode.rstrip("]"))
    return inodes
