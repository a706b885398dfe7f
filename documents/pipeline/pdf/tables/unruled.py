"""Detect tables without rules: by the alignment of their rows only, or by a header row in another style."""

import re
from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from documents.pipeline.pdf.tables.borders import wrapped_cell_rows
from documents.pipeline.pdf.tables.build_grid import grid_from_spacing
from documents.pipeline.pdf.tables.grid import (
    Cell,
    DetectedTable,
    Grid,
    TablePage,
    drop_empty_rows_and_columns,
    is_figure,
)
from documents.pipeline.pdf.tables.plausibility import has_words, is_plausible_table
from documents.pipeline.pdf.text.lines import BodyStyle, Line, make_line, split_row
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_NUMERIC = re.compile(r"[\$€£(]?[\d.,%+\-\u2013\u2014]+[)%]?|[-\u2013\u2014]|n/?a", re.IGNORECASE)
_MAX_PHRASE = 60  # characters
_MIN_ROWS = 3
_MIN_CELL_GAP = 0.8  # em
_MAX_GAP = 1.6  # body sizes between rows
_MAX_GAP_OF_COLUMNS = 3.0  # between rows with so many cells that start at the same place
_MIN_COMMON_STARTS = 2
_SAME_START = 1.5  # points
_SAME_GAP = 1.25  # times the gap between the rows above
_Row = list[Line]


def find_unruled_tables(page: TablePage) -> None:
    """Add the tables by alignment only: rows of short phrases that stand below one another."""
    for run in _runs(page):
        table = _table_of(run, page)
        if table is not None:
            page.tables.append(table)


def _runs(page: TablePage) -> list[list[_Row]]:
    """Return runs of rows with two or more aligned phrases. A short row between them may continue a cell."""
    runs: list[list[_Row]] = [[]]
    for words in page.rows_outside_tables():
        row = [make_line(phrase) for phrase in split_row(words, _MIN_CELL_GAP)]
        run = runs[-1]
        if run and _gap(run[-1:], row) > _max_gap(run, row, page.body):
            runs.append(run := [])
        if _is_tabular(row):
            if run and not _is_aligned(run, row):
                runs.append(run := [])
        elif not (run and _may_continue(run, row)):
            runs.append([])
            continue
        run.append(row)
    return [trimmed for run in runs if len(trimmed := _trim(run)) >= _MIN_ROWS]


def _gap(above: Sequence[_Row], row: _Row) -> float:
    return min(phrase.y0 for phrase in row) - max(phrase.y1 for other in above for phrase in other)


def _max_gap(run: Sequence[_Row], row: _Row, body: float) -> float:
    """Return the largest gap above a row: cells of three or more columns may stand far apart, if all rows do."""
    usual = _MAX_GAP * body
    are_wide = min(len(run[-1]), len(row)) > _MIN_COMMON_STARTS
    common = sum(any(abs(a.x0 - b.x0) < _SAME_START for a in run[-1]) for b in row)
    if not are_wide or common < _MIN_COMMON_STARTS:
        return usual
    if len(run) == 1:
        return _MAX_GAP_OF_COLUMNS * body
    return max(usual, _SAME_GAP * _gap(run[-2:-1], run[-1]))


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
    return DetectedTable(box, _join_names_with_columns(grid)) if is_table else None


def _join_names_with_columns(grid: Grid) -> Grid:
    """Join a column that has only a name, in the first row, with the column of figures beside it that has no name.

    Names stand on the left of their columns, figures on the right, so that they need not be below one another. A first
    column has labels of the rows, and often no name.
    """
    for left in range(grid.columns - 1):
        pair = [
            [cell for cell in grid.filled if cell.column <= column <= cell.last_column] for column in (left, left + 1)
        ]
        spans = any(cell.column != cell.last_column for cells in pair for cell in cells)
        is_name = [[cell.row for cell in cells] == [0] for cells in pair]
        has_figures = [_has_figures_only(cells) for cells in pair]
        joins_left, joins_right = is_name[0] and has_figures[1], left > 0 and is_name[1] and has_figures[0]
        if not spans and (joins_left or joins_right):
            return _join_names_with_columns(_joined(grid, left))
    return grid


def _has_figures_only(cells: Sequence[Cell]) -> bool:
    """Check for figures in other rows than the first, and no other words."""
    return all(cell.row > 0 and all(is_figure(word.text) for word in cell.words) for cell in cells)


def _joined(grid: Grid, left: int) -> Grid:
    """Return the grid with a column and the next one as one; no two cells of them are in one row."""
    kept = [cell for cell in grid.cells if not (cell.is_empty and cell.column == cell.last_column == left + 1)]
    full = {cell.row for cell in kept if cell.column == left + 1}
    cells = (cell for cell in kept if not (cell.is_empty and cell.column == left and cell.row in full))
    moved = (
        replace(c, column=c.column - (c.column > left), last_column=c.last_column - (c.last_column > left))
        for c in cells
    )
    return Grid(tuple(moved), grid.rows, grid.columns - 1)


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


# Tables below a header row in another style. Their cells may be wrapped.

