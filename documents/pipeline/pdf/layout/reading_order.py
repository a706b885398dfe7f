"""Reading order of the lines and tables of a page, by a recursive XY-cut.

The method is that of Nagy and Seth ("Hierarchical representation of optically scanned documents", 1984), on boxes as by
Ha, Haralick and Phillips ("Recursive X-Y cut using bounding boxes of connected components", 1995). Columns come first:
the page is cut at free vertical gutters, else at the gutter that the fewest elements cross (these split the page into
bands), else at horizontal gaps. Pages in a right-to-left script are mirrored first.
"""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby, islice, pairwise
from typing import Any, Generic, NamedTuple

from documents.pipeline.pdf.geometry import overlap
from documents.pipeline.pdf.layout.side_by_side import (
    MAX_CELL_CHARACTERS,
    ElementT,
    PlacedElement,
    coherent_order,
    file_order,
    is_form,
)

_MIN_GUTTER = 0.6  # em of white space between columns
_CROSSING_COST = 0.6  # of an element that crosses a gutter, in elements on the smaller side of the gutter
_NEIGHBOUR_COST = 0.9  # in addition, for an element that has a neighbour at the same height
_MIN_SHARED_HEIGHT = 1.5  # em that both sides of a gutter must have in common
_MAX_SIDE_HEAD_WIDTH = 0.35  # of the width of both columns
_MAX_SIDE_HEAD_FILL = 0.5  # of the height of the text beside the side heads
_MAX_DEPTH = 60
# Forms and signatures: em between bands; bands with elements beside the first column; white space, of the height.
_MIN_SPARSE_GAP, _MIN_SPARSE_BANDS, _MIN_SPARSE_SHARE = 0.6, 3, 0.4
_CENTRED = 2.0  # em between the middles of a title and of the columns below it
_SAME_HEIGHT = 0.6  # em between the tops of elements that start beside each other
_MAX_LOWER = 1.1  # em by which the text beside a side head may start lower
_TOUCHING = -0.25  # em: lines of one band may overlap by so much


class _Gutter(NamedTuple):
    """A vertical gap between columns, which some elements may cross. The one with the highest score is used."""

    score: float
    x: float


def in_reading_order(elements: Sequence[ElementT], *, em: float, right_to_left: bool = False) -> list[ElementT]:
    """Return the elements in reading order. `em` is the size of the body text in points."""
    if right_to_left:
        placed = [PlacedElement(-element.x1, element.y0, -element.x0, element.y1, element) for element in elements]
    else:
        placed = [PlacedElement(element.x0, element.y0, element.x1, element.y1, element) for element in elements]
    return [item.element for item in _Cutter[ElementT](em).order(placed, 0)]


