"""Exports that a job of the server writes, for files of many rows."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from cartulary_client.errors import CartularyError
from cartulary_client.records import Record
from cartulary_client.resources.base import TIMEOUT, Resource, given
from cartulary_client.wait import poll_while


@dataclass(frozen=True, slots=True)
class Export(Record):
    """A file that a job writes, or has written: `waiting`, `done` or `failed` with an `error`."""

    id: str
    corpus: str
    kind: str
    extract: str | None
    format: str
    filename: str
    state: str
    progress: int
    rows: int | None
    size: int | None
    job: str
    error: dict[str, str] | None
    created: datetime
    finished: datetime | None
    expires: datetime | None


class Exports(Resource):
    """The operations on exports: `Client.exports`."""

    def list(self, *, corpus: str = "") -> Iterator[Export]:
        """List your exports, newest first."""
        return self._list(Export, "/exports", corpus=corpus)

    def get(self, export: str) -> Export:
        return Export.from_json(self._connection.get(f"/exports/{export}"))

    def start(
        self,
        corpus: str,
        kind: str,
        *,
        format: str = "csv",  # noqa: A002  # the API's word
        extract: str = "",
        query: Mapping[str, Any] | None = None,
    ) -> Export:
        """Export the `annotations`, the `documents`, an `extract`, or the `annotated_pdfs` of a corpus.

        `query` has filters. The format of `annotated_pdfs` is `zip`.
        """
        body = given(kind=kind, format=format, extract=extract, query=dict(query) if query else None)
        return Export.from_json(self._connection.post(f"/corpuses/{corpus}/exports", body))

    def wait(self, export: str, *, timeout: float = TIMEOUT) -> Export:
        """Return the export when its file is written; raise `CartularyError` if that fails, or `WaitTimeout`."""
        poll_while(
            lambda: self.get(export).state == "waiting", timeout=timeout, message="The export is still being written."
        )
        written = self.get(export)
        if written.error:
            raise CartularyError(f"{written.filename}: {written.error['message']}")
        return written

    def download(self, export: str, target: Path) -> int:
        """Write the file of an export to a path, atomically; return its size. Raises `Conflict` while it is written."""
        return self._connection.save_signed(self._connection.get(f"/exports/{export}/download-url")["url"], target)

    def delete(self, export: str) -> None:
        """Delete an export with its file, or cancel it."""
        self._connection.delete(f"/exports/{export}")
