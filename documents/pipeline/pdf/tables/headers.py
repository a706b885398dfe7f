"""Find the header rows above tables that were detected by their aligned rows.

Header cells are centred, wrapped, or span columns, so that the search for aligned rows does not include them.
"""

from collections.abc import Container, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from statistics import fmean, median

from documents.pipeline.pdf.geometry import horizontal_overlap, overlap, union, vertical_overlap
from documents.pipeline.pdf.tables.borders import PHRASE_GAP, cell_phrases, near_edges, split_at_edges
from documents.pipeline.pdf.tables.grid import Cell, DetectedTable, Grid, TablePage, interval_index, words_in_rows
from documents.pipeline.pdf.text.lines import Line, group_into_rows, make_line, split_row
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_FIRST_GAP, _NEXT_GAP = 1.4, 0.8  # body sizes between the table and a header row, and between two of these
_MAX_LINES = 5
_MAX_PHRASE = 70  # characters
_MIN_COVERED = 0.5  # of a column's width must be under a phrase that spans it
_SAME_OFFSET = 2.0  # em: offsets from the middle of the columns that differ by less count as equal
_MAX_ABBREVIATION = 4  # characters
_SAME_EDGE = 1.5  # points
_BETWEEN = 0.25  # of the distance of two lines
_MAX_LEFT = 5.0  # em between a name and the figures below it on its right, as in spreadsheets
_EDGE = 6.0  # points by which a header may stick out of the table

_Span = tuple[int, int]  # first and last column


def add_headers(page: TablePage) -> None:
    """Add the header rows above all tables without vertical rules: these would include the header."""
    for number, table in enumerate(page.tables):
        if not table.is_apart and not any(_is_inside(rule, table) for rule in page.graphics.vertical):
            page.tables[number] = _with_headers(table, page)


def _is_inside(rule: Box, table: DetectedTable) -> bool:
    return table.x0 + _EDGE < rule.x0 < table.x1 - _EDGE and vertical_overlap(rule, table) > 0.5 * (table.y1 - table.y0)


def _with_headers(table: DetectedTable, page: TablePage) -> DetectedTable:
    columns = _columns(table)
    if columns is None:
        return table
    lines = _header_lines(table, columns, page)
    if not lines:
        return table
    return _add_lines(table, lines, columns, page.body)


def with_header_lines(
    table: DetectedTable, rows: Sequence[Sequence[Word]], borders: Sequence[float], body: float
) -> DetectedTable | None:
    """Return the table with the header in some lines above it; `None` if none of their cells spans columns.

    `borders` are those of the columns.
    """
    edges = _word_edges(table.grid)
    known = [edges.get(column, (left, right)) for column, (left, right) in enumerate(pairwise(borders))]
    columns = _Columns(tuple(known), tuple(borders))
    lines = [[make_line(phrase) for phrase in split_row(row, PHRASE_GAP)] for row in rows]
    is_spanning = any(row.is_spanning for row in _rows(lines, columns, body))
    return _add_lines(table, lines, columns, body) if is_spanning else None


def _add_lines(
    table: DetectedTable, lines: Sequence[Sequence[Line]], columns: "_Columns", body: float
) -> DetectedTable:
    grid, rows = table.grid, _rows(lines, columns, body)
    for row in reversed(rows):
        grid = grid.with_row_above(row.cells(grid.columns))
    for number in range(len(rows) - 1):
        grid = _with_tall_cells(grid, number)
    around = union(line for phrases in lines for line in phrases)
    box = Box(min(table.x0, around.x0), around.y0 - 1, max(table.x1, around.x1), table.y1)
    return replace(table, box=box, grid=grid)


def _with_tall_cells(grid: Grid, row: int) -> Grid:
    """Return the grid with cells over two rows: those whose words stand between the lines of the other cells."""
    above, below = ([cell for cell in grid.filled if cell.row == number] for number in (row, row + 1))
    top, bottom = (median(_middle(cell) for cell in cells) for cells in (above, below))
    empty = {cell.column: cell for cell in grid.cells if cell.row == row and cell.is_empty}
    tall = [
        cell
        for cell in below
        if cell.column == cell.last_column and cell.column in empty
        if top + _BETWEEN * (bottom - top) < _middle(cell) < bottom - _BETWEEN * (bottom - top)
    ]
    removed = {*tall, *(empty[cell.column] for cell in tall)}
    joined = (replace(cell, row=row) for cell in tall)
    return replace(grid, cells=(*joined, *(cell for cell in grid.cells if cell not in removed)))


def _middle(cell: Cell) -> float:
    return fmean(word.middle_y for word in cell.words)


