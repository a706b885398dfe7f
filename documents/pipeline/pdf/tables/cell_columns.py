"""Assign the cells of a spreadsheet to columns by their edges: figures end at a common right edge, texts start at a
common left edge, and other cells have a common middle.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import fmean, median
from typing import NamedTuple

from documents.pipeline.pdf.geometry import overlap
from documents.pipeline.pdf.tables.grid import is_figure
from documents.pipeline.pdf.text.words import Word

_SAME_EDGE = 0.8  # points
_MIN_SUPPORT = 2  # cells with a common edge
_MIN_ANCHORED = 0.6  # of the cells
_SAME_MIDDLE = 3.0  # points between the middle of a cell and that of the columns that it spans
_PADDING = 1.0  # points between the edge of a cell and its text
_UNITS = frozenset("%€$£")
_LEFT, _RIGHT, _MIDDLE = range(3)

Span = tuple[int, int]  # first and last column


class Piece(NamedTuple):
    """The words of a cell in one line."""

    x0: float
    x1: float
    words: tuple[Word, ...]

    @property
    def middle(self) -> float:
        return (self.x0 + self.x1) / 2

    @property
    def is_figure(self) -> bool:
        return is_figure(self.words[0].text) and all(word.text in _UNITS for word in self.words[1:])

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


Row = Sequence[Piece]
_Place = tuple[int, int]  # of a piece: number of its row, and in the row


@dataclass(frozen=True)
class Column:
    """A column with the usual edges of its text, its right edge if it has figures, and its left edge if it has texts.

    The edges are only known if the cells have different widths: otherwise they may be centred.
    """

    x0: float
    x1: float
    rows: frozenset[int]
    left: float | None = None
    right: float | None = None
    has_figures_only: bool = False

    def joined(self, other: "Column") -> "Column":
        """Return both columns as one."""
        return Column(
            min(self.x0, other.x0),
            max(self.x1, other.x1),
            self.rows | other.rows,
            other.left if self.left is None else self.left,
            other.right if self.right is None else self.right,
            self.has_figures_only and other.has_figures_only,
        )

    def overlaps(self, other: "Column | Piece") -> float:
        return overlap(self.x0, self.x1, other.x0, other.x1)


class Assignment(NamedTuple):
    """The columns from left to right, and the columns of each piece of each row."""

    columns: list[Column]
    spans: list[list[Span]]


def assign_columns(rows: Sequence[Row]) -> Assignment | None:
    """Return the columns of the rows; `None` if the cells are not aligned, or two of a row are in one column."""
    groups = _groups(rows)
    if sum(map(len, groups)) < _MIN_ANCHORED * sum(map(len, rows)):
        return None
    columns = _joined([_column(rows, places) for places in groups])
    for _ in range(2):  # the first time shows cells between the columns
        fixed = _fixed(columns, groups, rows)
        parts = [_assign_row(row, fixed, number, columns) for number, row in enumerate(rows)]
        spans = [part for part in parts if part is not None]
        if len(spans) == len(parts):
            return Assignment(columns, spans)
        columns = _with_names(columns, rows, fixed)
    return None


def _groups(rows: Sequence[Row]) -> list[list[_Place]]:
    """Return the places of the pieces that have a common edge, each piece in the largest group of its edges."""
    places = [(number, at) for number, row in enumerate(rows) for at in range(len(row))]
    pieces = {place: rows[place[0]][place[1]] for place in places}
    edges = [
        _numbers({place: piece.x0 for place, piece in pieces.items()}),
        _numbers({place: piece.x1 for place, piece in pieces.items()}),
        _numbers({place: piece.middle for place, piece in pieces.items()}),
    ]
    sizes = Counter((kind, edges[kind][place]) for place in places for kind in (_LEFT, _RIGHT, _MIDDLE))
    chosen: dict[_Place, tuple[int, int]] = {}
    for _ in range(2):
        chosen = {place: _best_edge(place, piece, edges, sizes) for place, piece in pieces.items()}
        sizes = Counter(chosen.values())
    groups: defaultdict[tuple[int, int], list[_Place]] = defaultdict(list)
    for place, edge in chosen.items():
        groups[edge].append(place)
    return [group for group in groups.values() if len({row for row, _ in group}) >= _MIN_SUPPORT]


def _numbers(values: dict[_Place, float]) -> dict[_Place, int]:
    """Return the number of the edge of each piece: edges that are nearly equal are one."""
    numbers: dict[_Place, int] = {}
    number, last = 0, float("-inf")
    for place, value in sorted(values.items(), key=lambda item: item[1]):
        number += value - last > _SAME_EDGE
        last = value
        numbers[place] = number
    return numbers


def _best_edge(
    place: _Place, piece: Piece, edges: Sequence[dict[_Place, int]], sizes: Counter[tuple[int, int]]
) -> tuple[int, int]:
    order = (_RIGHT, _LEFT, _MIDDLE) if piece.is_figure else (_LEFT, _RIGHT, _MIDDLE)
    return max(((kind, edges[kind][place]) for kind in order), key=lambda edge: sizes[edge])


def _column(rows: Sequence[Row], places: Sequence[_Place]) -> Column:
    pieces = [rows[number][at] for number, at in places]
    texts = [piece for piece in pieces if not piece.is_figure]
    figures = [piece for piece in pieces if piece.is_figure]
    has_left = _is_common([piece.x0 for piece in texts]) and not _is_common([piece.x1 for piece in texts])
    has_right = _is_common([piece.x1 for piece in figures]) and not _is_common([piece.x0 for piece in figures])
    return Column(
        median(piece.x0 for piece in pieces),
        median(piece.x1 for piece in pieces),
        frozenset(number for number, _ in places),
        median(piece.x0 for piece in texts) if has_left else None,
        median(piece.x1 for piece in figures) if has_right else None,
        not texts,
    )


def _is_common(edges: Sequence[float]) -> bool:
    return bool(edges) and max(edges) - min(edges) < 2 * _SAME_EDGE


def _joined(columns: Sequence[Column]) -> list[Column]:
    """Return the columns from left to right. Those with cells one above the other in different rows are one."""
    joined = sorted(columns, key=_twice_middle)
    number = 0
    while number < len(joined) - 1:
        left, right = joined[number : number + 2]
        if not left.rows & right.rows and (left.overlaps(right) > 0 or _are_one(left, right)):
            joined[number : number + 2] = [left.joined(right)]
            joined.sort(key=_twice_middle)
            number = 0
        else:
            number += 1
    return joined


def _twice_middle(column: Column) -> float:
    return column.x0 + column.x1


def _are_one(texts: Column, figures: Column) -> bool:
    """Check for texts on the left and figures on the right of one column: names above all figures, or a full column."""
    if texts.has_figures_only or not figures.has_figures_only:
        return False
    rows = texts.rows | figures.rows
    return max(texts.rows) < min(figures.rows) or len(rows) == max(rows) - min(rows) + 1


_Fixed = dict[_Place, int]  # columns of the pieces with a common edge


def _fixed(columns: Sequence[Column], groups: Sequence[Sequence[_Place]], rows: Sequence[Row]) -> _Fixed:
    """Return the column of each piece that has a common edge with others."""
    fixed: _Fixed = {}
    for places in groups:
        column = _column(rows, places)
        best = max(range(len(columns)), key=lambda number: columns[number].overlaps(column))
        fixed |= dict.fromkeys(places, best)
    return fixed


def _assign_row(row: Row, fixed: _Fixed, number: int, columns: Sequence[Column]) -> list[Span] | None:
    """Return the columns of the pieces of a row; `None` if they do not fit."""
    spans: list[Span] = []
    known = [fixed.get((number, at)) for at in range(len(row))]
    if any(after <= before for before, after in pairwise(column for column in known if column is not None)):
        return None
    for first, last, lower, upper in _unknown_runs(known, len(columns)):
        part = _assign_run(row[first:last], lower, upper, columns)
        if part is None:
            return None
        spans += part
        if upper < len(columns):
            spans.append((upper, upper))
    return spans


def _unknown_runs(known: Sequence[int | None], count: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield the runs of pieces before each piece with a known column, and after the last one.

    Each has its first and last index, and the first and last column that it may have.
    """
    first = lower = 0
    for at, column in enumerate([*known, count]):
        if column is not None:
            yield first, at, lower, column
            first, lower = at + 1, column + 1


