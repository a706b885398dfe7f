"""Puts together what was cut where a page ends: paragraphs, and tables with cells that reach over it."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from documents.pipeline.inline import moved
from documents.types import Item, Table, TableCell

_Described = tuple[Item, str]


def whole_items(items: Sequence[Item], texts: Sequence[str]) -> Iterator[_Described]:
    """Items with their texts; a whole one has the place of its first part."""
    heads = 0

    def number(described: _Described) -> int:
        nonlocal heads
        heads += not described[0].continues
        return heads

    for _, group in groupby(zip(items, texts, strict=True), key=number):
        yield _whole(list(group))


def joined_table(parts: Sequence[Table]) -> Table:
    """The parts say which rows they have. A cell that was cut comes once in each part."""
    cells: dict[tuple[int, int], TableCell] = {}
    rows = 0
    for part in parts:
        numbers = part.numbers or range(part.rows)
        rows = max(rows, *(number + 1 for number in numbers)) if numbers else rows
        for cell in part.cells:
            row = numbers[cell.row]
            new = replace(cell, row=row, row_span=numbers[cell.row + cell.row_span - 1] + 1 - row, box=None)
            key = (row, cell.column)
            cells[key] = _longer(cells[key], new) if key in cells else new
    return Table(rows, max(part.columns for part in parts), tuple(cells.values()))


def _whole(parts: Sequence[_Described]) -> _Described:
    first, text = parts[0]
    if len(parts) == 1:
        return first, text
    tables = [item.table for item, _ in parts if item.table is not None]
    if tables:
        return replace(first, table=joined_table(tables)), "\n".join(text for _, text in parts)
    marks = list(first.marks)
    for item, more in parts[1:]:
        marks += moved(item.marks, len(text))
        text += more
    return replace(first, marks=tuple(marks)), text


def _longer(cell: TableCell, more: TableCell) -> TableCell:
    gap = " " if cell.text and more.text else ""
    marks = (*cell.marks, *moved(more.marks, len(cell.text) + len(gap)))
    span = max(cell.row_span, more.row_span)
    return replace(cell, text=f"{cell.text}{gap}{more.text}", row_span=span, marks=marks)
