"""Detect tables without rules whose columns stand close, as browsers print them: below bold names, or accounts.

Their columns are parted by strips that no word reaches into, and their cells have a common edge.
"""

from collections.abc import Iterator, Sequence
from itertools import chain, groupby, pairwise
from statistics import median
from typing import NamedTuple

from documents.pipeline.pdf.geometry import horizontal_overlap, union
from documents.pipeline.pdf.tables.build_grid import grid_from_spacing
from documents.pipeline.pdf.tables.grid import (
    DetectedTable,
    TablePage,
    drop_empty_rows_and_columns,
    interval_index,
    is_figure,
)
from documents.pipeline.pdf.tables.plausibility import has_words, is_plausible_table
from documents.pipeline.pdf.tables.wrapped_cells import are_rows, wide_gaps
from documents.pipeline.pdf.text.lines import make_line
from documents.pipeline.pdf.text.styles import BOLD
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_MAX_SIZE = 1.15  # of names, to the size below
_MIN_ROWS = 2  # below the names
_MIN_ACCOUNTS = 4  # rows of a label and a figure
_MAX_STARTS = 8  # rows of a run that are tried as the first of a table
_MAX_GAP = 1.0  # body sizes between rows
_MIN_STRIP = 1.8  # points, as between a figure in a spreadsheet and the text on its right
_MIN_WIDE_GAP = 1.0  # em: so far apart are two cells in one row at least
_SAME_EDGE = 1.5  # points
_MIN_ALIGNED = 0.75  # of the cells of a column have a common edge
_MIN_FILLED = 0.6  # of the cells

_SAME_GAP = 1.0  # points

_Row = Sequence[Word]


class _Strip(NamedTuple):
    """A vertical strip between two columns."""

    x0: float
    x1: float


def find_tables_below_bold_names(page: TablePage) -> None:
    """Add the tables without rules whose columns stand close, below names in bold type."""
    rows = page.rows_outside_tables()
    for number, names in enumerate(rows[:-1]):
        if _are_names(names, rows[number + 1]):
            _add_table(names, rows[number + 1 :], page, least=_MIN_ROWS)


def find_accounts(page: TablePage) -> None:
    """Add the accounts: tables of labels and figures without the names of columns."""
    rows = page.rows_outside_tables()
    accounts = (list(run) for is_account, run in groupby(rows, _is_account) if is_account)
    for run in chain.from_iterable(_near_rows(each, page.body) for each in accounts):
        starts = range(min(_MAX_STARTS, len(run) - _MIN_ACCOUNTS + 1))
        for start in starts:
            if _add_table(run[start], run[start + 1 :], page, least=_MIN_ACCOUNTS - 1):
                break


def _near_rows(rows: Sequence[_Row], body: float) -> Iterator[Sequence[_Row]]:
    """Yield the runs of rows that stand no farther apart than those of one table."""
    starts = [0, *(number for number in range(1, len(rows)) if _gap(rows[number - 1], rows[number]) > _MAX_GAP * body)]
    return (rows[start:end] for start, end in pairwise([*starts, len(rows)]))


def _add_table(first: _Row, below: Sequence[_Row], page: TablePage, *, least: int) -> bool:
    table = _table_of(first, below, page, least)
    if table is not None:
        page.tables.append(table)
    return table is not None


def _are_names(row: _Row, below: _Row) -> bool:
    if not _is_bold(row) or _is_bold(below):
        return False
    return median(word.size for word in row) < _MAX_SIZE * median(word.size for word in below)


def _is_bold(row: _Row) -> bool:
    return all(word.style.weight >= BOLD for word in row)


def _is_account(row: _Row) -> bool:
    """Check for a label and one figure on its right."""
    *label, last = row
    return is_figure(last.text) and any(map(_has_letter, label)) and not is_figure(label[-1].text)


def _has_letter(word: Word) -> bool:
    return any(character.isalpha() for character in word.text)


def _table_of(names: _Row, below: Sequence[_Row], page: TablePage, least: int) -> DetectedTable | None:
    for strips, count in _strips_below(names, below, page.body):
        body = below[:count]
        borders = _columns(strips, names, body) if count >= least else []
        if borders:
            return _table(names, body, borders, page)
    return None


def _table(names: _Row, body: Sequence[_Row], borders: Sequence[float], page: TablePage) -> DetectedTable | None:
    words = [word for row in (names, *body) for word in row]
    around = union(words)
    box = Box(around.x0 - 1, around.y0 - 1, around.x1 + 1, around.y1 + 1)
    columns = [box.x0, *borders, box.x1]
    grid = grid_from_spacing(
        words, box, page.rules_in(box), columns=columns, rows=_rows_of_wrapped_cells(body, columns, box)
    )
    if grid is None or not page.is_free(box):
        return None
    grid = drop_empty_rows_and_columns(grid)
    is_filled = len(grid.filled) >= _MIN_FILLED * len(grid.cells)
    return DetectedTable(box, grid) if is_filled and has_words(grid) and is_plausible_table(grid, strict=True) else None


def _rows_of_wrapped_cells(body: Sequence[_Row], columns: Sequence[float], box: Box) -> list[float] | None:
    """Return the borders of rows that stand farther apart than the lines of their cells; `None` if all are as near.

    If most lines fill all columns, they are no lines of wrapped cells, and each line with a first cell is a row.
    """
    gaps = wide_gaps(body)
    if not gaps:
        return None
    borders = [box.y0, min(word.y0 for row in body for word in row), *gaps, box.y1]
    if not are_rows(body, columns, borders):
        return borders
    tops = (min(word.y0 for word in line) for line in body if interval_index(columns, line[0].middle_x) == 0)
    return [box.y0, *tops, box.y1]


