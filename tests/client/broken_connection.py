"""A TCP proxy that breaks connections after a number of bytes."""

import socket
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

CHUNK = 1 << 16


@dataclass(frozen=True, slots=True)
class BreakAfter:
    """The number of bytes of a connection that are forwarded, in each direction, before it is closed."""

    request: int = 1 << 40
    response: int = 1 << 40


@dataclass(slots=True)
class BreakingProxy:
    """Breaks the first connections as the script says; later ones are not broken."""

    target: tuple[str, int]
    script: list[BreakAfter]
    listener: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)))
    broken: int = 0

    @property
    def url(self) -> str:
        return "http://{}:{}".format(*self.listener.getsockname())

    def serve(self) -> None:
        with suppress(OSError):  # the listener is closed at the end
            while True:
                client, _ = self.listener.accept()
                limits = self.script.pop(0) if self.script else BreakAfter()
                threading.Thread(target=self._connect, args=(client, limits), daemon=True).start()

    def _connect(self, client: socket.socket, limits: BreakAfter) -> None:
        with client, socket.create_connection(self.target) as server:
            directions = [
                threading.Thread(target=self._forward, args=direction, daemon=True)
                for direction in ((client, server, limits.request), (server, client, limits.response))
            ]
            for direction in directions:
                direction.start()
            for direction in directions:
                direction.join()

    def _forward(self, source: socket.socket, sink: socket.socket, limit: int) -> None:
        with suppress(OSError):
            while chunk := source.recv(CHUNK):
                if len(chunk) > limit:
                    sink.sendall(chunk[:limit])
                    self.broken += 1
                    break
                limit -= len(chunk)
                sink.sendall(chunk)
        for each in (source, sink):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


@contextmanager
def breaking_proxy(url: str, *script: BreakAfter) -> Iterator[BreakingProxy]:
    """Start a proxy to a server."""
    address = urlsplit(url)
    proxy = BreakingProxy((address.hostname or "", address.port or 0), list(script))
    with closing(proxy.listener):
        thread = threading.Thread(target=proxy.serve, daemon=True)
        thread.start()
        yield proxy
        proxy.listener.shutdown(socket.SHUT_RDWR)
        thread.join(5)
