"""Detect tables without rules that have only figures below the names of their columns, as spreadsheets print them.

The names are on the left of their columns and the figures on the right, so that they need not stand below one another.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from documents.pipeline.pdf.geometry import union
from documents.pipeline.pdf.tables.borders import PHRASE_GAP
from documents.pipeline.pdf.tables.build_grid import grid_from_spacing
from documents.pipeline.pdf.tables.grid import DetectedTable, TablePage, is_figure
from documents.pipeline.pdf.tables.plausibility import has_words
from documents.pipeline.pdf.text.lines import Line, make_line, split_row
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_MIN_COLUMNS, _MIN_ROWS = 2, 3  # of figures
_SAME_EDGE, _SLACK = 3.0, 2.0  # points
_MAX_GAP = 1.6  # body sizes between rows
_MIN_SHARE = 0.5  # of the columns of a row with other cells have figures
_MAX_NAME = 60  # characters

_Row = list[Line]


def find_figure_tables(page: TablePage) -> None:
    """Add the tables without rules that have only figures below the names of their columns."""
    words = page.rows_outside_tables()
    if not any(all(is_figure(word.text) for word in row) for row in words):
        return
    rows = [[make_line(part) for part in split_row(row, PHRASE_GAP)] for row in words]
    for first, last in _runs(rows, page):
        table = _table_of(rows[first - 1], rows[first:last], rows[last:], page) if first else None
        if table is not None:
            page.tables.append(table)


def _runs(rows: Sequence[_Row], page: TablePage) -> Iterator[tuple[int, int]]:
    """Yield the first row of each run of rows of figures, and the row after its last."""
    first = 0
    while first < len(rows):
        last = first + 1
        if _are_figures(rows[first]):
            while last < len(rows) and _continues(rows[last - 1], rows[last], page):
                last += 1
            if last - first >= _MIN_ROWS:
                yield first, last
        first = last


def _are_figures(row: _Row) -> bool:
    return len(row) >= _MIN_COLUMNS and all(is_figure(phrase.text) for phrase in row)


def _continues(above: _Row, row: _Row, page: TablePage) -> bool:
    if len(above) != len(row) or not _are_figures(row) or not _is_near(above, row, page):
        return False
    return all(abs(a.x1 - b.x1) < _SAME_EDGE for a, b in zip(above, row, strict=True))


def _is_near(above: _Row, row: _Row, page: TablePage) -> bool:
    return min(phrase.y0 for phrase in row) - max(phrase.y1 for phrase in above) < _MAX_GAP * page.body


def _table_of(names: _Row, rows: Sequence[_Row], below: Sequence[_Row], page: TablePage) -> DetectedTable | None:
    columns = _columns(names, rows) if _is_near(names, rows[0], page) else None
    if columns is None:
        return None
    rows = [*rows, *_rows_in(columns, rows[-1], below, page)]
    inside = [phrase for row in (names, *rows) for phrase in row]
    around = union(inside)
    box = Box(around.x0 - 1, around.y0 - 1, around.x1 + 1, around.y1 + 1)
    words = [word for phrase in inside for word in phrase.words]
    heights = [max(phrase.y1 for phrase in row) for row in (names, *rows)]
    tops = [min(phrase.y0 for phrase in row) for row in rows]
    borders = [box.y0, *((bottom + top) / 2 for bottom, top in zip(heights, tops, strict=False)), box.y1]
    grid = grid_from_spacing(words, box, columns=[box.x0, *columns, box.x1], rows=borders)
    return DetectedTable(box, grid) if grid is not None and has_words(grid) else None


def _rows_in(columns: Sequence[float], last: _Row, below: Sequence[_Row], page: TablePage) -> Iterator[_Row]:
    """Yield the rows that follow closely, have figures too, and no word across a border of the columns."""
    for row in below:
        words = [word for phrase in row for word in phrase.words]
        has_figures = sum(is_figure(word.text) for word in words) >= _MIN_SHARE * (len(columns) + 1)
        if not has_figures or _cross(words, columns) or not _is_near(last, row, page):
            return
        yield row
        last = row


def _cross(words: Sequence[Word], borders: Sequence[float]) -> bool:
    return any(word.x0 + _SLACK < border < word.x1 - _SLACK for word in words for border in borders)


def _columns(names: _Row, rows: Sequence[_Row]) -> list[float] | None:
    """Return the borders between the columns, if there is a name for each of them, after the figures on its left.

    Spreadsheets cut long names at the edge of their cells, where the next one follows without a space. Therefore three
    columns of figures can have fewer names, if a word crosses an edge; they end at the right edge of their figures.
    """
    if not all(map(_is_name, names)):
        return None
    if 1 < len(names) < len(rows[0]):
        borders = [phrase.x1 + _SLACK for phrase in rows[0][:-1]]
        are_cut = _cross([word for name in names for word in name.words], borders)
        return borders if are_cut and not any(name.text.endswith((".", ":")) for name in names) else None
    if len(names) != len(rows[0]):
        return None
    edges = [
        (min(name.x0, *(row[number].x0 for row in rows)), max(name.x1, *(row[number].x1 for row in rows)))
        for number, name in enumerate(names)
    ]
    if any(left_of[1] > right_of[0] for left_of, right_of in pairwise(edges)):
        return None
    return [(left_of[1] + right_of[0]) / 2 for left_of, right_of in pairwise(edges)]


def _is_name(phrase: Line) -> bool:
    return len(phrase.text) <= _MAX_NAME and any(character.isalpha() for character in phrase.text)
