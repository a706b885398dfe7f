"""Header rows above a table that was found by its aligned rows: they are centred, wrapped or span columns, so that the
search for aligned rows leaves them out.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from documents.pipeline.pdf.geometry import overlap, shares_columns, shares_rows
from documents.pipeline.pdf.lines import Line, make_line, rows_of, split_row
from documents.pipeline.pdf.tables.columns import PHRASE_GAP
from documents.pipeline.pdf.tables.grid import Cell, FoundTable, in_reading_rows, place_in
from documents.pipeline.pdf.tables.page_words import TablePage
from documents.pipeline.pdf.words import Word
from documents.types import Box

_FIRST_GAP, _NEXT_GAP = 1.4, 0.8  # body sizes between the table and a header row, and between two of these
_MAX_LINES = 5
_MAX_PHRASE = 70  # characters
_WIDE_RULE = 0.7  # of the table's width
_COVERED = 0.5  # of a column's width must be under a phrase that spans it
_SLACK = 2.0  # em between the middle of a heading and that of its columns
_EDGE = 6.0  # points by which a header may stick out of the table

_Span = tuple[int, int]


def add_headers(page: TablePage) -> None:
    """To all tables but those in a grid of rules, which shows where they begin."""
    for number, table in enumerate(page.tables):
        if not any(_is_inside(rule, table) for rule in page.graphics.vertical):
            page.tables[number] = with_headers(table, page)


def _is_inside(rule: Box, table: FoundTable) -> bool:
    return table.x0 + _EDGE < rule.x0 < table.x1 - _EDGE and shares_rows(rule, table) > 0.5 * (table.y1 - table.y0)


def with_headers(table: FoundTable, page: TablePage) -> FoundTable:
    """The table with the header rows above it, if there are any."""
    columns = _columns(table)
    if columns is None:
        return table
    lines = _header_lines(table, columns, page)
    if not lines:
        return table
    rows = _rows(lines, columns, page.body)
    grid = table.grid
    for row in reversed(rows):
        grid = grid.above(row.cells(grid.columns))
    top = min(line.y0 for phrases in lines for line in phrases)
    left = min(line.x0 for phrases in lines for line in phrases)
    right = max(line.x1 for phrases in lines for line in phrases)
    return FoundTable(Box(min(table.x0, left), top - 1, max(table.x1, right), table.y1), grid)


@dataclass(frozen=True)
class _Columns:
    """Left and right edges of what stands in each column, and the borders between them."""

    edges: tuple[tuple[float, float], ...]
    borders: tuple[float, ...]

    def span(self, phrase: Line) -> _Span:
        """The columns that the phrase stands over."""
        covered = [
            number
            for number, (left, right) in enumerate(self.edges)
            if overlap(phrase.x0, phrase.x1, left, right) >= _COVERED * max(1.0, right - left)
        ]
        if covered:
            return covered[0], covered[-1]
        place = place_in(self.borders, (phrase.x0 + phrase.x1) / 2)
        return place, place

    def is_over_values(self, phrase: Line) -> bool:
        """In the middle of all columns but the first, rather than of the table, where its title stands."""
        values, whole = (1, len(self.edges) - 1), (0, len(self.edges) - 1)
        return phrase.x0 > self.edges[0][1] and self._distance(phrase, values) < self._distance(phrase, whole)

    def spans(self, phrases: Sequence[Line], *, below: int) -> list[_Span]:
        """Those of a line. With more phrases in the line below, one that stands alone is the heading of several."""
        spans = [self.span(phrase) for phrase in phrases]
        if len(phrases) >= below:
            return spans
        taken = {column for first, last in spans for column in range(first, last + 1)}
        widened: list[_Span] = []
        for phrase, span in zip(phrases, spans, strict=True):
            wide = span if span[0] == 0 else self._centred(phrase, span, taken - set(range(span[0], span[1] + 1)))
            taken |= set(range(wide[0], wide[1] + 1))
            widened.append(wide)
        return widened

    def _centred(self, phrase: Line, span: _Span, taken: set[int]) -> _Span:
        """The columns around the span in whose middle the phrase stands; of equally good ones the most."""
        first, last = span
        while first - 1 > 0 and first - 1 not in taken:
            first -= 1
        while last + 1 < len(self.edges) and last + 1 not in taken:
            last += 1
        candidates = [(a, b) for a in range(first, span[0] + 1) for b in range(span[1], last + 1)]
        return min(candidates, key=lambda c: (round(self._distance(phrase, c) / (_SLACK * phrase.size)), c[0] - c[1]))

    def _distance(self, phrase: Line, span: _Span) -> float:
        middle = (self.edges[span[0]][0] + self.edges[span[1]][1]) / 2
        return abs((phrase.x0 + phrase.x1) / 2 - middle)


def _columns(table: FoundTable) -> _Columns | None:
    edges: list[tuple[float, float]] = []
    for number in range(table.grid.columns):
        cells = [cell for cell in table.grid.filled if cell.column == cell.last_column == number]
        if not cells:
            return None
        words = [word for cell in cells for word in cell.words]
        edges.append((min(word.x0 for word in words), max(word.x1 for word in words)))
    if any(left_of[1] > right_of[0] for left_of, right_of in pairwise(edges)):
        return None
    inner = tuple((left_of[1] + right_of[0]) / 2 for left_of, right_of in pairwise(edges))
    return _Columns(tuple(edges), (table.x0, *inner, table.x1))


def _header_lines(table: FoundTable, columns: _Columns, page: TablePage) -> list[list[Line]]:
    """Lines of phrases from the top down to the table, as long as they look like headers of its columns."""
    found: list[list[Line]] = []
    kept = 0
    top, gap = table.y0, _FIRST_GAP
    for row in reversed(rows_of(word for word in page.remaining() if word.middle_y < table.y0)):
        phrases = _phrases_over(table, row)
        if not phrases:
            continue
        bottom = max(phrase.y1 for phrase in phrases)
        ruled = kept and _is_ruled(table, page, bottom, top)
        if top - bottom > gap * page.body or ruled or len(found) >= _MAX_LINES or not _fits(phrases, table):
            break
        found.append(phrases)
        if len(phrases) > 1 or columns.is_over_values(phrases[0]):
            kept = len(found)
        top, gap = min(phrase.y0 for phrase in phrases), _NEXT_GAP
    return found[:kept][::-1]


def _phrases_over(table: FoundTable, row: Sequence[Word]) -> list[Line]:
    phrases = [make_line(phrase) for phrase in split_row(row, PHRASE_GAP)]
    return [phrase for phrase in phrases if shares_columns(phrase, table) > 0]


def _fits(phrases: Sequence[Line], table: FoundTable) -> bool:
    if any(len(phrase.text) > _MAX_PHRASE for phrase in phrases):
        return False
    inside = all(table.x0 - _EDGE <= phrase.x0 and phrase.x1 <= table.x1 + _EDGE for phrase in phrases)
    return inside and not phrases[0].text.rstrip().endswith((".", ":"))


def _is_ruled(table: FoundTable, page: TablePage, top: float, bottom: float) -> bool:
    """A rule across the table between two heights."""
    return any(
        top - 1 <= rule.y0 <= bottom + 1 and shares_columns(rule, table) > _WIDE_RULE * (table.x1 - table.x0)
        for rule in page.graphics.horizontal
    )


@dataclass
class _HeaderRow:
    """Cells of a header row by the columns they span; wrapped lines come together."""

    words: dict[_Span, list[Word]] = field(default_factory=dict)
    bottom: float = 0.0

    @property
    def is_spanning(self) -> bool:
        return any(first != last for first, last in self.words)

    def cells(self, columns: int) -> list[Cell]:
        cells = [Cell(0, 0, first, last, in_reading_rows(words)) for (first, last), words in self.words.items()]
        taken = {column for first, last in self.words for column in range(first, last + 1)}
        return cells + [Cell(0, 0, column, column) for column in range(columns) if column not in taken]


def _rows(lines: Sequence[Sequence[Line]], columns: _Columns, body: float) -> list[_HeaderRow]:
    """Lines that follow closely and span nothing are one row."""
    rows: list[_HeaderRow] = []
    below = [len(phrases) for phrases in lines[1:]] + [0]
    for phrases, count in zip(lines, below, strict=True):
        row = _HeaderRow(bottom=max(phrase.y1 for phrase in phrases))
        for phrase, span in zip(phrases, columns.spans(phrases, below=count), strict=True):
            _place(row, span, phrase)
        near = rows and min(phrase.y0 for phrase in phrases) - rows[-1].bottom < 0.5 * body
        if near and not rows[-1].is_spanning and not row.is_spanning:
            for span, words in row.words.items():
                rows[-1].words.setdefault(span, []).extend(words)
            rows[-1].bottom = row.bottom
        else:
            rows.append(row)
    return rows


def _place(row: _HeaderRow, span: _Span, phrase: Line) -> None:
    """Phrases over the same columns are one cell."""
    first, last = span
    for other in [other for other in row.words if other[0] <= last and first <= other[1]]:
        words = row.words.pop(other)
        first, last = min(first, other[0]), max(last, other[1])
        row.words[first, last] = [*row.words.get((first, last), []), *words]
    row.words.setdefault((first, last), []).extend(phrase.words)
