"""Changes of all documents that a filter selects, by a job of the server."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Unpack

from cartulary_client.errors import CartularyError
from cartulary_client.filters import BulkTarget
from cartulary_client.records import Record
from cartulary_client.resources.base import TIMEOUT, Resource
from cartulary_client.upload import no_progress
from cartulary_client.wait import poll_while


@dataclass(frozen=True, slots=True)
class BulkChange(Record):
    """A change of many documents: `waiting`, `done` or `failed` with an `error`.

    `skipped` has the `code` and the `count` of the documents that could not be changed. With `is_undone`, the state
    is that of undoing.
    """

    id: str
    kind: str
    corpus: str | None
    query: dict[str, Any]
    target: dict[str, Any]
    state: str
    is_undone: bool
    can_undo: bool
    total: int
    processed: int
    changed: int
    restored: int
    skipped: list[dict[str, Any]]
    job: str
    error: dict[str, str] | None
    created: datetime
    finished: datetime | None

    @property
    def percent(self) -> int:
        """Return how much has been done."""
        return 100 * self.processed // self.total if self.total else 100


class BulkChanges(Resource):
    """The operations on changes of many documents: `Client.bulk_changes`."""

    def list(self, *, corpus: str = "") -> Iterator[BulkChange]:
        """List your changes, newest first."""
        return self._list(BulkChange, "/bulk-changes", corpus=corpus)

    def get(self, change: str) -> BulkChange:
        return BulkChange.from_json(self._connection.get(f"/bulk-changes/{change}"))

    def create(self, kind: str, query: Mapping[str, Any], **target: Unpack[BulkTarget]) -> BulkChange:
        """Start a job that changes the documents which the list has now with this query.

        `query` has the filters of `Client.documents`, and `corpus` unless the change is to add, to retry or to delete.
        To `label` and `unlabel` send the label, to `set_field` the field (no values clear it), to `move` a folder (none
        is the top), to `add` a corpus. To `remove` and `delete` send the `expected` number of documents: if the query
        selects another number, nothing is changed.
        """
        body: dict[str, Any] = {**target, "kind": kind, "query": dict(query)}
        if kind == "move":
            body.setdefault("folder", None)
        return BulkChange.from_json(self._connection.post("/bulk-changes", body))

    def wait(
        self, change: str, *, timeout: float = TIMEOUT, progress: Callable[[int], None] = no_progress
    ) -> BulkChange:
        """Return the report when the job has ended; raise `CartularyError` if it fails, or `WaitTimeout`.

        `progress` is called with the percentage that is done.
        """

        def is_busy() -> bool:
            report = self.get(change)
            progress(report.percent)
            return report.state == "waiting"

        poll_while(is_busy, timeout=timeout, message="The documents are still being changed.")
        report = self.get(change)
        if report.error:
            raise CartularyError(report.error["message"])
        return report

    def undo(self, change: str) -> BulkChange:
        """Start a job that undoes a change; documents that were changed since are skipped."""
        return BulkChange.from_json(self._connection.post(f"/bulk-changes/{change}/undo", {}))
