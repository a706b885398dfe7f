"""Detect tables by alignment only: runs of rows with several short phrases that are aligned with one another."""

import re
from collections.abc import Sequence
from statistics import fmean

from documents.pipeline.pdf.tables.build_grid import grid_from_spacing
from documents.pipeline.pdf.tables.grid import (
    DetectedTable,
    Grid,
    TablePage,
    drop_empty_rows_and_columns,
    join_names_with_columns,
)
from documents.pipeline.pdf.tables.plausibility import has_words, is_plausible_table
from documents.pipeline.pdf.text.lines import Line, make_line, split_row
from documents.types import Box

_NUMERIC = re.compile(r"[\$€£(]?[\d.,%+\-\u2013\u2014]+[)%]?|[-\u2013\u2014]|n/?a", re.IGNORECASE)
_MAX_PHRASE = 60  # characters
_MIN_ROWS = 3
_MAX_GAP = 1.6  # body sizes between rows

_Row = list[Line]


def find_unruled_tables(page: TablePage) -> None:
    """Add the tables in the text outside other tables."""
    for run in _runs(page):
        table = _table_of(run, page)
        if table is not None:
            page.tables.append(table)


def _runs(page: TablePage) -> list[list[_Row]]:
    """Return runs of rows with two or more aligned phrases. A short row between them may continue a cell."""
    runs: list[list[_Row]] = [[]]
    bottom = 0.0
    for words in page.rows_outside_tables():
        row = [make_line(phrase) for phrase in split_row(words, 1.0)]
        run = runs[-1]
        if run and min(phrase.y0 for phrase in row) - bottom > _MAX_GAP * page.body:
            runs.append(run := [])
        if _is_tabular(row):
            if run and not _is_aligned(run, row):
                runs.append(run := [])
        elif not (run and _may_continue(run, row)):
            runs.append([])
            continue
        run.append(row)
        bottom = max(phrase.y1 for phrase in row)
    return [trimmed for run in runs if len(trimmed := _trim(run)) >= _MIN_ROWS]


def _is_tabular(row: _Row) -> bool:
    return len(row) >= 2 and all(len(phrase.text) < _MAX_PHRASE for phrase in row)


def _is_aligned(run: Sequence[_Row], row: _Row) -> bool:
    """Check whether half of the phrases are aligned with phrases of the last rows."""
    recent = [phrase for other in run[-4:] for phrase in other]
    return sum(any(_are_aligned(phrase, other) for other in recent) for phrase in row) >= 0.5 * len(row)


def _are_aligned(a: Line, b: Line) -> bool:
    return abs(a.x0 - b.x0) < 5 or abs(a.x1 - b.x1) < 5 or abs(a.x0 + a.x1 - b.x0 - b.x1) < 10  # points


def _may_continue(run: Sequence[_Row], row: _Row) -> bool:
    width = max(phrase.x1 for other in run for phrase in other) - min(phrase.x0 for other in run for phrase in other)
    return len(row) == 1 and len(row[0].text) < _MAX_PHRASE and row[0].x1 - row[0].x0 < 0.5 * width


def _trim(run: list[_Row]) -> list[_Row]:
    """Remove rows of a single phrase at both ends."""
    tabular = [number for number, row in enumerate(run) if len(row) >= 2]
    return run[tabular[0] : tabular[-1] + 1] if tabular else []


def _table_of(run: Sequence[_Row], page: TablePage) -> DetectedTable | None:
    words = [word for row in run for phrase in row for word in phrase.words]
    box = Box(
        min(word.x0 for word in words) - 1,
        min(word.y0 for word in words) - 1,
        max(word.x1 for word in words) + 1,
        max(word.y1 for word in words) + 1,
    )
    rules = [rule for rule in page.rules_in(box) if rule.y0 > box.y0 and rule.y1 < box.y1]
    grid = grid_from_spacing(words, box, rules)
    if grid is None:
        return None
    grid = drop_empty_rows_and_columns(grid)
    is_table = has_words(grid) and _is_convincing(grid)
    return DetectedTable(box, join_names_with_columns(grid)) if is_table else None


def _is_convincing(grid: Grid) -> bool:
    """Check for three columns of short or numeric cells, or two columns of labels and numbers."""
    filled = grid.filled
    numeric = sum(_NUMERIC.fullmatch(cell.text.strip()) is not None for cell in filled) / max(1, len(filled))
    if grid.columns == 2:
        return numeric > 0.4 and grid.rows >= 4 and len(filled) >= 0.8 * grid.rows * grid.columns
    if grid.columns < 3 or grid.rows < 3 or len(filled) < 0.6 * grid.rows * grid.columns:
        return False
    is_short = fmean(len(cell.text) for cell in filled) < 22 or numeric > 0.35
    return is_short and (numeric > 0.2 or grid.rows >= 4) and is_plausible_table(grid, strict=True)
