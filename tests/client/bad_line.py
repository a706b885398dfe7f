"""A line between client and server that breaks as it is told: real sockets, one thread a connection."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class Break:
    """How many bytes of a connection get through, each way, before both ends hear nothing more."""

    request: int = 1 << 40
    answer: int = 1 << 40


@dataclass(slots=True)
class BadLine:
    """The first connections break as the script says; those after it are good."""

    target: tuple[str, int]
    script: list[Break]
    listener: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)))
    broken: int = 0

    @property
    def url(self) -> str:
        return "http://{}:{}".format(*self.listener.getsockname())

    def serve(self) -> None:
        with suppress(OSError):  # the listener is closed at the end
            while True:
                near, _ = self.listener.accept()
                how = self.script.pop(0) if self.script else Break()
                threading.Thread(target=self._connect, args=(near, how), daemon=True).start()

    def _connect(self, near: socket.socket, how: Break) -> None:
        with near, socket.create_connection(self.target) as far:
            ways = [
                threading.Thread(target=self._pass_on, args=way, daemon=True)
                for way in ((near, far, how.request), (far, near, how.answer))
            ]
            for way in ways:
                way.start()
            for way in ways:
                way.join()

    def _pass_on(self, source: socket.socket, sink: socket.socket, most: int) -> None:
        with suppress(OSError):
            while chunk := source.recv(CHUNK):
                if len(chunk) > most:
                    sink.sendall(chunk[:most])
                    self.broken += 1
                    break
                most -= len(chunk)
                sink.sendall(chunk)
        for each in (source, sink):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


@contextmanager
def bad_line(url: str, *script: Break) -> Iterator[BadLine]:
    """A line to a server."""
    address = urlsplit(url)
    line = BadLine((address.hostname or "", address.port or 0), list(script))
    with closing(line.listener):
        server = threading.Thread(target=line.serve, daemon=True)
        server.start()
        yield line
        line.listener.shutdown(socket.SHUT_RDWR)
        server.join(5)
