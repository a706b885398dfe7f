"""Wait until documents are processed: by the server's event stream, and by asking where that does not come through."""

import json
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import httpx

from cartulary_client.connection import Connection
from cartulary_client.errors import NotFound, Refused, TookTooLong

_SILENCE: Final = 40.0
_FIRST_PAUSE: Final = 0.5
_LONGEST_PAUSE: Final = 5.0
_FEW: Final = 10
_PAGE: Final = 200


def until_processed(
    connection: Connection, documents: Iterable[str], *, seconds: float, streaming: bool = True
) -> Iterator[dict[str, Any]]:
    """Give each document as soon as nothing works on it any more; those that are gone are left out.

    Raises `TookTooLong`, naming how many are left.
    """
    watch = Watch(connection, set(documents), seconds=seconds)
    yield from watch.look()  # of what has ended already no stream tells
    if streaming:
        yield from watch.listen()
    yield from watch.ask()


class Watch:
    """What is waited for, and until when."""

    def __init__(self, connection: Connection, pending: set[str], *, seconds: float) -> None:
        self._connection = connection
        self._pending = pending
        self._deadline = time.monotonic() + seconds

    def listen(self) -> Iterator[dict[str, Any]]:
        """Hear of changes until everything is done, or the stream fails."""
        try:
            while self._pending:
                # A server that says nothing, not even that it is there, is left for asking.
                timeout = httpx.Timeout(min(_SILENCE, self._remaining()), connect=10.0)
                with self._connection.stream(
                    "/events", headers={"Accept": "text/event-stream"}, timeout=timeout
                ) as answer:
                    yield from self._heard(answer)
                if self._pending:  # the server ends streams now and then
                    time.sleep(_FIRST_PAUSE)
        except (httpx.HTTPError, Refused):
            return

    def _heard(self, answer: httpx.Response) -> Iterator[dict[str, Any]]:
        for event, data in events_of(answer.iter_lines()):
            self._remaining()
            if event in {"ready", "reset"}:
                yield from self._done_of(self._all())
            elif event == "change" and data.get("uuid") in self._pending:
                yield from self._done_of(self._each([data["uuid"]]))
            if not self._pending:
                return

    def look(self) -> Iterator[dict[str, Any]]:
        """Ask once."""
        yield from self._done_of(self._all())

    def ask(self) -> Iterator[dict[str, Any]]:
        """Ask in rounds, ever more rarely."""
        pause = _FIRST_PAUSE
        while self._pending:
            yield from self.look()
            if self._pending:
                time.sleep(min(pause, self._remaining()))
                pause = min(_LONGEST_PAUSE, pause * 1.5)

    def _remaining(self) -> float:
        remaining = self._deadline - time.monotonic()
        if remaining <= 0:
            raise TookTooLong(f"{len(self._pending)} of the documents are still being processed.")
        return remaining

    def _done_of(self, bodies: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
        for body in bodies:
            if body["id"] in self._pending and not body["backend_lock"]:
                self._pending.discard(body["id"])
                yield body

    def _all(self) -> Iterator[dict[str, Any]]:
        """Read few one by one, many from the list, and the rest of those one by one."""
        unseen = set(self._pending)
        if len(unseen) > _FEW:
            for body in self._connection.pages("/documents", page_size=_PAGE, scope="all"):
                unseen.discard(body["id"])
                yield body
                if not unseen:
                    break
        yield from self._each(unseen)

    def _each(self, documents: Iterable[str]) -> Iterator[dict[str, Any]]:
        for document in sorted(documents):
            try:
                yield self._connection.get(f"/documents/{document}")
            except NotFound:
                self._pending.discard(document)


def poll(is_busy: Callable[[], Any], *, seconds: float, still: str) -> None:
    """Ask, ever more rarely, until it is not so; raises `TookTooLong` with `still`."""
    deadline, pause = time.monotonic() + seconds, _FIRST_PAUSE
    while is_busy():
        if time.monotonic() > deadline:
            raise TookTooLong(still)
        time.sleep(pause)
        pause = min(_LONGEST_PAUSE, pause * 1.5)


def events_of(lines: Iterable[str]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Read server-sent events whose data is JSON; comments and what is not finished say nothing."""
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
