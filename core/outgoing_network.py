"""The network of one outgoing request: connects to checked addresses only, and ends in time."""

import socket
import time
from collections.abc import Callable, Iterable
from ssl import SSLContext
from typing import Any, Final

from httpcore2 import (
    ConnectError,
    ConnectTimeout,
    NetworkBackend,
    NetworkStream,
    ReadTimeout,
    SyncBackend,
)

_CHECK_EVERY: Final = 0.5  # seconds between two checks whether the response is still needed


class Network(NetworkBackend):
    """Connects to the addresses that a name has now. `ends` is the time (monotonic seconds) of the deadline."""

    def __init__(
        self, *, require_addresses: Callable[[Iterable[str]], None] | None, ends: float, check: Callable[[], None]
    ) -> None:
        self._require_addresses = require_addresses
        self._ends = ends
        self._check = check
        self._sockets = SyncBackend()

    def connect_tcp(self, host: str, port: int, *args: Any, **options: Any) -> NetworkStream:
        """Connect to the first address of a host that answers; raise if one of them is not allowed."""
        *others, last = self._addresses(host, port)
        for address in others:
            try:
                return self._stream(self._sockets.connect_tcp(address, port, self.time_left() / 2))
            except (ConnectError, ConnectTimeout):
                continue
        return self._stream(self._sockets.connect_tcp(last, port, self.time_left()))

    def time_left(self) -> float:
        """Return the seconds until the deadline; raise if there are none, or if the response is not needed."""
        self._check()
        left = self._ends - time.monotonic()
        if left <= 0:
            raise ReadTimeout("The response was not complete in time.")
        return left

    def _addresses(self, host: str, port: int) -> list[str]:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except UnicodeError as error:  # a part of the name is too long
            raise ConnectError(str(error)) from error
        addresses = list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))
        if self._require_addresses is not None:
            self._require_addresses(addresses)
        return addresses

    def _stream(self, inner: NetworkStream) -> NetworkStream:
        return _BoundedStream(inner, self.time_left)


class _BoundedStream(NetworkStream):
    """A connection whose reads end at the deadline of the whole response, however often bytes come."""

    def __init__(self, inner: NetworkStream, time_left: Callable[[], float]) -> None:
        self._inner = inner
        self._time_left = time_left

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        while True:
            left = self._time_left()
            try:
                return self._inner.read(max_bytes, min(left, _CHECK_EVERY))
            except ReadTimeout:
                continue

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        self._inner.write(buffer, self._time_left())

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self, ssl_context: SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> NetworkStream:
        return _BoundedStream(self._inner.start_tls(ssl_context, server_hostname, self._time_left()), self._time_left)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)
