"""An HTTP client with a deadline for whole responses. The library's own timeout only limits each single read."""

import ssl
import time
from collections.abc import Callable, Iterator
from functools import cache

import httpx2  # the HTTP library of the openai package
from openai import DefaultHttpxClient

from corpuses.llm.public_transport import PublicTransport


class BoundedHttp:
    """A client, and the time (monotonic seconds) at which the current response must be complete."""

    def __init__(self, *, check: Callable[[], None], is_public: bool = False) -> None:
        self.ends = float("inf")
        self._check = check
        # Documents and keys go to the server that operators allow, and to no other one that it names.
        self.client = DefaultHttpxClient(
            event_hooks={"response": [self._bound]},
            verify=_tls(),
            follow_redirects=False,
            transport=PublicTransport(_tls()) if is_public else None,
        )

    def _bound(self, response: httpx2.Response) -> None:
        if isinstance(response.stream, httpx2.SyncByteStream):
            response.stream = _BoundedStream(response.stream, ends=self.ends, check=self._check)


class _BoundedStream(httpx2.SyncByteStream):
    def __init__(self, inner: httpx2.SyncByteStream, *, ends: float, check: Callable[[], None]) -> None:
        self._inner = inner
        self._ends = ends
        self._check = check

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._inner:
            self._check()
            if time.monotonic() > self._ends:
                raise httpx2.ReadTimeout("The response was not complete in time.")
            yield chunk

    def close(self) -> None:
        self._inner.close()


@cache
def _tls() -> ssl.SSLContext:
    """Return one context for all clients: reading the certificates of the authorities takes 20 ms."""
    return httpx2.create_ssl_context()
