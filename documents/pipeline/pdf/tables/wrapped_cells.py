"""Lines of cells, and rows: a line ends where the next word does not fit into its column any more."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from documents.pipeline.pdf.tables.grid import are_figures, interval_index
from documents.pipeline.pdf.text.words import Word

_WORD_GAP = 0.25  # em
_MAX_LEADING = 1.45  # em between lines of a cell
_MAX_PADDING = 2.0  # em, on both sides of a cell
_IS_BELOW = 0.8  # em: nearer lines are those of centred cells
_MIN_STARTING = 2  # columns in which a line starts a cell

_MIN_LINE_GAP, _MIN_STEP = 0.5, 1.6  # points; between the gaps of rows and those of lines
_ALIKE, _MIN_ADDED = 0.3, 0.8  # points: differences of the gaps between lines, and of these from those of rows

_Row = Sequence[Word]
_Cells = dict[int, list[Word]]


def wide_gaps(lines: Sequence[_Row], line_gaps: Sequence[float] = ()) -> list[float]:
    """Return the middles of the gaps between rows, if these are wider than the gaps between the lines of their cells.

    Cells may be centred between the borders, so that their lines are level with no line of the other cells: then
    `line_gaps` are the gaps between the lines of a cell.
    """
    heights = sorted((word.y0, word.y1) for row in lines for word in row)
    gaps: list[tuple[float, float]] = []  # size and middle
    bottom = heights[0][1]
    for top, end in heights:
        if top > bottom:
            gaps.append((top - bottom, (top + bottom) / 2))
        bottom = max(bottom, end)
    sizes = sorted([*line_gaps, *(size for size, _ in gaps)])
    least = _least_of_rows(sizes)
    return [] if least is None else [middle for size, middle in gaps if size >= least]


def _least_of_rows(sizes: Sequence[float]) -> float | None:
    """Return the least gap between rows, if the sorted gaps are of two kinds.

    The wide ones are much wider, or the narrow ones are all alike: those between the lines of cells.
    """
    steps = [after / max(before, _MIN_LINE_GAP) for before, after in pairwise(sizes)]
    if not steps:
        return None
    number = steps.index(max(steps))
    narrow, least = sizes[number], sizes[number + 1]
    are_alike = narrow - sizes[0] < _ALIKE and least - narrow > _MIN_ADDED
    return least if steps[number] >= _MIN_STEP or are_alike else None


def are_rows(lines: Sequence[_Row], columns: Sequence[float], borders: Sequence[float]) -> bool:
    """Check whether most lines between the same borders fill all columns: wrapped cells leave some of them empty."""
    places = [interval_index(borders, min(word.middle_y for word in line)) for line in lines]
    shared = [line for line, place in zip(lines, places, strict=True) if places.count(place) > 1]
    full = sum(len({interval_index(columns, word.middle_x) for word in line}) == len(columns) - 1 for line in shared)
    return full > 0.5 * len(shared)


class CellColumns:
    """Columns with known borders, and the width that each of them has for text."""

    def __init__(self, borders: Sequence[float], lines: Sequence[_Row], size: float) -> None:
        self._borders = borders
        self._widths = [right - left - _MAX_PADDING * size for left, right in pairwise(borders)]
        for column, words in (item for line in lines for item in self.cells(line).items()):
            self._widths[column] = max(self._widths[column], _width(words))

    def cells(self, row: _Row) -> _Cells:
        cells: _Cells = {}
        for word in row:
            cells.setdefault(interval_index(self._borders, word.middle_x), []).append(word)
        return cells

    def continues(self, above: _Row, row: _Row) -> bool:
        """Check whether all cells of a line continue those of the line above."""
        before, after = self.cells(above), self.cells(row)
        return all(column in before and self._continues(before[column], cell, column) for column, cell in after.items())

    def row_borders(self, lines: Sequence[_Row]) -> list[float]:
        """Return the heights between the rows that the lines belong to."""
        gaps = wide_gaps(lines, self._line_gaps(lines)) if len(lines) > 1 else []
        return sorted([*gaps, *self._starts_between(lines, [float("-inf"), *gaps, float("inf")])])

    def _line_gaps(self, lines: Sequence[_Row]) -> list[float]:
        """Return the smallest gap between two lines of a column."""
        bottoms: dict[int, float] = {}
        gaps: list[float] = []
        for line in lines:
            for column, words in self.cells(line).items():
                if column in bottoms:
                    gaps.append(min(word.y0 for word in words) - bottoms[column])
                bottoms[column] = max(word.y1 for word in words)
        return [min(gaps)] if gaps else []

    def _starts_between(self, lines: Sequence[_Row], borders: Sequence[float]) -> Iterator[float]:
        """Yield the heights between rows that stand as near as the lines of cells."""
        for top, bottom in pairwise(borders):
            inside = [line for line in lines if top < line[0].middle_y < bottom]
            for number in self._row_starts(inside):
                above, below = inside[number - 1 : number + 1]
                yield (max(word.y1 for word in above) + min(word.y0 for word in below)) / 2

    def _row_starts(self, lines: Sequence[_Row]) -> list[int]:
        """Return the numbers of the lines that start a row, without the first one."""
        starts: list[int] = []
        last = dict[int, _Row]()  # line of each cell of the row so far
        for number, line in enumerate(lines):
            cells = self.cells(line)
            if last and self._starts_row(last, cells):
                starts.append(number)
                last = {}
            last |= cells
        return starts

    def _starts_row(self, before: Mapping[int, _Row], after: Mapping[int, _Row]) -> bool:
        """Check whether the label or most cells do not continue those above them, or stand too far below them."""
        common = [column for column in after if column in before]
        if set(after) == {0} and 0 not in before:
            return (
                after[0][0].y0
                > max(word.y0 for line in before.values() for word in line) + _IS_BELOW * after[0][0].size
            )
        if any(are_figures(before[column]) and are_figures(after[column]) for column in common if column):
            return True
        starting = [column for column in common if not self._continues(before[column], after[column], column)]
        return 0 in starting or (len(starting) >= _MIN_STARTING and len(starting) > 0.5 * len(common))

    def _continues(self, above: _Row, below: _Row, column: int) -> bool:
        leading = below[0].middle_y - above[0].middle_y
        return leading < _MAX_LEADING * above[0].size and self._wraps(above, below, column)

    def _wraps(self, line: _Row, below: _Row, column: int) -> bool:
        """Check that the first word below does not fit into the line. Figures and symbols are not wrapped."""
        if not any(map(_has_letter, below)) and (not _has_letter(line[-1]) or not any(map(_has_digit, line))):
            return False
        if line[-1].style.weight != below[0].style.weight:
            return False
        first = min(below, key=lambda word: word.x0)
        return _width(line) + first.x1 - first.x0 + _WORD_GAP * first.size > self._widths[column]


def _has_digit(word: Word) -> bool:
    return any(map(str.isdigit, word.text))


def _has_letter(word: Word) -> bool:
    return any(map(str.isalpha, word.text))


def _width(words: _Row) -> float:
    return max(word.x1 for word in words) - min(word.x0 for word in words)
