"""A table that goes over a page's end becomes one table for each page. Repeated header rows are not told again."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from documents.pipeline.flow.pages import fragments_of
from documents.pipeline.flow.pieces import Piece
from documents.pipeline.inline import clipped
from documents.pipeline.pdf.geometry import union
from documents.types import Box, Table, TableCell

Grounds = Sequence[tuple[int, Box]]


class CellText(NamedTuple):
    """What of a cell's text stands on the page, and where in the cell's text it begins."""

    text: str
    pieces: Sequence[Piece]
    offset: int


@dataclass(frozen=True, slots=True)
class TablePart:
    """The rows on one page: texts to be written, the table with rows counted anew, and boxes by the source's cells.

    It is later if others of the table have come before.
    """

    page: int
    rows: Sequence[Sequence[CellText]]
    table: Table
    source_cells: Mapping[tuple[int, int], Box]
    is_later: bool = False


def table_parts(
    table: Table, placed: Sequence[Sequence[Piece]], grounds: Sequence[Grounds], *, first_row: int = 0
) -> Iterator[TablePart]:
    """`first_row` is how many rows of the whole table were told before."""
    is_later = False
    for page in sorted({page for found in grounds for page, _ in found}):
        part = _part(table, placed, grounds, page, first_row=first_row)
        if part.table.cells:
            yield replace(part, is_later=is_later)
            is_later = True


def _part(
    table: Table, placed: Sequence[Sequence[Piece]], grounds: Sequence[Grounds], page: int, *, first_row: int
) -> TablePart:
    rows: dict[int, list[CellText]] = {}
    kept: list[tuple[TableCell, Box]] = []
    source: dict[tuple[int, int], Box] = {}
    for cell, pieces, found in zip(table.cells, placed, grounds, strict=True):
        boxes = [box for number, box in found if number == page]
        if not boxes or (cell.is_header and found[0][0] != page):
            continue
        box = union(boxes)
        here = _on_page(cell.text, pieces, page)
        kept.append((_cell_on_page(cell, here, box) if pieces else replace(cell, box=box), box))
        source.setdefault((cell.row, cell.column), box)
        if here.text:
            rows.setdefault(cell.row, []).append(here)
    numbers = {row: number for number, row in enumerate(_rows(kept))}
    cells = tuple(_renumbered(cell, numbers) for cell, _ in kept)
    written = [rows[row] for row in sorted(rows)]
    if len(kept) == len(table.cells) and not first_row:
        return TablePart(page, written, Table(table.rows, table.columns, tuple(cell for cell, _ in kept)), source)
    of_whole = tuple(first_row + row for row in numbers)
    return TablePart(page, written, Table(len(numbers), table.columns, cells, of_whole), source)


def _cell_on_page(cell: TableCell, here: CellText, box: Box) -> TableCell:
    marks = clipped(cell.marks, here.offset, here.offset + len(here.text))
    return replace(cell, text=here.text, box=box, marks=marks)


def _rows(kept: Sequence[tuple[TableCell, Box]]) -> list[int]:
    """The rows that begin on the page, and those above whose cells reach into it."""
    return sorted({cell.row for cell, _ in kept})


def _renumbered(cell: TableCell, numbers: Mapping[int, int]) -> TableCell:
    covered = [row for row in range(cell.row, cell.row + cell.row_span) if row in numbers]
    return replace(cell, row=numbers[cell.row], row_span=max(1, len(covered)))


def _on_page(text: str, pieces: Sequence[Piece], page: int) -> CellText:
    for fragment in fragments_of(pieces, len(text)):
        if fragment.page == page:
            part = text[fragment.start : fragment.end].rstrip()
            return CellText(part, fragment.pieces, fragment.start)
    return CellText("", (), 0)
