"""Connect to public addresses only. They are checked when the connection is made, as in `core.outgoing`. Pure.

A client with a transport of its own uses no proxy of the environment, which would connect to any address.
"""

import asyncio
import socket
import ssl
from collections.abc import Iterable
from typing import Any

import httpcore2
import httpx2  # the HTTP library of the openai package

from core.outgoing import require_public


class PublicTransport(httpx2.HTTPTransport):
    """Sends requests; raises `AddressNotAllowed` unless all addresses of the server are public."""

    def __init__(self, tls: ssl.SSLContext) -> None:
        super().__init__(verify=tls, trust_env=False)
        # The transport has no parameter for it.
        self._pool = httpcore2.ConnectionPool(ssl_context=tls, network_backend=_PublicSockets())


class AsyncPublicTransport(httpx2.AsyncHTTPTransport):
    """The same on an event loop."""

    def __init__(self, tls: ssl.SSLContext) -> None:
        super().__init__(verify=tls, trust_env=False)
        self._pool = httpcore2.AsyncConnectionPool(ssl_context=tls, network_backend=_AsyncPublicSockets())


class _PublicSockets(httpcore2.SyncBackend):
    def connect_tcp(
        self, host: str, port: int, timeout: float | None = None, *args: Any, **options: Any
    ) -> httpcore2.NetworkStream:
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:  # the latter: a part of the name is too long
            raise httpcore2.ConnectError(str(error)) from error
        *others, last = _public(found)
        for address in others:
            try:
                return super().connect_tcp(address, port, timeout, *args, **options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
        return super().connect_tcp(last, port, timeout, *args, **options)


class _AsyncPublicSockets(httpcore2.AnyIOBackend):
    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,  # noqa: ASYNC109 - the interface of the library
        *args: Any,
        **options: Any,
    ) -> httpcore2.AsyncNetworkStream:
        try:
            found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            raise httpcore2.ConnectError(str(error)) from error
        *others, last = _public(found)
        for address in others:
            try:
                return await super().connect_tcp(address, port, timeout, *args, **options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                continue
        return await super().connect_tcp(last, port, timeout, *args, **options)


def _public(found: Iterable[tuple[Any, ...]]) -> list[str]:
    """Return the addresses of a name; raise `AddressNotAllowed` unless all are public."""
    addresses = list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))
    require_public(addresses)
    return addresses