class _Cutter(Generic[ElementT]):
    """The recursive cut. `order` is its entry point; each cut calls it again with the elements of one part."""

    def __init__(self, em: float) -> None:
        self._em = em

    def order(self, items: list[PlacedElement[ElementT]], depth: int) -> list[PlacedElement[ElementT]]:
        if len(items) <= 1:
            return items
        if depth > _MAX_DEPTH:
            return self._by_rows(items, 0.6)
        columns = self._columns(items)
        if len(columns) > 1:
            return self._order_columns(columns, depth)
        gutter = self._crossed_gutter(items)
        if gutter is not None:
            return self._order_bands_of_gutter(items, gutter, depth)
        return self._order_top_down(items, depth)

    def _by_rows(self, items: list[PlacedElement[ElementT]], height: float) -> list[PlacedElement[ElementT]]:
        return sorted(items, key=lambda item: (round(item.middle_y / (height * self._em)), item.x0))

    def _columns(self, items: list[PlacedElement[ElementT]]) -> list[list[PlacedElement[ElementT]]]:
        """Split the elements at free vertical gutters."""
        columns: list[list[PlacedElement[ElementT]]] = []
        right = float("-inf")
        for item in sorted(items, key=lambda item: item.x0):
            if not columns or item.x0 - right > _MIN_GUTTER * self._em:
                columns.append([])
            columns[-1].append(item)
            right = max(right, item.x1)
        return columns

    def _order_columns(self, columns: list[list[PlacedElement[ElementT]]], depth: int) -> list[PlacedElement[ElementT]]:
        title = self._title_above(columns)
        if title is not None:
            rest = [item for column in columns for item in column if item is not title]
            return [title, *self.order(rest, depth + 1)]
        if is_form(columns):
            return file_order(columns) or self._by_rows([item for column in columns for item in column], 0.5)
        written = coherent_order(columns, self._em)
        if written:
            return written
        bands = self._staircase_bands(columns) or self._sparse_bands(columns)
        if bands:
            return [item for band in bands for item in self.order(band, depth + 1)]
        head_tops = self._side_head_tops(columns)
        if head_tops:
            return self._order_side_heads(columns, head_tops, depth)
        return [item for column in columns for item in self.order(column, depth + 1)]

    def _title_above(self, columns: list[list[PlacedElement[ElementT]]]) -> PlacedElement[ElementT] | None:
        """Return an element that stands above all others, centred over all columns, if it is not in the first one."""
        items = [item for column in columns for item in column]
        title = min(items, key=lambda item: item.y0)
        others = [item for item in items if item is not title]
        if title in columns[0] or min(item.y0 for item in others) < title.y1:
            return None
        middle = (min(item.x0 for item in others) + max(item.x1 for item in others)) / 2
        return title if abs((title.x0 + title.x1) / 2 - middle) < _CENTRED * self._em else None

    def _staircase_bands(self, columns: list[list[PlacedElement[ElementT]]]) -> list[list[PlacedElement[ElementT]]]:
        """Return runs of elements of one column, each below the last run, if no elements stand beside each other."""
        column_of = {id(item): number for number, column in enumerate(columns) for item in column}
        bands = self._bands([item for column in columns for item in column], min_gap=_TOUCHING)
        if any(len({column_of[id(item)] for item in band}) > 1 for band in bands):
            return []
        runs = groupby(bands, key=lambda band: column_of[id(band[0])])
        return [[item for band in run for item in band] for _, run in runs]

    def _sparse_bands(self, columns: list[list[PlacedElement[ElementT]]]) -> list[list[PlacedElement[ElementT]]]:
        """Return the rows of forms and signatures, if there are few elements beside the first column and much space."""
        if any(item.element.text_length >= MAX_CELL_CHARACTERS for column in columns[1:] for item in column):
            return []
        first_ids = {id(item) for item in columns[0]}
        bands = self._bands([item for column in columns for item in column], min_gap=_MIN_SPARSE_GAP)
        if sum(0 < sum(id(item) in first_ids for item in band) < len(band) for band in bands) < _MIN_SPARSE_BANDS:
            return []
        tops, bottoms = [min(i.y0 for i in band) for band in bands], [max(i.y1 for i in band) for band in bands]
        white = sum(top - bottom for top, bottom in zip(tops[1:], bottoms, strict=False))
        return bands if white >= _MIN_SPARSE_SHARE * (bottoms[-1] - tops[0]) else []

    def _side_head_tops(self, columns: list[list[PlacedElement[ElementT]]]) -> list[float]:
        """Return the tops of side heads: short text in a narrow left column, beside the start of text on the right."""
        if len(columns) != 2:
            return []
        right = columns[1]
        top = min(item.y0 for item in right)
        left = [item for item in columns[0] if item.y1 > top]  # elements above the right column are no side heads
        if not left:
            return []
        width = max(item.x1 for item in right) - min(item.x0 for item in left)
        filled = sum(item.y1 - item.y0 for item in left)
        if max(i.x1 for i in left) - min(i.x0 for i in left) > _MAX_SIDE_HEAD_WIDTH * width:
            return []
        tops = self._paragraph_tops(left)
        is_paired = len(tops) > 1 and self._are_level(tops, self._paragraph_tops(right))
        if not is_paired and filled > _MAX_SIDE_HEAD_FILL * sum(item.y1 - item.y0 for item in right):
            return []
        is_beside_text = all(any(-_SAME_HEIGHT < (i.y0 - top) / self._em < _MAX_LOWER for i in right) for top in tops)
        return tops if is_beside_text else []

    def _are_level(self, tops: Sequence[float], others: Sequence[float]) -> bool:
        """Check for terms and definitions: as many paragraphs on both sides, which start at the same heights."""
        if len(tops) != len(others):
            return False
        return all(abs(a - b) < _SAME_HEIGHT * self._em for a, b in zip(tops, others, strict=True))

    def _paragraph_tops(self, column: list[PlacedElement[ElementT]]) -> list[float]:
        tops: list[float] = []
        bottom = float("-inf")
        for item in sorted(column, key=lambda item: item.y0):
            if item.y0 - bottom > 0.5 * self._em:
                tops.append(item.y0)
            bottom = max(bottom, item.y1)
        return tops

    def _order_side_heads(
        self, columns: list[list[PlacedElement[ElementT]]], tops: list[float], depth: int
    ) -> list[PlacedElement[ElementT]]:
        """Order each side head before the text beside it, down to the next side head."""
        left, right = columns
        borders = [float("-inf"), *(top - _SAME_HEIGHT * self._em for top in tops), float("inf")]
        ordered: list[PlacedElement[ElementT]] = []
        for top, bottom in pairwise(borders):
            for column in (left, right):
                ordered += self.order([item for item in column if top <= item.y0 < bottom], depth + 1)
        return ordered

    def _crossed_gutter(self, items: list[PlacedElement[ElementT]]) -> _Gutter | None:
        """Return the gutter, at the left edge of an element, with many elements on both sides and few that cross it."""
        edges, neighbour_edges = _Edges(items), _Edges(_with_neighbours(items))
        found: list[_Gutter] = []
        for x in sorted({round(left) for left in edges.lefts}):
            left, right = edges.left_of(x), edges.right_of(x)
            if min(left, right) < 2 or edges.shared_height(left, right) < _MIN_SHARED_HEIGHT * self._em:
                continue
            crossing = len(items) - left - right
            cost = _CROSSING_COST * crossing + _NEIGHBOUR_COST * neighbour_edges.crossing(x)
            score = min(left, right) - cost
            if score > 0:
                found.append(_Gutter(score, x))
        ordered = sorted(found, key=lambda gutter: -gutter.score)
        return next((gutter for gutter in ordered if self._has_text_on_both_sides(items, gutter.x)), None)

    def _has_text_on_both_sides(self, items: Sequence[PlacedElement[ElementT]], x: float) -> bool:
        """Check for elements beside each other. Terms and indented definitions only follow one another."""
        left, right = [i for i in items if i.x1 < x], [i for i in items if i.x0 >= x - 1]
        left_ids = {id(item) for item in left}
        bands = self._bands([*left, *right], min_gap=_TOUCHING)
        return any(0 < sum(id(item) in left_ids for item in band) < len(band) for band in bands)

    def _order_bands_of_gutter(
        self, items: list[PlacedElement[ElementT]], gutter: _Gutter, depth: int
    ) -> list[PlacedElement[ElementT]]:
        """Order the bands between elements that cross the gutter, each on its own."""
        crossing = sorted((i for i in items if i.x0 < gutter.x - 1 and i.x1 >= gutter.x), key=lambda i: (i.y0, i.x0))
        if not crossing:
            left, right = [i for i in items if i.x1 < gutter.x], [i for i in items if i.x1 >= gutter.x]
            return self.order(left, depth + 1) + self.order(right, depth + 1)
        crossing_ids = {id(item) for item in crossing}
        rest = [item for item in items if id(item) not in crossing_ids]
        ordered: list[PlacedElement[ElementT]] = []
        for crossing_item in crossing:
            middle, bottom = crossing_item.middle_y, crossing_item.y1
            above = [item for item in rest if item.middle_y < middle and item.y1 <= bottom]
            above_ids = {id(item) for item in above}
            rest = [item for item in rest if id(item) not in above_ids]
            ordered += [*self.order(above, depth + 1), crossing_item]
        return ordered + self.order(rest, depth + 1)

    def _order_top_down(self, items: list[PlacedElement[ElementT]], depth: int) -> list[PlacedElement[ElementT]]:
        bands = self._bands(items, min_gap=_TOUCHING)
        if len(bands) == 1:
            return self._by_rows(items, 0.6)
        return [item for run in self._runs(bands) for item in self._order_run(run, depth)]

    def _runs(self, bands: list[list[PlacedElement[ElementT]]]) -> Iterator[list[list[PlacedElement[ElementT]]]]:
        """Yield runs of bands that have the same free gutter. A run of several bands starts with two columns."""
        run: list[list[PlacedElement[ElementT]]] = []
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

    def _order_run(self, run: list[list[PlacedElement[ElementT]]], depth: int) -> list[PlacedElement[ElementT]]:
        """Order a run of bands. Addresses and labels with values look the same; the order of the file decides."""
        columns = self._columns([item for band in run for item in band]) if len(run) > 1 else []
        return file_order(columns) or [item for band in run for item in self.order(band, depth + 1)]

    def _bands(self, items: list[PlacedElement[ElementT]], *, min_gap: float) -> list[list[PlacedElement[ElementT]]]:
        """Split the elements into bands from top to bottom, at gaps of at least `min_gap` em."""
        bands: list[list[PlacedElement[ElementT]]] = []
        bottom = float("-inf")
        for item in sorted(items, key=lambda item: (item.y0, item.x0)):
            if not bands or item.y0 - bottom >= min_gap * self._em:
                bands.append([])
            bands[-1].append(item)
            bottom = max(bottom, item.y1)
        return bands


