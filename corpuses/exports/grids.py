"""The grid of an extract as a table, for files: one line for each document, or one for each cell.

Every value is followed by the quote that proves it, its page, and a link to it.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from corpuses.exports.tables import Table
from corpuses.extracts.models import Cell, Column, Extract, ExtractRow

_BATCH: Final = 200  # rows; a hundred columns make 20,000 cells

Link = Callable[[UUID, Mapping[str, Any]], str]
"""Returns the address of a passage of a document."""


class Layout(StrEnum):
    """The lines of the table: documents with all their values, or single cells."""

    DOCUMENTS = "documents"
    CELLS = "cells"


class _Cell(NamedTuple):
    """The columns of a cell that files have."""

    id: UUID
    row_id: UUID
    column_id: UUID
    status: str
    value: Any
    text: str
    problem: str
    sources: list[dict[str, Any]]
    confidence: float | None
    engine: str
    review: str


def table_of(extract: Extract, rows: "QuerySet[ExtractRow]", *, layout: Layout, link: Link) -> Table:
    """Return the visible rows of an extract as a table."""
    columns = list(extract.columns.all())
    if layout == Layout.CELLS:
        return Table(_CELL_HEADER, _cell_lines(columns, rows, link))
    header = ["document", "document id", "state"]
    for column in columns:
        header += [column.name, *(f"{column.name}: {part}" for part in _PARTS)]
    return Table(_unique(header), _document_lines(columns, rows, link))


_PARTS: Final = ("quote", "page", "link", "status", "review")
_CELL_HEADER: Final = (
    *("document", "document id", "column", "type", "value", "normalised value", "quote", "page", "link"),
    *("status", "problem", "confidence", "engine", "review", "cell id"),
)


def _document_lines(columns: Sequence[Column], rows: "QuerySet[ExtractRow]", link: Link) -> Iterator[list[str]]:
    for row, cells in _in_batches(rows):
        line = [row.document.title, str(row.document_id), row.state]
        for column in columns:
            cell = cells.get(column.pk)
            if cell is None:
                line += [""] * (1 + len(_PARTS))
            else:
                line += [cell.text, *_source(cell, row.document_id, link), cell.status, cell.review]
        yield line


def _cell_lines(columns: Sequence[Column], rows: "QuerySet[ExtractRow]", link: Link) -> Iterator[list[str]]:
    for row, cells in _in_batches(rows):
        for column in columns:
            if (cell := cells.get(column.pk)) is not None:
                value = "" if cell.value is None else json.dumps(cell.value, ensure_ascii=False)
                confidence = "" if cell.confidence is None else f"{cell.confidence:.4f}"
                yield [
                    *(row.document.title, str(row.document_id), column.name, column.type, cell.text, value),
                    *_source(cell, row.document_id, link),
                    *(cell.status, cell.problem, confidence, cell.engine, cell.review, str(cell.id)),
                ]


def _source(cell: _Cell, document: UUID, link: Link) -> list[str]:
    """Return the quotes, the first page, and the link of a cell; empty if it has no source."""
    if not cell.sources:
        return ["", "", ""]
    first = cell.sources[0]
    quotes = first["quote"] if len(cell.sources) == 1 else " […] ".join(each["quote"] for each in cell.sources)
    return [quotes, str(first["page"]), link(document, first)]


def _in_batches(rows: "QuerySet[ExtractRow]") -> Iterator[tuple[ExtractRow, Mapping[UUID, _Cell]]]:
    """Read rows with their cells, in order; two queries for a batch. Model instances would take twice the time."""
    ordered = rows.select_related("document").only("state", "document__title").order_by("pk")
    last: UUID | None = None
    while batch := list((ordered if last is None else ordered.filter(pk__gt=last))[:_BATCH]):
        cells: dict[UUID, dict[UUID, _Cell]] = {row.pk: {} for row in batch}
        for values in Cell.objects.filter(row__in=batch).order_by().values_list(*_Cell._fields):
            cell = _Cell._make(values)
            cells[cell.row_id][cell.column_id] = cell
        yield from ((row, cells[row.pk]) for row in batch)
        last = batch[-1].pk


def _unique(names: Sequence[str]) -> list[str]:
    """Return the names, those that occur again with a number behind them."""
    taken: set[str] = set()
    unique = []
    for name in names:
        chosen, number = name, 1
        while chosen in taken:
            number += 1
            chosen = f"{name} ({number})"
        taken.add(chosen)
        unique.append(chosen)
    return unique
