"""Compare two tables, to find out whether the second is the rest of the first."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from documents.pipeline.pdf.layout.captions import is_caption
from documents.pipeline.pdf.layout.model import ColumnEdges, DraftItem, PageLayout, TableEdges
from documents.types import Table, TableCell

_MIN_COLUMNS = 2
_SAME_EDGE = 0.75  # em
_SAME_SIZE = 0.08  # of the size of the type
_MAX_SHIFT = 0.15  # of the page's width, by which the margins of two pages differ
_MAX_LOWER = 0.1  # of the cells of a column begin in lower case, in a column of names or sentences
_LETTER = re.compile(r"[^\W\d_]")

Rows = Mapping[int, Sequence[TableCell]]


@dataclass(frozen=True, slots=True)
class TablePart:
    """A table at the foot or head of a page."""

    page: PageLayout
    draft: DraftItem
    table: Table
    edges: TableEdges


def have_same_columns(first: TablePart, second: TablePart) -> bool:
    """Check for the same columns in the same type; the pages may have different margins on the left."""
    columns = first.table.columns
    size = max(first.edges.size, second.edges.size)
    if columns != second.table.columns or columns < _MIN_COLUMNS:
        return False
    if abs(first.edges.size - second.edges.size) > _SAME_SIZE * size:
        return False
    pairs = [(a, b) for a, b in zip(first.edges.columns, second.edges.columns, strict=True) if a and b]
    if 2 * len(pairs) < columns:
        return False
    shifts = [after - before for before, after in zip(*pairs[0], strict=True)]
    limit = _MAX_SHIFT * first.page.width
    return any(abs(shift) < limit and _agree(pairs, shift, _SAME_EDGE * size) for shift in shifts)


def _agree(pairs: Sequence[tuple[ColumnEdges, ColumnEdges]], shift: float, tolerance: float) -> bool:
    """Check that each column is aligned on the left, in the middle or on the right with that of the other table."""
    return all(
        any(abs(after - before - shift) <= tolerance for before, after in zip(*pair, strict=True)) for pair in pairs
    )


def repeated_rows(first: Table, second: Table) -> int:
    """Return the number of rows at the top of the second table that are those of the first one: its header."""
    rows, others = rows_of(first), rows_of(second)
    count = 0
    while count < second.rows and others.get(count) and _texts(rows.get(count, ())) == _texts(others[count]):
        count += 1
    has_words = any(_LETTER.search(cell.text) for row in range(count) for cell in others[row])
    is_closed = all(cell.row >= count or cell.row + cell.row_span <= count for cell in second.cells)
    return count if has_words and is_closed and count < min(first.rows, second.rows) else 0


def starts_new_table(second: Table, repeated: int) -> bool:
    """Check for a title or header rows of its own."""
    rows = rows_of(second)
    top = rows.get(0, ())
    if repeated:
        return False
    if any(is_caption(cell.text) for cell in top):
        return True
    return any(cell.is_header for cell in top) and not all(_is_lower(cell) for cell in top)


def continues_last_row(first: Table, last: Table, second: Table, repeated: int) -> bool:
    """Check whether the first row of a part is the rest of the last row of the part before.

    Its cells begin in lower case, though those of their columns in the whole table do not.
    """
    top, bottom = rows_of(second).get(repeated, ()), rows_of(last).get(last.rows - 1, ())
    above = {cell.column: cell for cell in bottom if cell.text}
    if not top or not all(_is_lower(cell) and _fits(cell, above.get(cell.column)) for cell in top):
        return False
    columns = {cell.column for cell in top}
    others = [cell for cell in first.cells if cell.column in columns and cell.text and not cell.is_header]
    return sum(map(_is_lower, others)) <= _MAX_LOWER * len(others)


def _fits(cell: TableCell, above: TableCell | None) -> bool:
    return above is not None and above.column_span == cell.column_span and above.row_span == cell.row_span == 1


def rows_of(table: Table) -> Rows:
    """Return the cells with text by the row that they start in."""
    rows: defaultdict[int, list[TableCell]] = defaultdict(list)
    for cell in table.cells:
        if cell.text:
            rows[cell.row].append(cell)
    return rows


def _texts(cells: Sequence[TableCell]) -> list[tuple[int, int, str]]:
    return [(cell.column, cell.column_span, " ".join(cell.text.split())) for cell in cells]


def _is_lower(cell: TableCell) -> bool:
    return cell.text[:1].islower()
