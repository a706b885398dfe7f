"""HTTP/1.1 of uvicorn, with requests of a bounded size, and the errors of our API in place of a text.

httptools, which reads the requests, has no limits: the head of a single request could fill the memory, and one that
never ends keeps its connection. What is refused here never reaches the application, and is not in its log.
"""

import asyncio
import json
from collections.abc import Callable
from functools import partial
from typing import Final

from django.conf import settings
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from core.api.errors import ErrorResponse
from core.db.ids import uuid7
from core.errors import HeadersTooLarge, MalformedRequest, RequestTimeout, UriTooLong, UserFault
from core.observability import request_id

# compose/nginx/nginx.conf.template has the same two limits.
URI_LIMIT: Final = 16_384
HEADERS_LIMIT: Final = 65_536
_LINGER_SECONDS: Final = 2.0


class Protocol(HttpToolsProtocol):
    """One connection. After a request that cannot be read, it is closed, because the next one may begin anywhere."""

    _refusal: type[UserFault] | None = None
    _refused = False
    _unread = 0  # bytes of the head that have come, more or less
    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as the base class
        super().connection_made(transport)
        self._expect_head(transport.close)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end_head()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        super().data_received(data)
        if self._deadline is not None and not self._refused:
            self._unread += len(data)
            if self._unread > URI_LIMIT + HEADERS_LIMIT:  # a header that has not ended
                self._refuse(HeadersTooLarge)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._header_bytes = 0
        self._end_head()
        self._expect_head(partial(self._refuse, RequestTimeout))

    def on_url(self, url: bytes) -> None:
        super().on_url(url)
        if len(self.url) > URI_LIMIT:
            self._stop(UriTooLong)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        self._header_bytes += len(name) + len(value)
        if self._header_bytes > HEADERS_LIMIT:
            self._stop(HeadersTooLarge)

    def on_headers_complete(self) -> None:
        self._end_head()
        super().on_headers_complete()

    def send_400_response(self, msg: str) -> None:
        """Respond to a request that cannot be read, or that a callback has stopped."""
        self._refuse(self._refusal or MalformedRequest)

    def _stop(self, refusal: type[UserFault]) -> None:
        """Let the parser read no more; uvicorn calls `send_400_response` then."""
        self._refusal = refusal
        raise ValueError(refusal.code)

    def _expect_head(self, end: Callable[[], None]) -> None:
        self._unread = 0
        self._deadline = self.loop.call_later(settings.REQUEST_HEAD_SECONDS, end)

    def _end_head(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _refuse(self, refusal: type[UserFault]) -> None:
        self._end_head()
        self._refused = True
        before = None if self.cycle is None or self.cycle.response_complete else self.cycle
        if self.transport.is_closing():
            return
        if before is None:
            self.transport.write(_response(refusal))
            # The kernel resets a connection that is closed before all is read, and the client loses the response.
            if self.transport.can_write_eof():  # TLS cannot
                self.transport.write_eof()
            self.loop.call_later(_LINGER_SECONDS, self.transport.close)
        elif not before.more_body:
            before.keep_alive = False  # the request before this one is responded to, and nothing else
        else:
            if not before.response_started:
                self.transport.write(_response(refusal))
            self.transport.close()


def _response(refusal: type[UserFault]) -> bytes:
    with request_id.bound(uuid7().hex):
        body = json.dumps(ErrorResponse.of(refusal()).body()).encode()
        lines = (
            STATUS_LINE[refusal.http_status].rstrip(b"\r\n"),
            b"content-type: application/json",
            b"content-length: %d" % len(body),
            f"{request_id.HEADER}: {request_id.current()}".encode(),
            b"x-content-type-options: nosniff",
            b"connection: close",
        )
    return b"\r\n".join([*lines, b"", body])
