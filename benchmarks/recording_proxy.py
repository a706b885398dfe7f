"""A TCP proxy that records HTTP traffic: all requests of a browser, also those of its workers."""

import re
import socket
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from urllib.parse import urlsplit

_CHUNK = 1 << 16
# A request may follow the body of another one without a line break. Browsers send `Host` as the first header.
_REQUEST = re.compile(rb"((?:GET|HEAD|POST|PUT|PATCH|DELETE|OPTIONS) /\S*) HTTP/1\.1\r\nHost: ")
_QUERIES = re.compile(rb'desc="(\d+) queries"')  # of the header Server-Timing


@dataclass(frozen=True, slots=True)
class Traffic:
    """The requests, the bytes of the responses as sent (headers included), and the SQL queries of the responses."""

    requests: tuple[str, ...]
    size: int
    queries: int


@dataclass(slots=True)
class RecordingProxy:
    """Forwards connections unchanged and keeps a copy."""

    target: tuple[str, int]
    listener: socket.socket = field(default_factory=lambda: socket.create_server(("127.0.0.1", 0)))
    last_activity: float = 0.0
    _requests: defaultdict[int, bytearray] = field(default_factory=lambda: defaultdict(bytearray))
    _responses: defaultdict[int, bytearray] = field(default_factory=lambda: defaultdict(bytearray))

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.listener.getsockname()[1]}"

    def clear(self) -> None:
        """Delete the recorded traffic; call it while no request is open."""
        self._requests.clear()
        self._responses.clear()

    def traffic(self) -> Traffic:
        """Return the traffic since the last `clear`."""
        requests = [match[1].decode() for data in list(self._requests.values()) for match in _REQUEST.finditer(data)]
        responses = [bytes(data) for data in list(self._responses.values())]
        queries = sum(int(match[1]) for data in responses for match in _QUERIES.finditer(data))
        return Traffic(tuple(requests), sum(map(len, responses)), queries)

    def wait_until_idle(self, *, quiet: float = 1.0, timeout: float = 15.0) -> None:
        """Wait until nothing was forwarded for `quiet` seconds, at most `timeout` seconds."""
        end = time.monotonic() + timeout
        while time.monotonic() < end and time.monotonic() - self.last_activity < quiet:
            time.sleep(0.05)

    def serve(self) -> None:
        with suppress(OSError):  # the listener is closed at the end
            while True:
                client, _ = self.listener.accept()
                threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        with client, socket.create_connection(self.target) as server:
            key = id(client)
            for each in (client, server):
                each.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            upstream = threading.Thread(target=self._forward, args=(client, server, self._requests, key), daemon=True)
            upstream.start()
            self._forward(server, client, self._responses, key)
            upstream.join()

    def _forward(
        self, source: socket.socket, sink: socket.socket, record: defaultdict[int, bytearray], key: int
    ) -> None:
        with suppress(OSError):
            while chunk := source.recv(_CHUNK):
                record[key] += chunk
                self.last_activity = time.monotonic()
                sink.sendall(chunk)
        for each in (source, sink):
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)


@contextmanager
def recording_proxy(url: str) -> Iterator[RecordingProxy]:
    """Start a proxy to a server."""
    address = urlsplit(url)
    proxy = RecordingProxy((address.hostname or "", address.port or 80))
    with proxy.listener:
        thread = threading.Thread(target=proxy.serve, daemon=True)
        thread.start()
        yield proxy
        proxy.listener.shutdown(socket.SHUT_RDWR)
        thread.join(5)