def _strips_below(names: _Row, below: Sequence[_Row], body: float) -> list[tuple[list[_Strip], int]]:
    """Return the strips that are free in the row of names and some rows that follow, and the number of these.

    The text below a table may leave a strip free. Therefore each number of rows with other strips is returned, the
    greatest first.
    """
    strips = [_Strip(left.x1, right.x0) for left, right in pairwise(names)]
    above, last = names, names
    found: list[tuple[list[_Strip], int]] = []
    for number, row in enumerate(below):
        remaining = list(_free(strips, row))
        is_row = not _is_bold(row) or _has_sum(row, last) or _is_group(row, last, above, strips)
        if len(remaining) < len(strips):
            found.insert(0, (strips, number))
        if not remaining or not is_row or _gap(last, row) > _MAX_GAP * body:
            return [(strips, number), *found]
        strips, above, last = remaining, last, row
    return [(strips, len(below)), *found]


def _has_sum(row: _Row, above: _Row) -> bool:
    """Check for a figure below a figure."""
    figures = [word for word in above if is_figure(word.text)]
    return any(is_figure(word.text) and any(horizontal_overlap(word, other) > 0 for other in figures) for word in row)


def _is_group(row: _Row, last: _Row, above: _Row, strips: Sequence[_Strip]) -> bool:
    """Check for the name of a group of rows. A heading and the names of the next table stand farther below."""
    is_free = len(list(_free(strips, row))) >= len(strips)
    return is_free and _gap(last, row) <= _gap(above, last) + _SAME_GAP


def _gap(above: _Row, row: _Row) -> float:
    return min(word.y0 for word in row) - max(word.y1 for word in above)


def _free(strips: Sequence[_Strip], row: _Row) -> Iterator[_Strip]:
    """Yield the parts of the strips between two words of the row, or before or after all of them."""
    edges = [float("-inf"), *(edge for word in row for edge in (word.x0, word.x1)), float("inf")]
    for strip in strips:
        for left, right in zip(edges[::2], edges[1::2], strict=True):
            part = _Strip(max(strip.x0, left), min(strip.x1, right))
            if part.x1 - part.x0 >= _MIN_STRIP:
                yield part


def _columns(strips: Sequence[_Strip], names: _Row, body: Sequence[_Row]) -> list[float]:
    """Return the borders between the columns, or nothing if their cells do not look like those of a table."""
    between = _with_cells(strips, names, body)
    edges = [float("-inf"), *(strip.x0 for strip in between), float("inf")]
    for left, right in pairwise(edges):
        name, *cells = ([word for word in row if left <= word.x0 < right] for row in (names, *body))
        cells = [cell for cell in cells if cell]
        if not (
            name
            and cells
            and _are_aligned(cells)
            and (_is_over(name, cells) or _is_left_of_figures(name, cells, names))
        ) or any(map(_has_wide_gap, (name, *cells))):
            return []
    if not all(any(_has_wide_gap(pair) for row in (names, *body) for pair in _around(s, row)) for s in between):
        return []
    return [(strip.x0 + strip.x1) / 2 for strip in between]


def _with_cells(strips: Sequence[_Strip], names: _Row, body: Sequence[_Row]) -> list[_Strip]:
    """Return the strips with a name and some cells on their right. The others are between the words of a cell."""
    kept: list[_Strip] = []
    for strip in reversed(strips):
        right = kept[0].x0 if kept else float("inf")
        name, *cells = (any(strip.x0 <= word.x0 < right for word in row) for row in (names, *body))
        if name and sum(cells) >= _MIN_ROWS:
            kept.insert(0, strip)
    return kept


def _around(strip: _Strip, row: _Row) -> Iterator[tuple[Word, Word]]:
    """Yield the words next to a strip, if there are some on both sides."""
    return (pair for pair in pairwise(row) if pair[0].x1 <= strip.x0 + 1 and strip.x1 - 1 <= pair[1].x0)


def _is_over(name: _Row, cells: Sequence[_Row]) -> bool:
    return name[0].x0 < max(cell[-1].x1 for cell in cells) and name[-1].x1 > min(cell[0].x0 for cell in cells)


def _is_left_of_figures(name: _Row, cells: Sequence[_Row], names: _Row) -> bool:
    """Check for figures, which spreadsheets print on the right below a name on the left that stands apart."""
    are_figures = all(is_figure(word.text) for cell in cells for word in cell)
    before = (other.x1 for other in names if other.x1 <= name[0].x0)
    return are_figures and name[0].x0 - max(before, default=float("-inf")) > _MIN_WIDE_GAP * name[0].size


def _has_wide_gap(words: _Row) -> bool:
    return any(after.x0 - before.x1 > _MIN_WIDE_GAP * after.size for before, after in pairwise(words))


def _are_aligned(cells: Sequence[_Row]) -> bool:
    """Check whether most cells have a common left edge, right edge or middle."""
    lines = [make_line(cell) for cell in cells]
    edges = ([line.x0 for line in lines], [line.x1 for line in lines], [(line.x0 + line.x1) / 2 for line in lines])
    least = max(_MIN_ROWS, _MIN_ALIGNED * len(lines))
    return any(sum(abs(x - median(xs)) < _SAME_EDGE for x in xs) >= least for xs in edges)