@dataclass(frozen=True)
class _Columns:
    """Left and right edges of the words in each column, and the borders between the columns."""

    edges: tuple[tuple[float, float], ...]
    borders: tuple[float, ...]

    def span(self, phrase: Line) -> _Span:
        """Return the columns that the phrase stands over."""
        covered = [
            number
            for number, (left, right) in enumerate(self.edges)
            if overlap(phrase.x0, phrase.x1, left, right) >= _MIN_COVERED * max(1.0, right - left)
        ]
        if covered:
            return covered[0], covered[-1]
        column = interval_index(self.borders, (phrase.x0 + phrase.x1) / 2)
        return column, column

    def is_over_values(self, phrase: Line) -> bool:
        """Check whether the phrase is centred over all columns but the first, and not over the table like a title."""
        values, whole = (1, len(self.edges) - 1), (0, len(self.edges) - 1)
        return phrase.x0 > self.edges[0][1] and self._distance(phrase, values) < self._distance(phrase, whole)

    def spans(self, phrases: Sequence[Line], *, below: int) -> list[_Span]:
        """Return the spans of a line's phrases. If the line below has more phrases, they span several columns."""
        if self._are_names(phrases):
            return [(column, column) for column in range(len(phrases))]
        spans = [self.span(phrase) for phrase in phrases]
        if len(phrases) >= below:
            return spans
        occupied = {column for first, last in spans for column in range(first, last + 1)}
        widened: list[_Span] = []
        for phrase, span in zip(phrases, spans, strict=True):
            wide = span if span[0] == 0 else self._widen(phrase, span, occupied - set(range(span[0], span[1] + 1)))
            occupied |= set(range(wide[0], wide[1] + 1))
            widened.append(wide)
        return widened

    def _are_names(self, phrases: Sequence[Line]) -> bool:
        """Check for a name for each column. It may stand on the left of figures, but not below those before it."""
        if len(phrases) != len(self.edges):
            return False
        after = all(phrase.x0 >= left_of[1] - 1 for phrase, left_of in zip(phrases[1:], self.edges, strict=False))
        return after and all(phrase.x0 < edge[1] for phrase, edge in zip(phrases, self.edges, strict=True))

    def _widen(self, phrase: Line, span: _Span, occupied: set[int]) -> _Span:
        """Return the free columns around the span over which the phrase is centred best, preferring more columns."""
        first, last = span
        while first - 1 > 0 and first - 1 not in occupied:
            first -= 1
        while last + 1 < len(self.edges) and last + 1 not in occupied:
            last += 1
        candidates = [(a, b) for a in range(first, span[0] + 1) for b in range(span[1], last + 1)]
        return min(
            candidates, key=lambda c: (round(self._distance(phrase, c) / (_SAME_OFFSET * phrase.size)), c[0] - c[1])
        )

    def _distance(self, phrase: Line, span: _Span) -> float:
        middle = (self.edges[span[0]][0] + self.edges[span[1]][1]) / 2
        return abs((phrase.x0 + phrase.x1) / 2 - middle)


def _columns(table: DetectedTable) -> _Columns | None:
    by_column = _word_edges(table.grid)
    if len(by_column) < table.grid.columns:
        return None
    edges = [by_column[number] for number in range(table.grid.columns)]
    if any(left_of[1] > right_of[0] for left_of, right_of in pairwise(edges)):
        return None
    inner = tuple((left_of[1] + right_of[0]) / 2 for left_of, right_of in pairwise(edges))
    return _Columns(tuple(edges), (table.x0, *inner, table.x1))


def _word_edges(grid: Grid) -> dict[int, tuple[float, float]]:
    """Return the left and the right edge of the words in each column, without cells that span columns."""
    words: dict[int, list[Word]] = {}
    for cell in grid.filled:
        if cell.column == cell.last_column:
            words.setdefault(cell.column, []).extend(cell.words)
    return {column: (min(w.x0 for w in inside), max(w.x1 for w in inside)) for column, inside in words.items()}


def _header_lines(table: DetectedTable, columns: _Columns, page: TablePage) -> list[list[Line]]:
    """Return the lines above the table, from top to bottom, as long as they look like headers of its columns."""
    lines: list[list[Line]] = []
    accepted = 0
    top, gap = table.y0, _FIRST_GAP
    left_edges = near_edges(left for left, _ in columns.edges)
    for row in reversed(group_into_rows(word for word in page.words_outside_tables() if word.middle_y < table.y0)):
        phrases = _phrases_over(table, row, left_edges)
        if not phrases:
            continue
        bottom = max(phrase.y1 for phrase in phrases)
        if top - bottom > gap * page.body or len(lines) >= _MAX_LINES or not _fits(phrases, columns):
            break
        lines.append(phrases)
        if len(phrases) > 1 or columns.is_over_values(phrases[0]):
            accepted = len(lines)
        top, gap = min(phrase.y0 for phrase in phrases), _NEXT_GAP
    return lines[:accepted][::-1]


