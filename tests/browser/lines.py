"""A line between the browser and the product that can be slow, and can be cut. Not for anything but tests."""

import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from urllib.parse import urlsplit

_PIECE = 16_384


class Line:
    """Forwards connections to an address: what goes there at a rate (bytes a second), what comes back at once.

    It cuts itself after so many bytes that go there, if it is told to.
    """

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._target = (parts.hostname or "", parts.port or 80)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._ends: set[socket.socket] = set()
        self._is_cut = False
        self.rate: int | None = None
        self.cut_after: int | None = None
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        _start(self._accept)

    def cut(self) -> None:
        """End all connections, and every new one, until `mend`."""
        self._is_cut = True
        for end in list(self._ends):
            _end(end)

    def mend(self) -> None:
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
            self._ends |= {client, server}
            _start(lambda client=client, server=server: self._forward(client, server, is_slow=True))
            _start(lambda client=client, server=server: self._forward(server, client, is_slow=False))

    def _forward(self, source: socket.socket, target: socket.socket, *, is_slow: bool) -> None:
        with suppress(OSError):  # the other end is gone, or the line was cut
            while piece := source.recv(_PIECE):
                target.sendall(piece)
                if is_slow:
                    self._take_its_time(len(piece))
        _end(source)
        _end(target)
        self._ends -= {source, target}

    def _take_its_time(self, size: int) -> None:
        if self.rate:
            time.sleep(size / self.rate)
        if self.cut_after is not None:
            self.cut_after -= size
            if self.cut_after <= 0:
                self.cut_after = None
                self.cut()


def _start(work: Callable[[], None]) -> None:
    threading.Thread(target=work, daemon=True).start()


def _end(end: socket.socket) -> None:
    with suppress(OSError):  # it has ended already
        end.shutdown(socket.SHUT_RDWR)
    end.close()