class _Edges:
    """Sorted edges of elements, to count those on both sides of a vertical line."""

    def __init__(self, items: Sequence[PlacedElement[Any]]) -> None:
        by_right, by_left = sorted(items, key=lambda item: item.x1), sorted(items, key=lambda item: item.x0)
        self.rights, self.lefts = [item.x1 for item in by_right], [item.x0 for item in by_left]
        self._left_tops, self._left_bottoms = _running_extent(by_right)
        self._right_tops, self._right_bottoms = _running_extent(by_left[::-1])

    def left_of(self, x: float) -> int:
        return bisect_left(self.rights, x)

    def right_of(self, x: float) -> int:
        return len(self.lefts) - bisect_left(self.lefts, x - 1)

    def crossing(self, x: float) -> int:
        return len(self.lefts) - self.left_of(x) - self.right_of(x)

    def shared_height(self, left: int, right: int) -> float:
        """Return the common height of the `left` leftmost and the `right` rightmost elements."""
        tops, bottoms = self._left_tops[left - 1], self._left_bottoms[left - 1]
        return overlap(tops, bottoms, self._right_tops[right - 1], self._right_bottoms[right - 1])


def _running_extent(items: Sequence[PlacedElement[Any]]) -> tuple[list[float], list[float]]:
    """Return the topmost and lowest edges of the first 1, 2, 3 … items."""
    return list(accumulate((i.y0 for i in items), min)), list(accumulate((i.y1 for i in items), max))


def _with_neighbours(items: Sequence[PlacedElement[Any]]) -> list[PlacedElement[Any]]:
    """Return the elements that have another one at their height. A line across all columns has none."""
    neighbours: dict[int, PlacedElement[Any]] = {}
    by_top = sorted(items, key=lambda item: item.y0)
    for number, item in enumerate(by_top):
        for other in islice(by_top, number + 1, None):
            if other.y0 >= item.y1:
                break
            if overlap(item.y0, item.y1, other.y0, other.y1) > 0.5 * min(item.y1 - item.y0, other.y1 - other.y0):
                neighbours[id(item)], neighbours[id(other)] = item, other
    return list(neighbours.values())
