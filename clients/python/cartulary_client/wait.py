"""Waiting for documents to be processed: by the server's event stream, else by polling."""

import json
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import httpx

from cartulary_client.connection import Connection
from cartulary_client.errors import ApiError, NotFound, WaitTimeout

_STREAM_TIMEOUT: Final = 40.0  # the server sends a keep-alive more often
_FIRST_DELAY: Final = 0.5
_MAX_DELAY: Final = 5.0
_FEW: Final = 10
_PAGE_SIZE: Final = 200


def wait_until_processed(
    connection: Connection, documents: Iterable[str], *, timeout: float, streaming: bool = True
) -> Iterator[dict[str, Any]]:
    """Yield each document when its processing has ended; deleted ones are left out.

    Raises `WaitTimeout`.
    """
    watcher = DocumentWatcher(connection, set(documents), timeout=timeout)
    yield from watcher.check_all()  # the stream has no events of documents that have ended before
    if streaming:
        yield from watcher.stream()
    yield from watcher.poll()


def poll_while(is_busy: Callable[[], Any], *, timeout: float, message: str) -> None:
    """Poll with increasing delays until `is_busy` returns false; raise `WaitTimeout` with `message`."""
    deadline, delay = time.monotonic() + timeout, _FIRST_DELAY
    while is_busy():
        if time.monotonic() > deadline:
            raise WaitTimeout(message)
        time.sleep(delay)
        delay = min(_MAX_DELAY, delay * 1.5)


class DocumentWatcher:
    """Documents that are still being processed, and the deadline."""

    def __init__(self, connection: Connection, pending: set[str], *, timeout: float) -> None:
        self._connection = connection
        self._pending = pending
        self._deadline = time.monotonic() + timeout

    def check_all(self) -> Iterator[dict[str, Any]]:
        """Fetch all pending documents once and yield those that have ended."""
        yield from self._ended(self._fetch_all())

    def stream(self) -> Iterator[dict[str, Any]]:
        """Follow the event stream until no document is pending or the stream fails."""
        try:
            while self._pending:
                timeout = httpx.Timeout(min(_STREAM_TIMEOUT, self._remaining()), connect=10.0)
                headers = {"Accept": "text/event-stream"}
                with self._connection.stream("/events", headers=headers, timeout=timeout) as response:
                    yield from self._follow(response)
                if self._pending:  # the server ends streams from time to time
                    time.sleep(_FIRST_DELAY)
        except (httpx.HTTPError, ApiError):
            return

    def poll(self) -> Iterator[dict[str, Any]]:
        """Fetch the pending documents with increasing delays until none is left."""
        delay = _FIRST_DELAY
        while self._pending:
            yield from self.check_all()
            if self._pending:
                time.sleep(min(delay, self._remaining()))
                delay = min(_MAX_DELAY, delay * 1.5)

    def _follow(self, response: httpx.Response) -> Iterator[dict[str, Any]]:
        for event, data in parse_events(response.iter_lines()):
            self._remaining()
            if event in {"ready", "reset"}:
                yield from self._ended(self._fetch_all())
            elif event == "change" and data.get("uuid") in self._pending:
                yield from self._ended(self._fetch([data["uuid"]]))
            if not self._pending:
                return

    def _remaining(self) -> float:
        remaining = self._deadline - time.monotonic()
        if remaining <= 0:
            raise WaitTimeout(f"{len(self._pending)} of the documents are still being processed.")
        return remaining

    def _ended(self, bodies: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for body in bodies:
            if body["id"] in self._pending and not body["backend_lock"]:
                self._pending.discard(body["id"])
                yield body

    def _fetch_all(self) -> Iterator[dict[str, Any]]:
        """Fetch a few documents one by one, many from the list, and the rest of those one by one."""
        missing = set(self._pending)
        if len(missing) > _FEW:
            for body in self._connection.pages("/documents", page_size=_PAGE_SIZE, scope="all"):
                missing.discard(body["id"])
                yield body
                if not missing:
                    break
        yield from self._fetch(missing)

    def _fetch(self, documents: Iterable[str]) -> Iterator[dict[str, Any]]:
        for document in sorted(documents):
            try:
                yield self._connection.get(f"/documents/{document}")
            except NotFound:
                self._pending.discard(document)


def parse_events(lines: Iterable[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield server-sent events as name and JSON data; comments and an incomplete last event are skipped."""
    event, data = "message", ""
    for line in lines:
        name, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if name == "event":
            event = value
        elif name == "data":
            data += value
        elif not line:
            if data:
                yield event, json.loads(data)
            event, data = "message", ""