def _phrases_over(table: DetectedTable, row: Sequence[Word], left_edges: Container[int]) -> list[Line]:
    phrases = cell_phrases(row)
    all_parts = [part for phrase in phrases for part in split_at_edges(phrase, left_edges)]
    parts = _over(table, all_parts)
    if len(parts) < len(all_parts) == table.grid.columns and table.x0 - all_parts[0][-1].x1 < _MAX_LEFT * row[0].size:
        return [make_line(part) for part in all_parts]
    return parts if len(parts) == table.grid.columns else _over(table, phrases)


def _over(table: DetectedTable, parts: Sequence[Sequence[Word]]) -> list[Line]:
    return [line for line in map(make_line, parts) if horizontal_overlap(line, table) > 0]


def _fits(phrases: Sequence[Line], columns: _Columns) -> bool:
    if any(len(phrase.text) > _MAX_PHRASE for phrase in phrases):
        return False
    left, right, last = columns.borders[0] - _EDGE, columns.borders[-1] + _EDGE, phrases[-1]
    if len(phrases) == len(columns.edges):  # the first name may stand on the left of its figures
        left = min(left, phrases[0].x0)
    # The name of the last column may be wider than its cells.
    starts, ends = columns.edges[-1]
    is_centred = len(phrases) > 1 and abs(last.x0 + last.x1 - starts - ends) < 2 * _SAME_EDGE
    is_wide_name = is_centred or (len(phrases) == len(columns.edges) and abs(last.x0 - starts) < _SAME_EDGE)
    inside = all(left <= phrase.x0 and (phrase.x1 <= right or (is_wide_name and phrase is last)) for phrase in phrases)
    return inside and ((len(phrases) > 1 and _is_abbreviation(phrases[0])) or not phrases[0].text.endswith((".", ":")))


def _is_abbreviation(phrase: Line) -> bool:
    """Check for one short word, as "No." above the first column."""
    text = phrase.text.removesuffix(".")
    return text.isalpha() and len(text) <= _MAX_ABBREVIATION


@dataclass
class _HeaderRow:
    """Cells of a header row by the columns that they span. A cell may have several lines."""

    words: dict[_Span, list[Word]] = field(default_factory=dict)
    bottom: float = 0.0

    @property
    def is_spanning(self) -> bool:
        return any(first != last for first, last in self.words)

    def cells(self, columns: int) -> list[Cell]:
        cells = [Cell(0, 0, first, last, words_in_rows(words)) for (first, last), words in self.words.items()]
        occupied = {column for first, last in self.words for column in range(first, last + 1)}
        return cells + [Cell(0, 0, column, column) for column in range(columns) if column not in occupied]


def _rows(lines: Sequence[Sequence[Line]], columns: _Columns, body: float) -> list[_HeaderRow]:
    """Join lines that follow closely into one row, if none of their cells spans columns."""
    rows: list[_HeaderRow] = []
    # The first column's name may stand between the lines of the others.
    below = [max(map(len, lines[number:]), default=0) for number in range(1, len(lines) + 1)]
    for phrases, count in zip(lines, below, strict=True):
        row = _HeaderRow(bottom=max(phrase.y1 for phrase in phrases))
        for phrase, span in zip(phrases, columns.spans(phrases, below=count), strict=True):
            _add_phrase(row, span, phrase)
        is_near = rows and min(phrase.y0 for phrase in phrases) - rows[-1].bottom < 0.5 * body
        if is_near and not rows[-1].is_spanning and not row.is_spanning:
            for span, words in row.words.items():
                rows[-1].words.setdefault(span, []).extend(words)
            rows[-1].bottom = row.bottom
        else:
            rows.append(row)
    return rows


def _add_phrase(row: _HeaderRow, span: _Span, phrase: Line) -> None:
    """Add a phrase to the row. Phrases over the same columns become one cell."""
    first, last = span
    for other in [other for other in row.words if other[0] <= last and first <= other[1]]:
        words = row.words.pop(other)
        first, last = min(first, other[0]), max(last, other[1])
        row.words[first, last] = [*row.words.get((first, last), []), *words]
    row.words.setdefault((first, last), []).extend(phrase.words)