def _assign_run(pieces: Row, lower: int, upper: int, columns: Sequence[Column]) -> list[Span] | None:
    """Return the columns from `lower` to before `upper` of some pieces; `None` if there are not enough columns."""
    if not pieces:
        return []
    if len(pieces) == upper - lower:
        return [(column, column) for column in range(lower, upper)]
    spans: list[Span] = []
    for left, piece in enumerate(pieces):
        last = upper - (len(pieces) - left - 1)  # the pieces on the right need a column each
        if lower >= last:
            return None
        spans.append(_span(piece, lower, last, columns))
        lower = spans[-1][1] + 1
    return spans


def _span(piece: Piece, lower: int, upper: int, columns: Sequence[Column]) -> Span:
    """Return the column of a piece, or the columns over which it is centred, if it is over the border of two."""
    between = [n for n in range(lower, upper) if _reaches_into(piece, n, columns)]
    if len(between) > 1 and (spanned := _centred_over(piece, between, range(lower, upper), columns)):
        return spanned
    over = [number for number in range(lower, upper) if columns[number].overlaps(piece) > 0]
    if over:
        at_left = [number for number in over if abs(columns[number].x0 - piece.x0) < _SAME_EDGE]
        best = at_left[0] if at_left else max(over, key=lambda number: columns[number].overlaps(piece))
        return best, best
    after = next((number for number in range(lower, upper) if columns[number].x1 > piece.x0), upper - 1)
    return after, after


