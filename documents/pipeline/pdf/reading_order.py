"""The order in which a person reads a page: a recursive XY-cut over line segments and tables.

Columns first: cut at free vertical gutters, else at the gutter that the fewest elements cross (those split the page
into bands), else at horizontal gaps. Pages in a right-to-left script are cut in the mirror.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby, islice, pairwise
from typing import Any, Generic, NamedTuple

from documents.pipeline.pdf.geometry import overlap
from documents.pipeline.pdf.side_by_side import ElementT, Placed, as_in_the_file, is_form

_GUTTER = 0.6  # em of white space that parts columns
_CROSSING_COST = 0.6  # of an element that crosses a gutter, in elements on its smaller side
_FLANKED_COST = 0.9  # more for one that has a neighbour at its height
_SHARED_HEIGHT = 1.5  # em that both sides of a gutter must share
_SIDE_WIDTH = 0.35  # of the width of both columns that side heads take at most
_SIDE_FILL = 0.5  # of the height of the text beside them that they fill at most
_MAX_DEPTH = 60
_CELL_LENGTH = 40  # characters: rows of shorter pieces are read across, not down
_SPARSE_GAP, _SPARSE_BANDS, _SPARSE_SHARE = 0.6, 3, 0.4  # em; bands with something beside; of the height


class _Gutter(NamedTuple):
    score: float
    x: float


def in_reading_order(elements: Sequence[ElementT], *, em: float, right_to_left: bool = False) -> list[ElementT]:
    """`em` is the size of the body text in points."""
    if right_to_left:
        placed = [Placed(-element.x1, element.y0, -element.x0, element.y1, element) for element in elements]
    else:
        placed = [Placed(element.x0, element.y0, element.x1, element.y1, element) for element in elements]
    return [item.element for item in _Cutter[ElementT](em).order(placed, 0)]


class _Cutter(Generic[ElementT]):
    def __init__(self, em: float) -> None:
        self._em = em

    def order(self, items: list[Placed[ElementT]], depth: int) -> list[Placed[ElementT]]:
        if len(items) <= 1:
            return items
        if depth > _MAX_DEPTH:
            return self._by_rows(items, 0.6)
        columns = self._columns(items)
        if len(columns) > 1:
            return self._across_or_down(columns, depth)
        gutter = self._crossed_gutter(items)
        if gutter is not None:
            return self._in_bands(items, gutter, depth)
        return self._top_down(items, depth)

    def _by_rows(self, items: list[Placed[ElementT]], height: float) -> list[Placed[ElementT]]:
        return sorted(items, key=lambda item: (round(item.middle_y / (height * self._em)), item.x0))

    def _columns(self, items: list[Placed[ElementT]]) -> list[list[Placed[ElementT]]]:
        """The groups between free vertical gutters."""
        columns: list[list[Placed[ElementT]]] = []
        right = float("-inf")
        for item in sorted(items, key=lambda item: item.x0):
            if not columns or item.x0 - right > _GUTTER * self._em:
                columns.append([])
            columns[-1].append(item)
            right = max(right, item.x1)
        return columns

    def _across_or_down(self, columns: list[list[Placed[ElementT]]], depth: int) -> list[Placed[ElementT]]:
        if is_form(columns):
            return as_in_the_file(columns) or self._by_rows([item for column in columns for item in column], 0.5)
        bands = self._stairs(columns) or self._sparse_bands(columns)
        if bands:
            return [item for band in bands for item in self.order(band, depth + 1)]
        heads = self._side_heads(columns)
        if heads:
            return self._beside_their_text(columns, heads, depth)
        return [item for column in columns for item in self.order(column, depth + 1)]

    def _stairs(self, columns: list[list[Placed[ElementT]]]) -> list[list[Placed[ElementT]]]:
        """Nothing stands beside anything: runs of pieces of one column, each below the run of another one."""
        column_of = {id(item): number for number, column in enumerate(columns) for item in column}
        bands = self._bands([item for column in columns for item in column], least=-0.25)
        if any(len({column_of[id(item)] for item in band}) > 1 for band in bands):
            return []
        runs = groupby(bands, key=lambda band: column_of[id(band[0])])
        return [[item for band in run for item in band] for _, run in runs]

    def _sparse_bands(self, columns: list[list[Placed[ElementT]]]) -> list[list[Placed[ElementT]]]:
        """The rows of forms and signatures: little stands beside the first column, and more is white than not."""
        if any(item.element.text_length >= _CELL_LENGTH for column in columns[1:] for item in column):
            return []
        first = {id(item) for item in columns[0]}
        bands = self._bands([item for column in columns for item in column], least=_SPARSE_GAP)
        if sum(0 < sum(id(item) in first for item in band) < len(band) for band in bands) < _SPARSE_BANDS:
            return []
        tops, bottoms = [min(i.y0 for i in band) for band in bands], [max(i.y1 for i in band) for band in bands]
        white = sum(top - bottom for top, bottom in zip(tops[1:], bottoms, strict=False))
        return bands if white >= _SPARSE_SHARE * (bottoms[-1] - tops[0]) else []

    def _side_heads(self, columns: list[list[Placed[ElementT]]]) -> list[float]:
        """Tops of the pieces in a narrow, sparse left column that stand beside the beginnings of text on the right."""
        if len(columns) != 2:  # heads and text
            return []
        right = columns[1]
        top = min(item.y0 for item in right)
        left = [item for item in columns[0] if item.y1 > top]  # what stands above both is no head
        if not left:
            return []
        width = max(item.x1 for item in right) - min(item.x0 for item in left)
        filled = sum(item.y1 - item.y0 for item in left)
        if max(i.x1 for i in left) - min(i.x0 for i in left) > _SIDE_WIDTH * width:
            return []
        tops = self._piece_tops(left)
        paired = len(tops) > 1 and self._are_level(tops, self._piece_tops(right))
        if not paired and filled > _SIDE_FILL * sum(item.y1 - item.y0 for item in right):
            return []
        beside = all(any(abs(item.y0 - top) < 0.6 * self._em for item in right) for top in tops)
        return tops if beside else []

    def _are_level(self, tops: Sequence[float], others: Sequence[float]) -> bool:
        """Terms and what they mean: as many pieces on both sides, each beside its own."""
        return len(tops) == len(others) and all(abs(a - b) < 0.6 * self._em for a, b in zip(tops, others, strict=True))

    def _piece_tops(self, column: list[Placed[ElementT]]) -> list[float]:
        tops: list[float] = []
        bottom = float("-inf")
        for item in sorted(column, key=lambda item: item.y0):
            if item.y0 - bottom > 0.5 * self._em:
                tops.append(item.y0)
            bottom = max(bottom, item.y1)
        return tops

    def _beside_their_text(
        self, columns: list[list[Placed[ElementT]]], tops: list[float], depth: int
    ) -> list[Placed[ElementT]]:
        """Each head, then the text from its height down to the next head."""
        left, right = columns
        borders = [float("-inf"), *(top - 0.6 * self._em for top in tops), float("inf")]
        ordered: list[Placed[ElementT]] = []
        for top, bottom in pairwise(borders):
            for column in (left, right):
                ordered += self.order([item for item in column if top <= item.y0 < bottom], depth + 1)
        return ordered

    def _crossed_gutter(self, items: list[Placed[ElementT]]) -> _Gutter | None:
        """The left edge that parts the most elements while few cross it."""
        everything, flanked = _Edges(items), _Edges(_with_neighbours(items))
        best: _Gutter | None = None
        for x in sorted({round(left) for left in everything.lefts}):
            left, right = everything.left_of(x), everything.right_of(x)
            if (
                min(left, right) < 2 or everything.shared_height(left, right) < _SHARED_HEIGHT * self._em
            ):  # a column has two elements at least
                continue
            crossing = len(items) - left - right
            cost = _CROSSING_COST * crossing + _FLANKED_COST * flanked.crossing(x)
            score = min(left, right) - cost
            if score > (best.score if best else 0):
                best = _Gutter(score, x)
        return best

    def _in_bands(self, items: list[Placed[ElementT]], gutter: _Gutter, depth: int) -> list[Placed[ElementT]]:
        """Elements across the gutter part the page into bands, each of which is ordered on its own."""
        crossing = sorted((i for i in items if i.x0 < gutter.x - 1 and i.x1 >= gutter.x), key=lambda i: (i.y0, i.x0))
        if not crossing:
            left, right = [i for i in items if i.x1 < gutter.x], [i for i in items if i.x1 >= gutter.x]
            return self.order(left, depth + 1) + self.order(right, depth + 1)
        across = {id(item) for item in crossing}
        rest = [item for item in items if id(item) not in across]
        ordered: list[Placed[ElementT]] = []
        for bar in crossing:
            above = [item for item in rest if item.middle_y < bar.middle_y and item.y1 <= bar.y1]
            taken = {id(item) for item in above}
            rest = [item for item in rest if id(item) not in taken]
            ordered += [*self.order(above, depth + 1), bar]
        return ordered + self.order(rest, depth + 1)

    def _top_down(self, items: list[Placed[ElementT]], depth: int) -> list[Placed[ElementT]]:
        bands = self._bands(items, least=-0.25)
        if len(bands) == 1:
            return self._by_rows(items, 0.6)
        return [item for run in self._runs(bands) for item in self._run_order(run, depth)]

    def _runs(self, bands: list[list[Placed[ElementT]]]) -> Iterator[list[list[Placed[ElementT]]]]:
        """Bands that follow one another and leave the same gutter free; a run begins where there are two columns."""
        run: list[list[Placed[ElementT]]] = []
        for band in bands:
            together = [item for other in (*run, band) for item in other]
            if run and len(self._columns(run[0])) > 1 and len(self._columns(together)) > 1:
                run.append(band)
                continue
            if run:
                yield run
            run = [band]
        if run:
            yield run

    def _run_order(self, run: list[list[Placed[ElementT]]], depth: int) -> list[Placed[ElementT]]:
        """Addresses stand side by side as well as labels and values: the file knows which, if it is in order."""
        columns = self._columns([item for band in run for item in band]) if len(run) > 1 else []
        return as_in_the_file(columns) or [item for band in run for item in self.order(band, depth + 1)]

    def _bands(self, items: list[Placed[ElementT]], *, least: float) -> list[list[Placed[ElementT]]]:
        """From top to bottom, parted by at least so many em of white."""
        bands: list[list[Placed[ElementT]]] = []
        bottom = float("-inf")
        for item in sorted(items, key=lambda item: (item.y0, item.x0)):
            if not bands or item.y0 - bottom >= least * self._em:
                bands.append([])
            bands[-1].append(item)
            bottom = max(bottom, item.y1)
        return bands


class _Edges:
    """Answers how many elements are on each side of a vertical line, and how much height both sides share."""

    def __init__(self, items: Sequence[Placed[Any]]) -> None:
        by_right, by_left = sorted(items, key=lambda item: item.x1), sorted(items, key=lambda item: item.x0)
        self.rights, self.lefts = [item.x1 for item in by_right], [item.x0 for item in by_left]
        self._left_tops, self._left_bottoms = _running(by_right)
        self._right_tops, self._right_bottoms = _running(by_left[::-1])

    def left_of(self, x: float) -> int:
        return bisect_left(self.rights, x)

    def right_of(self, x: float) -> int:
        return len(self.lefts) - bisect_left(self.lefts, x - 1)

    def crossing(self, x: float) -> int:
        return len(self.lefts) - self.left_of(x) - self.right_of(x)

    def shared_height(self, left: int, right: int) -> float:
        """Of the `left` leftmost and the `right` rightmost elements."""
        tops, bottoms = self._left_tops[left - 1], self._left_bottoms[left - 1]
        return overlap(tops, bottoms, self._right_tops[right - 1], self._right_bottoms[right - 1])


def _running(items: Sequence[Placed[Any]]) -> tuple[list[float], list[float]]:
    """Topmost and lowest edge of the first 1, 2, 3 … items."""
    return list(accumulate((i.y0 for i in items), min)), list(accumulate((i.y1 for i in items), max))


def _with_neighbours(items: Sequence[Placed[Any]]) -> list[Placed[Any]]:
    """Elements with another one at the same height: a line across columns has none, a line of a column has."""
    found: dict[int, Placed[Any]] = {}
    by_top = sorted(items, key=lambda item: item.y0)
    for number, item in enumerate(by_top):
        for other in islice(by_top, number + 1, None):
            if other.y0 >= item.y1:
                break
            if overlap(item.y0, item.y1, other.y0, other.y1) > 0.5 * min(item.y1 - item.y0, other.y1 - other.y0):
                found[id(item)], found[id(other)] = item, other
    return list(found.values())
