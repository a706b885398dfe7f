"""Cells between given borders, joined where no rule parts them."""

from collections.abc import Sequence

from documents.pipeline.pdf.geometry import overlap
from documents.pipeline.pdf.tables.columns import cell_phrases
from documents.pipeline.pdf.tables.grid import Cell, Grid, in_reading_rows, place_in
from documents.pipeline.pdf.words import Word
from documents.types import Box

_ON_BORDER = 3.0  # points between a rule and the border it stands for
_RULED_SHARE = 0.5  # of an edge must have a rule to part two cells

_Place = tuple[int, int]


def ruled_grid(
    words: Sequence[Word],
    columns: Sequence[float],
    rows: Sequence[float],
    horizontal: Sequence[Box],
    vertical: Sequence[Box],
) -> Grid:
    """The grid of the borders, with cells that span where rules are missing."""
    joiner = _Joiner(words, columns, rows, horizontal, vertical)
    spans = joiner.spans()
    owner = {
        (row, column): span
        for span in spans
        for row in range(span[0], span[1] + 1)
        for column in range(span[2], span[3] + 1)
    }
    contents: dict[tuple[int, int, int, int], list[Word]] = {span: [] for span in spans}
    for word in words:
        contents[owner[place_in(rows, word.middle_y), place_in(columns, word.middle_x)]].append(word)
    cells = tuple(Cell(*span, in_reading_rows(inside)) for span, inside in contents.items())
    return Grid(cells, len(rows) - 1, len(columns) - 1)


class _Joiner:
    """Joins neighbouring places into cells (union-find), as long as the cells stay rectangles."""

    def __init__(
        self,
        words: Sequence[Word],
        columns: Sequence[float],
        rows: Sequence[float],
        horizontal: Sequence[Box],
        vertical: Sequence[Box],
    ) -> None:
        self._words, self._columns, self._rows = words, columns, rows
        self._horizontal, self._vertical = horizontal, vertical
        self._row_count, self._column_count = len(rows) - 1, len(columns) - 1
        self._parent = {place: place for place in self._places()}

    def spans(self) -> list[tuple[int, int, int, int]]:
        """First and last row, first and last column of each cell."""
        self._join()
        groups: dict[_Place, list[_Place]] = {}
        for place in self._places():
            groups.setdefault(self._root(place), []).append(place)
        return [span for places in groups.values() for span in _rectangles(places)]

    def _places(self) -> list[_Place]:
        return [(row, column) for row in range(self._row_count) for column in range(self._column_count)]

    def _root(self, place: _Place) -> _Place:
        while self._parent[place] != place:
            place = self._parent[place]
        return place

    def _join(self) -> None:
        bare = {row for row in range(self._row_count) if self._is_bare(row)}
        for row, column in self._places():
            if column + 1 < self._column_count and row not in bare and not self._has_vertical(column + 1, row):
                self._parent[self._root((row, column + 1))] = self._root((row, column))
            if row + 1 < self._row_count and not self._has_horizontal(row + 1, column):
                self._parent[self._root((row + 1, column))] = self._root((row, column))

    def _is_bare(self, row: int) -> bool:
        """A row without rules inside whose phrases keep to the columns is parted by white space alone."""
        if any(self._has_vertical(column, row) for column in range(1, self._column_count)):
            return False
        top, bottom = self._rows[row], self._rows[row + 1]
        phrases = cell_phrases([word for word in self._words if top <= word.middle_y < bottom])
        if len(phrases) < 0.5 * self._column_count:
            return False
        inner = self._columns[1:-1]
        return not any(phrase[0].x0 < x - 2 and phrase[-1].x1 > x + 2 for phrase in phrases for x in inner)

    def _has_vertical(self, column: int, row: int) -> bool:
        x, top, bottom = self._columns[column], self._rows[row], self._rows[row + 1]
        near = (rule for rule in self._vertical if abs((rule.x0 + rule.x1) / 2 - x) <= _ON_BORDER)
        return sum(max(0.0, overlap(rule.y0, rule.y1, top, bottom)) for rule in near) >= _RULED_SHARE * (bottom - top)

    def _has_horizontal(self, row: int, column: int) -> bool:
        y, left, right = self._rows[row], self._columns[column], self._columns[column + 1]
        near = (rule for rule in self._horizontal if abs((rule.y0 + rule.y1) / 2 - y) <= _ON_BORDER)
        return sum(max(0.0, overlap(rule.x0, rule.x1, left, right)) for rule in near) >= _RULED_SHARE * (right - left)


def _rectangles(places: Sequence[_Place]) -> list[tuple[int, int, int, int]]:
    """The places as one cell if they fill a rectangle, else each on its own."""
    rows, columns = [row for row, _ in places], [column for _, column in places]
    span = (min(rows), max(rows), min(columns), max(columns))
    if (span[1] - span[0] + 1) * (span[3] - span[2] + 1) == len(places):
        return [span]
    return [(row, row, column, column) for row, column in places]