def _reaches_into(piece: Piece, number: int, columns: Sequence[Column]) -> bool:
    return overlap(piece.x0, piece.x1, fmean(_border(columns, number)), fmean(_border(columns, number + 1))) > _PADDING


def _centred_over(piece: Piece, over: Sequence[int], allowed: range, columns: Sequence[Column]) -> Span | None:
    """Return the columns that a piece is centred over, at least those that it is `over`."""
    spans = [(first, last) for first in range(allowed.start, over[0] + 1) for last in range(over[-1], allowed.stop)]
    off = {span: (_off_middle(piece, span, columns), span[1] - span[0]) for span in spans}
    best = min(spans, key=lambda span: off[span])
    return best if off[best][0] < _SAME_MIDDLE else None


def _off_middle(piece: Piece, span: Span, columns: Sequence[Column]) -> float:
    """Return the distance of the middle of a piece to that of some columns; their borders may not be known."""
    left, right = _border(columns, span[0]), _border(columns, span[1] + 1)
    return max(0.0, (left[0] + right[0]) / 2 - piece.middle, piece.middle - (left[1] + right[1]) / 2)


def _border(columns: Sequence[Column], number: int) -> tuple[float, float]:
    """Return the least and the greatest place of the border before a column, or after the last one."""
    after = columns[number] if number < len(columns) else None
    before = columns[number - 1] if number else None
    if after is not None and after.left is not None:
        return after.left - _PADDING, after.left - _PADDING
    if before is not None and before.right is not None:
        return before.right + _PADDING, before.right + _PADDING
    least = before.x1 + _PADDING if before is not None else None
    greatest = after.x0 - _PADDING if after is not None else None
    return least or greatest or 0.0, greatest or least or 0.0


def _with_names(columns: Sequence[Column], rows: Sequence[Row], fixed: _Fixed) -> list[Column]:
    """Return the columns with those of which there is a cell that is not over another column."""
    alone = [
        Column(piece.x0, piece.x1, frozenset({number}))
        for number, row in enumerate(rows)
        for at, piece in enumerate(row)
        if (number, at) not in fixed and not any(column.overlaps(piece) > 0 for column in columns)
    ]
    return _joined([*columns, *alone])


def known_gap(left: Column, right: Column) -> float | None:
    """Return the distance between the edges of two columns in points, if both are known."""
    return None if left.right is None or right.left is None else right.left - left.right
