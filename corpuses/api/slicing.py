"""Long bodies of resumable uploads reach Django in slices: each is kept, and the next may come tomorrow.

Django's ASGI handler would write a body of gigabytes to disk before any view runs, and throw it away when the client
leaves in the middle. This layer makes one PATCH into many. What had come when the client left is kept as well.
"""

import asyncio
import re
from collections.abc import Awaitable, Callable, MutableMapping, Sequence
from typing import Any, Final

from django.conf import settings

from core.api.body_limit import REFUSED

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]

SLICE: Final = 8 << 20
_ADDRESS: Final = re.compile(r"/api/v1/uploads/([0-9a-f-]{36})?")
_OK: Final = range(200, 300)
_CREATED: Final = 201


def slice_uploads(app: App, *, size: int = SLICE) -> App:
    """Wrap an ASGI application."""

    async def sliced(scope: Message, receive: Receive, send: Send) -> None:
        if _is_long_upload(scope):
            await _Slices(app, scope, _Body(receive, size)).answer(send)
        else:
            if _is_upload(scope) and _declared(scope) > settings.MAX_FILE_SIZE_LIMIT:
                scope[REFUSED], receive = True, _once(b"")  # with a checksum, Django would have to hold all of it
            await app(scope, receive, send)

    return sliced


def _is_upload(scope: Message) -> bool:
    return scope["type"] == "http" and bool(_ADDRESS.fullmatch(scope["path"]))


def _declared(scope: Message) -> int:
    value = dict(scope["headers"]).get(b"content-length", b"0")
    return int(value) if value.isdigit() else 0


def _is_long_upload(scope: Message) -> bool:
    """A checksum counts for the whole body, which is not taken apart then."""
    if not _is_upload(scope) or scope["method"] not in {"POST", "PATCH"}:
        return False
    headers = dict(scope["headers"])
    return headers.get(b"content-type") == b"application/offset+octet-stream" and b"upload-checksum" not in headers


class _Body:
    """The body of the request, in slices."""

    def __init__(self, receive: Receive, size: int) -> None:
        self._receive = receive
        self._size = size
        self._rest = b""
        self.is_over = False
        self.has_left = False

    async def next(self) -> bytes:
        """Give the next slice, shorter only at the end."""
        pieces = bytearray(self._rest)
        while len(pieces) < self._size and not self.is_over:
            message = await self._receive()
            self.has_left = message["type"] == "http.disconnect"
            self.is_over = self.has_left or not message.get("more_body", False)
            pieces += message.get("body", b"")
        self._rest = bytes(pieces[self._size :])
        return bytes(pieces[: self._size])

    @property
    def is_used_up(self) -> bool:
        return self.is_over and not self._rest

    async def drain(self) -> None:
        """Read what is left, for a client that still sends would not look at an answer."""
        self._rest = b""
        while not self.is_over:
            message = await self._receive()
            self.is_over = message["type"] == "http.disconnect" or not message.get("more_body", False)


class _Slices:
    """One request of the client's as several of ours, the answer of the last one being the answer."""

    def __init__(self, app: App, scope: Message, body: _Body) -> None:
        self._app = app
        self._scope = scope
        self._body = body

    async def answer(self, send: Send) -> None:
        first = answer = await self._ask(self._scope, await self._body.next())
        while answer.is_good and not self._body.is_used_up:
            scope = self._following(answer, first)
            answer = await self._ask(scope, await self._body.next())
        await self._body.drain()
        if first.status == _CREATED and answer is not first and answer.is_good:
            answer = first.updated(answer)
        if not self._body.has_left:
            await answer.send(send)

    def _following(self, answer: "_Answer", first: "_Answer") -> Message:
        """The request that goes on where the last one has ended."""
        path = first.header(b"location").decode() if first.status == _CREATED else self._scope["path"]
        headers = [pair for pair in self._scope["headers"] if pair[0] not in {b"upload-offset", b"idempotency-key"}]
        headers.append((b"upload-offset", answer.header(b"upload-offset")))
        return {**self._scope, "method": "PATCH", "path": path, "raw_path": path.encode(), "headers": headers}

    async def _ask(self, scope: Message, body: bytes) -> "_Answer":
        kept = {b"content-length", b"transfer-encoding"}
        headers = [pair for pair in scope["headers"] if pair[0] not in kept]
        headers.append((b"content-length", str(len(body)).encode()))
        answer = _Answer()
        await self._app({**scope, "headers": headers}, _once(body), answer.take)
        return answer


def _once(body: bytes) -> Receive:
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        if messages:
            return messages.pop()
        # What has arrived is kept even if the client is gone: nobody is told of that.
        await asyncio.Event().wait()
        return {"type": "http.disconnect"}

    return receive


class _Answer:
    """An answer of Django's, kept back."""

    def __init__(self, status: int = 500, headers: Sequence[tuple[bytes, bytes]] = ()) -> None:
        self.status = status
        self.headers = list(headers)
        self._body = b""

    @property
    def is_good(self) -> bool:
        return self.status in _OK

    async def take(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.status, self.headers = message["status"], [(name.lower(), value) for name, value in message["headers"]]
        else:
            self._body += message.get("body", b"")

    def header(self, name: bytes) -> bytes:
        return dict(self.headers).get(name, b"0")

    def updated(self, later: "_Answer") -> "_Answer":
        """The answer to a creation, with what the later answers know better. Its body would be out of date."""
        newer = {name: value for name, value in later.headers if name.startswith((b"upload-", b"x-"))}
        stale = {*newer, b"content-length", b"content-type"}
        kept = [(name, value) for name, value in self.headers if name not in stale]
        return _Answer(self.status, [*kept, *newer.items(), (b"content-length", b"0")])

    async def send(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await send({"type": "http.response.body", "body": self._body, "more_body": False})
