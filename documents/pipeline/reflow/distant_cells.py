"""Cells of workbooks that are far away from the others: readers visit every cell of the grid, even if it is empty."""

from typing import Any, Final

from documents.types import ParseWarning

MAX_CELLS: Final = 100_000
MAX_GRID: Final = 2_000_000  # cells, used or not, between the first and the last


def truncation_warning() -> ParseWarning:
    """Return the warning about a workbook of which cells were left out."""
    return ParseWarning("sheet_truncated", f"Only the first {MAX_CELLS:,} cells of this workbook are displayed.")


def remove_distant_rows(workbook: Any) -> list[ParseWarning]:
    """Remove the rows of openpyxl's workbook that are beyond the largest grid; return the warnings about them.

    Most of them are left out before openpyxl reads the workbook; here are those whose cells have no, or another,
    reference in the file, and merged cells.
    """
    removed = [_remove_distant_rows(sheet) for sheet in workbook.worksheets]
    return [truncation_warning()] if any(removed) else []


def _remove_distant_rows(sheet: Any) -> bool:
    """Remove the rows beyond the largest grid; return whether one of their cells had a value."""
    places = sorted(sheet._cells)  # noqa: SLF001  # the public methods create all empty cells
    end = _first_distant_row(places)
    if end is None:
        return False
    has_value = False
    for place in places:
        if place[0] >= end:
            has_value = sheet._cells.pop(place).value is not None or has_value  # noqa: SLF001  # as above
    ranges = [merged for merged in sheet.merged_cells.ranges if merged.min_row < end]
    for merged in ranges:
        merged.shrink(bottom=max(0, merged.max_row - end + 1))
    sheet.merged_cells.ranges = set(ranges)
    return has_value


def _first_distant_row(places: list[tuple[int, int]]) -> int | None:
    """Return the number of the first row that does not fit into the largest grid; the places are in order."""
    columns = 0
    for row, column in places:
        columns = max(columns, column)
        if row * columns > MAX_GRID:
            return row
    return None
