"""Rows of a table where no rule parts them: from leading, from the first column, from where cells begin."""

from collections.abc import Sequence
from itertools import pairwise
from statistics import fmean, median

from documents.pipeline.pdf.lines import rows_of
from documents.pipeline.pdf.tables.grid import place_in
from documents.pipeline.pdf.words import Word
from documents.types import Box

_RULE_SLACK = 3.0  # points
_LEADING_JUMP = 1.22  # ratio between the leading of rows and that inside a cell
_TIGHT = 1.35  # em: a line this close may continue the cell above
_BAND_ROWS = 4
_BAND_SHARE = 0.6
_BAND_FILLED = 0.75


def infer_rows(words: Sequence[Word], box: Box, columns: Sequence[float], rules: Sequence[float] = ()) -> list[float]:
    """Borders from top to bottom, the box's own edges included. `rules` are heights of horizontal rules."""
    rows = rows_of(words)
    if len(rows) < 2:  # one row has no border inside
        return [box.y0, box.y1]
    lines = _Lines(rows, columns)
    threshold = _bimodal_leading(lines.leadings, lines.size)
    borders = [box.y0]
    for number in range(len(rows) - 1):
        bottom, top = lines.bottoms[number], lines.tops[number + 1]
        ruled = any(bottom - _RULE_SLACK <= rule <= top + _RULE_SLACK for rule in rules)
        if ruled or not lines.continues(number, threshold):
            borders.append((bottom + top) / 2)
    return [*borders, box.y1]


class _Lines:
    """The text lines of a table with what decides whether one continues the cells of the line above."""

    def __init__(self, rows: Sequence[Sequence[Word]], columns: Sequence[float]) -> None:
        self.size = median(word.size for row in rows for word in row)
        self.tops = [min(word.y0 for word in row) for row in rows]
        self.bottoms = [max(word.y1 for word in row) for row in rows]
        middles = [fmean(word.middle_y for word in row) for row in rows]
        self.leadings = [after - before for before, after in pairwise(middles)]
        self._rows = rows
        self._columns = columns
        self._occupied = [{place_in(columns, word.middle_x) for word in row} for row in rows]

    def continues(self, number: int, threshold: float | None) -> bool:
        """Whether the line after line `number` belongs to the same row of the table."""
        if threshold is not None:
            return self.leadings[number] < threshold and not self._both_complete(number)
        occupied, count = self._occupied[number + 1], len(self._columns) - 1
        few = 0 not in occupied and len(occupied) <= max(1, 0.5 * count)
        return few and self.leadings[number] < _TIGHT * self.size

    def _both_complete(self, number: int) -> bool:
        """Two full lines, both with a number in the last column, are two rows however tight they stand."""
        count = len(self._columns) - 1
        full = len(self._occupied[number]) == count == len(self._occupied[number + 1])
        return full and self._last_is_numeric(number, every=False) and self._last_is_numeric(number + 1, every=True)

    def _last_is_numeric(self, number: int, *, every: bool) -> bool:
        last = len(self._columns) - 2
        found = [
            any(character.isdigit() for character in word.text)
            for word in self._rows[number]
            if place_in(self._columns, word.middle_x) == last
        ]
        return all(found) if every else any(found)


def _bimodal_leading(leadings: Sequence[float], size: float) -> float | None:
    """The distance that tells lines of one cell from lines of two rows, if there are two clear kinds of distances."""
    ordered = sorted(leadings)
    if len(ordered) < 3:  # two kinds need three values
        return None
    jump, at = max((after / max(before, 1.0), number) for number, (before, after) in enumerate(pairwise(ordered)))
    if jump > _LEADING_JUMP and ordered[at] < 1.45 * size:
        return (ordered[at] + ordered[at + 1]) / 2
    return None


def split_bands(
    words: Sequence[Word], box: Box, columns: Sequence[float], borders: Sequence[float]
) -> tuple[list[float], list[Box]]:
    """Bands between rules that hold several full text rows are split; also the rules that the splits stand for."""
    split = [borders[0]]
    made: list[Box] = []
    for top, bottom in pairwise(borders):
        inside = [word for word in words if top <= word.middle_y < bottom]
        if inside and _holds_rows(inside, columns):
            inner = infer_rows(inside, Box(box.x0, top, box.x1, bottom), columns)[1:-1]
            split += inner
            made += [Box(box.x0, height, box.x1, height) for height in inner]
        split.append(bottom)
    return split, made


def _holds_rows(words: Sequence[Word], columns: Sequence[float]) -> bool:
    """Many lines that fill most columns and begin in the first are rows; else the band is one row of wrapped cells."""
    rows = rows_of(words)
    if len(rows) < _BAND_ROWS:
        return False
    occupied = [{place_in(columns, word.middle_x) for word in row} for row in rows]
    full = sum(len(columns_of_row) >= _BAND_FILLED * (len(columns) - 1) for columns_of_row in occupied)
    led = sum(0 in columns_of_row for columns_of_row in occupied)
    return min(full, led) >= _BAND_SHARE * len(rows)


def block_rows(words: Sequence[Word], box: Box, columns: Sequence[float]) -> list[float]:
    """Rows of wrapped cells: a row begins where two columns or more begin a block of text at the same height."""
    starts = sorted(start for column in range(len(columns) - 1) for start in _block_starts(words, columns, column))
    size = median(word.size for word in words)
    groups: list[tuple[float, set[int]]] = []
    for height, column in starts:
        if groups and height - groups[-1][0] < 0.9 * size:
            groups[-1][1].add(column)
        else:
            groups.append((height, {column}))
    tops = [height for height, begun in groups if len(begun) >= 2]  # columns that agree
    if len(tops) < 2:  # no row to part
        return infer_rows(words, box, columns)
    return [box.y0, *(top - 1 for top in tops[1:]), box.y1]


def _block_starts(words: Sequence[Word], columns: Sequence[float], column: int) -> list[tuple[float, int]]:
    """Heights at which blocks begin in a column: after a leading larger than the usual one."""
    inside = [word for word in words if columns[column] <= word.middle_x < columns[column + 1]]
    rows = rows_of(word for word in inside if len(word.text) > 1 or len(inside) < 12)  # stray marks
    if not rows:
        return []
    tops = [min(word.y0 for word in row) for row in rows]
    size = median(word.size for row in rows for word in row)
    leadings = [after - before for before, after in pairwise(tops)]
    usual = min((leading for leading in leadings if 0.8 * size < leading < 2.1 * size), default=0.0)
    later = [(top, column) for top, leading in zip(tops[1:], leadings, strict=True) if leading > 1.12 * usual]
    return [(tops[0], column), *later]
