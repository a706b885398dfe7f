"""Run an ASGI application inside of a view, behind all middleware of Django."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from typing import Any, Final

from asgiref.sync import async_to_sync
from django.http import HttpRequest, HttpResponse

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Receive, Send], Awaitable[None]]

_SET_BY_DJANGO: Final = (b"content-length",)


def respond_with(app: App, request: HttpRequest, **state: object) -> HttpResponse:
    """Return the response of an application that reads the whole body and does not stream.

    `state` is added to the scope. Synchronous code that the application calls with `sync_to_async` runs in the thread
    of this view, with its database connection.
    """
    exchange = _Exchange(request.body)
    async_to_sync(app)({**_scope(request), **state}, exchange.receive, exchange.send)
    return exchange.response()


class _Exchange:
    """The body of the request, then silence; collects the response."""

    def __init__(self, body: bytes) -> None:
        self._pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]
        self._start: Message = {"status": 500, "headers": []}
        self._body = b""

    async def receive(self) -> Message:
        if not self._pending:
            await asyncio.Event().wait()  # the application may listen for the end of the connection
        return self._pending.pop()

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self._start = message
        else:
            self._body += message.get("body", b"")

    def response(self) -> HttpResponse:
        response = HttpResponse(self._body, status=self._start["status"])
        del response["Content-Type"]
        for name, value in self._start["headers"]:
            if name.lower() not in _SET_BY_DJANGO:
                response[name.decode("latin-1")] = value.decode("latin-1")
        return response


def _scope(request: HttpRequest) -> dict[str, Any]:
    headers: Mapping[str, str] = request.headers
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": request.method,
        "scheme": request.scheme,
        "path": request.path,
        "raw_path": request.path.encode(),
        "root_path": "",
        "query_string": request.META.get("QUERY_STRING", "").encode(),
        "headers": [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()],
        "client": None,
        "server": None,
    }
