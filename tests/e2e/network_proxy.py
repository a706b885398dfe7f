"""A TCP proxy between the browser and the server that can be slow or interrupted."""

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

_CHUNK = 16_384


class NetworkProxy:
    """Forwards connections to a server. Requests are limited to `rate` bytes per second; responses are not.

    If `cut_after` is set, it interrupts all connections after that many bytes.
    """

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._target = (parts.hostname or "", parts.port or 80)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._sockets: set[socket.socket] = set()
        self._is_cut = False
        self.rate: int | None = None
        self.cut_after: int | None = None
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        _start(self._accept)

    def cut(self) -> None:
        """Close all connections, and new ones at once, until `restore` is called."""
        self._is_cut = True
        for connection in list(self._sockets):
            _close(connection)

    def restore(self) -> None:
        self._is_cut = False

    def close(self) -> None:
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:  # closed
                return
            if self._is_cut:
                client.close()
                continue
            server = socket.create_connection(self._target)
            self._sockets |= {client, server}
            _start(lambda client=client, server=server: self._forward(client, server, is_slow=True))
            _start(lambda client=client, server=server: self._forward(server, client, is_slow=False))

    def _forward(self, source: socket.socket, target: socket.socket, *, is_slow: bool) -> None:
        with suppress(OSError):  # a connection was closed
            while chunk := source.recv(_CHUNK):
                target.sendall(chunk)
                if is_slow:
                    self._throttle(len(chunk))
        _close(source)
        _close(target)
        self._sockets -= {source, target}

    def _throttle(self, size: int) -> None:
        if self.rate:
            time.sleep(size / self.rate)
        if self.cut_after is not None:
            self.cut_after -= size
            if self.cut_after <= 0:
                self.cut_after = None
                self.cut()


def _start(target: Callable[[], None]) -> None:
    threading.Thread(target=target, daemon=True).start()


def _close(connection: socket.socket) -> None:
    with suppress(OSError):  # already closed
        connection.shutdown(socket.SHUT_RDWR)
    connection.close()