_MIN_HEADERS = 3
_MAX_HEADER = 36  # characters
_MIN_LINES = 4
_BEFORE = 8.0  # points on the left of an edge, where a cell of the column before may end or a centred one start
_MAX_HEADED_GAP = 4.0  # body sizes
_MAX_LEFT = 12.0  # em between labels and the first name
_MAX_FIRST_COLUMN = 30  # characters on average: side-by-side texts are longer


def find_headed_table(page: TablePage) -> None:
    """Add the first table without rules that has a header row in another style.

    Pages with several are rare, and have rules.
    """
    rows = page.rows_outside_tables()
    headers = [(number, header) for number, row in enumerate(rows) if (header := _header(row))]
    body = page.style_outside_tables() if headers else BodyStyle(0.0)
    for number, header in headers:
        if not _stands_out(header[0], body):
            continue
        table = _table_below(rows[number], rows[number + 1 :], [phrase.x0 for phrase in header], page)
        if table is not None:
            page.tables.append(table)
            return


def _header(row: Sequence[Word]) -> list[Line]:
    """Return the three or more short phrases of a row, if they have one style."""
    parts = split_row(row, 1.0)
    if len(parts) < _MIN_HEADERS:
        return []
    phrases = [make_line(part) for part in parts]
    are_words = all(any(c.isalpha() for c in phrase.text) and len(phrase.text) <= _MAX_HEADER for phrase in phrases)
    return phrases if are_words and len({(phrase.size, phrase.weight) for phrase in phrases}) == 1 else []


def _stands_out(phrase: Line, body: BodyStyle) -> bool:
    """Check for a phrase that is heavier or larger than the body."""
    return phrase.weight > body.weight or phrase.size > 1.1 * body.size


def _table_below(
    header: Sequence[Word], rows: Sequence[Sequence[Word]], edges: Sequence[float], page: TablePage
) -> DetectedTable | None:
    body = _lines_at_edges(header, rows, edges, page.body)
    if len(body) < _MIN_LINES or not _is_short(body, edges[0]) or _have_labels(rows[: len(body)], edges[0]):
        return None
    words = [*header, *(word for row in body for word in row)]
    bottom = max(word.y1 for word in words) + 1
    box = Box(edges[0] - 2, min(word.y0 for word in header) - 1, max(word.x1 for word in words) + 2, bottom)
    if not page.is_free(box):
        return None
    columns = [box.x0, *(edge - 3 for edge in edges[1:]), box.x1]
    header_bottom = max(word.y1 for word in header)
    below = [word for word in words if word.middle_y > header_bottom]
    row_borders = [box.y0, *wrapped_cell_rows(below, Box(box.x0, header_bottom, box.x1, box.y1), columns)]
    grid = grid_from_spacing(words, box, columns=columns, rows=row_borders)
    if grid is None:
        return None
    grid = drop_empty_rows_and_columns(grid)
    return DetectedTable(box, grid) if _is_regular(grid) else None


def _have_labels(rows: Sequence[Sequence[Word]], left: float) -> bool:
    """Check for labels of most rows, on the left of the names."""
    labelled = sum(any(left - _MAX_LEFT * word.size < word.x1 < left for word in row) for row in rows)
    return 2 * labelled > len(rows)


def _lines_at_edges(
    header: Sequence[Word], rows: Sequence[Sequence[Word]], edges: Sequence[float], body: float
) -> list[list[Word]]:
    """Return the following lines, as long as none of their phrases crosses an edge."""
    lines: list[list[Word]] = []
    bottom = max(word.y1 for word in header)
    for row in rows:
        if min(word.y0 for word in row) - bottom > _MAX_HEADED_GAP * body:
            break
        inside = [word for word in row if word.x0 >= edges[0] - 6]
        if not inside:
            continue
        if any(_crosses(phrase, edges) for phrase in split_row(inside, 1.0)):
            break
        lines.append(inside)
        bottom = max(word.y1 for word in row)
    return lines


def _crosses(phrase: Sequence[Word], edges: Sequence[float]) -> bool:
    return any(phrase[0].x0 < edge - _BEFORE and phrase[-1].x1 > edge + 1 for edge in edges)


def _is_short(body: Sequence[Sequence[Word]], left: float) -> bool:
    first = [phrase for row in body for phrase in split_row(row, 1.0) if abs(phrase[0].x0 - left) < 6]
    lengths = [sum(len(word.text) + 1 for word in phrase) for phrase in first]
    return bool(lengths) and fmean(lengths) <= _MAX_FIRST_COLUMN


def _is_regular(grid: Grid) -> bool:
    """Check that most rows start in one of the first two columns, and most cells are filled."""
    if grid.rows < 4 or grid.columns < 3:
        return False
    started = {cell.row for cell in grid.filled if cell.row > 0 and cell.column <= 1}
    first = [len(cell.text) for cell in grid.cells if cell.column == 0 and cell.row > 0]
    if len(started) < 0.6 * (grid.rows - 1) or max(first, default=0) > 60:
        return False
    return len(grid.filled) >= 0.6 * len(grid.cells)
