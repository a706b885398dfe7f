"""Two tables side by side whose rows stand at the same heights are one table."""

from itertools import permutations
from statistics import fmean

from documents.pipeline.pdf.geometry import shares_columns, shares_rows, union
from documents.pipeline.pdf.lines import rows_of
from documents.pipeline.pdf.tables.grid import FoundTable, without_empty_lines
from documents.pipeline.pdf.tables.guards import counts_as_table
from documents.pipeline.pdf.tables.page_words import TablePage
from documents.pipeline.pdf.tables.spaced_grid import spaced_grid
from documents.types import Box

_SAME_HEIGHT = 2.0
_LEVEL_SHARE = 0.85
_MAX_TABLES = 12


def merge_neighbours(page: TablePage) -> None:
    while (merged := _one_merge(page)) is not None:
        page.tables[:] = merged


def _one_merge(page: TablePage) -> list[FoundTable] | None:
    """The tables after one merge; nothing when none is possible."""
    if len(page.tables) > _MAX_TABLES:
        return None
    for tall, low in permutations(page.tables, 2):
        if not _are_level(tall, low, page):
            continue
        table = _merged(tall, low, page)
        if table is not None:
            return [other for other in page.tables if not _is_within(other, table.box)] + [table]
    return None


def _are_level(tall: FoundTable, low: FoundTable, page: TablePage) -> bool:
    height = low.y1 - low.y0
    if shares_columns(tall, low) > 2 or height > tall.y1 - tall.y0 or low.grid.rows < 4:  # points; rows
        return False
    if shares_rows(tall, low) < 0.9 * height:
        return False
    first, second = _row_heights(tall.box, page), _row_heights(low.box, page)
    return sum(any(abs(a - b) < _SAME_HEIGHT for a in first) for b in second) >= _LEVEL_SHARE * len(second)


def _row_heights(box: Box, page: TablePage) -> list[float]:
    return [fmean(word.middle_y for word in row) for row in rows_of(page.inside(box))]


def _merged(tall: FoundTable, low: FoundTable, page: TablePage) -> FoundTable | None:
    box = union([tall, low])
    others = [table for table in page.tables if table not in (tall, low)]
    if any(_sticks_out(other, box) for other in others):
        return None
    grid = spaced_grid(page.inside(box), box, page.rules_in(box))
    if grid is None:
        return None
    grid = without_empty_lines(grid)
    return FoundTable(box, grid) if counts_as_table(grid, strict=True) else None


def _sticks_out(other: FoundTable, box: Box) -> bool:
    """Another table that overlaps and is not nearly inside."""
    overlaps = shares_columns(other, box) > 2 and shares_rows(other, box) > 2  # points
    return overlaps and not (other.y0 >= box.y0 - 30 and other.y1 <= box.y1 + 30)


def _is_within(table: FoundTable, box: Box) -> bool:
    half_columns = shares_columns(table, box) > 0.5 * (table.x1 - table.x0)
    return half_columns and shares_rows(table, box) > 0.5 * (table.y1 - table.y0)
