"""Fieldsets and extracts: questions about documents, and the answers with the passages that prove them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, TypedDict, Unpack

from cartulary_client.records import Record
from cartulary_client.resources.base import PAGE_SIZE, TIMEOUT, Resource
from cartulary_client.wait import poll_while


@dataclass(frozen=True, slots=True)
class Fieldset(Record):
    """A named set of questions of a corpus."""

    id: str
    corpus: str
    name: str
    description: str
    template: str
    columns: list[dict[str, Any]]
    created: datetime
    version: str


@dataclass(frozen=True, slots=True)
class Extract(Record):
    """One run of questions over documents."""

    id: str
    corpus: str
    fieldset: str | None
    name: str
    engine: str
    state: str
    columns: list[dict[str, Any]]
    counts: dict[str, Any]
    estimated_tokens: int
    estimated_cost: float
    created: datetime
    version: str


@dataclass(frozen=True, slots=True)
class Cell(Record):
    """The answer to a question about a document. `sources` have the offsets, the page and the quote of passages."""

    id: str
    row: str
    column: str
    status: str
    text: str
    value: Any
    raw: str
    problem: str
    sources: list[dict[str, Any]]
    confidence: float | None
    engine: str
    review: str
    version: str


@dataclass(frozen=True, slots=True)
class ExtractRow(Record):
    """The document of a row, with its cells."""

    id: str
    document: str
    title: str
    state: str
    message: str
    cells: list[Cell]

    @classmethod
    def from_json(cls, body: Mapping[str, Any]) -> "ExtractRow":
        """Build a row with its cells from the JSON of a response."""
        names = ("id", "document", "title", "state", "message")
        return cls(**{name: body[name] for name in names}, cells=[Cell.from_json(cell) for cell in body["cells"]])


class RowFilters(TypedDict, total=False):
    """Filters of `Extracts.rows`."""

    column: str
    document: str
    status: str
    review: str
    has_conflict: bool
    max_confidence: float
    state: str
    search: str


class Extracts(Resource):
    """The operations on fieldsets and extracts: `Client.extracts`."""

    def fieldsets(self, corpus: str) -> Iterator[Fieldset]:
        return self._list(Fieldset, f"/corpuses/{corpus}/fieldsets")

    def create_fieldset(
        self, corpus: str, name: str = "", *, columns: Sequence[Mapping[str, Any]] = (), template: str = ""
    ) -> Fieldset:
        """Create a fieldset with columns (`name`, `question`, `type`, …), or a copy of a ready-made one."""
        body = {"name": name, "columns": list(columns), "template": template}
        given = {key: value for key, value in body.items() if value}
        return Fieldset.from_json(self._connection.post(f"/corpuses/{corpus}/fieldsets", given))

    def estimate(self, fieldset: Fieldset, **options: Any) -> dict[str, Any]:
        """Return the expected documents, cells, tokens, cost and seconds of an extract."""
        body = {"fieldset": fieldset.id, **options}
        estimate: dict[str, Any] = self._connection.post(f"/corpuses/{fieldset.corpus}/extract-estimates", body)
        return estimate

    def start(self, fieldset: Fieldset, **options: Any) -> Extract:
        """Start an extract: `documents` (default: all of the corpus), `engine`, `budget_tokens`, `budget_cost`."""
        body = {"fieldset": fieldset.id, **options}
        return Extract.from_json(self._connection.post(f"/corpuses/{fieldset.corpus}/extracts", body))

    def get(self, extract: str) -> Extract:
        return Extract.from_json(self._connection.get(f"/extracts/{extract}"))

    def all(self, corpus: str) -> Iterator[Extract]:
        return self._list(Extract, f"/corpuses/{corpus}/extracts")

    def wait(self, extract: str, *, timeout: float = TIMEOUT) -> Extract:
        """Return the extract when all rows have ended; raise `WaitTimeout`."""
        poll_while(
            lambda: self.get(extract).state == "running", timeout=timeout, message="The extract is still running."
        )
        return self.get(extract)

    def rows(self, extract: str, **filters: Unpack[RowFilters]) -> Iterator[ExtractRow]:
        """List the rows with their cells; filters of cells keep rows with at least one such cell."""
        return self._list(ExtractRow, f"/extracts/{extract}/rows", **filters)

    def differences(self, extract: str, other: str) -> Iterator[tuple[Cell, Cell]]:
        """Yield the cells for which another extract has another value, with the cell there."""
        pages = self._connection.pages(f"/extracts/{extract}/differences", page_size=PAGE_SIZE, other=other)
        return ((Cell.from_json(each["cell"]), Cell.from_json(each["other"])) for each in pages)

    def review(self, cells: Sequence[Cell], review: str) -> list[Cell]:
        """Approve or reject cells as they were read: `approved`, `rejected` or `unreviewed`."""
        seen = {"cells": [cell.id for cell in cells], "versions": [cell.version for cell in cells]}
        body = self._connection.post("/cell-reviews", {**seen, "review": review})
        return [Cell.from_json(cell) for cell in body["cells"]]

    def edit(self, cell: str, *, version: str = "", **changes: Any) -> Cell:
        """Change the `text` of a cell, or pick its `sources`, dicts of `start`, `end` and optionally their `quote`."""
        return Cell.from_json(self._connection.patch(f"/cells/{cell}", changes, version=version))

    def rerun(self, extract: str, **selection: Any) -> int:
        """Answer cells again: `rows`, `columns`, `cells`, or `only_failed`; return the number of rows started."""
        return int(self._connection.post(f"/extracts/{extract}/rerun", selection)["started"])

    def suggest(self, extract: str, *, columns: Sequence[str] = ()) -> int:
        """Suggest the verified sources of columns, or of all, as annotations; return how many are new."""
        path, new = f"/extracts/{extract}/suggestions", 0
        body = {"columns": list(columns)} if columns else {}
        while True:
            suggested = self._connection.post(path, body)
            new += int(suggested["new_count"])
            if suggested["next"] is None:
                return new
            body["after"] = suggested["next"]

    def cancel(self, extract: str) -> Extract:
        return Extract.from_json(self._connection.post(f"/extracts/{extract}/cancel", {}))

    def export(self, extract: str, target: Path, *, format: str = "csv", layout: str = "documents") -> None:  # noqa: A002  # the API's word
        """Write the grid to a file: `csv`, `xlsx`, `jsonl` or `parquet`."""
        self._connection.save(f"/extracts/{extract}/export?format={format}&layout={layout}", target)
