"""Find the regions of charts, diagrams, maps and other drawings: groups of shapes that are no tables or text boxes."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from documents.pipeline.pdf.geometry import area, cluster, connected_groups, overlap_share, union
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.layout.drawing_evidence import (
    are_joined,
    has_axis,
    has_bars,
    has_dots_on_line,
    may_have_bars,
    numbers_of,
    stand_apart,
)
from documents.pipeline.pdf.layout.phrases import Phrase, Phrases
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_TOUCHING: Final = 6.0  # points between the parts of a drawing
_MAX_PARTS: Final = 1500
_MAX_SHARE: Final = 0.6  # of the page's area: larger groups are backgrounds and borders
_MIN_SIDE: Final = 50.0  # points: smaller drawings are logos and ornaments
_LARGE: Final = 24.0  # points: smaller curves are characters, arrow heads and dots
_MIN_LABELS: Final = 3
_MANY_CURVES: Final = 4
_MANY_CURVES_SHARE: Final = 0.02  # of the page's area
_MAX_GRID_DISTANCE: Final = 72.0  # points between two lines of a grid
_AXIS_LENGTH: Final = 0.6  # of the side of the drawing
_MAX_PROSE: Final = 0.4  # of the characters in a drawing
_MIN_ROWS, _MIN_IN_ROW = 3, 2
_ALIGNED: Final = 2.0  # points
_MIN_ALIGNED: Final = 0.7  # of the phrases
_IN_A_ROW: Final = 3  # shapes of one size
_MIN_PARTS: Final = 3  # of a chart
_MIN_TEXT_BOX: Final = 8.0  # points
_EDGES: Final[Sequence[Callable[[Box], float]]] = (lambda b: b.x0, lambda b: b.x1, lambda b: (b.x0 + b.x1) / 2)


class Page(NamedTuple):
    """The phrases of a page, the ids of the words of running text, and the area in square points."""

    phrases: Phrases
    prose_ids: frozenset[int]
    area: float


def may_have_drawings(graphics: Graphics, words: Sequence[Word]) -> bool:
    """Check quickly for shapes that can be a drawing, without grouping the text of the page."""
    shapes = _shapes(graphics)
    if len(shapes) < _MIN_PARTS and not any(_side(shape) >= _LARGE for shape in graphics.slanted):
        return False
    groups = _groups(shapes, graphics)
    if any(group.may_be_drawing() for group in groups):
        return True
    large = [group.box for group in groups if group.is_large()]
    numbers = numbers_of(words) if large else Phrases(())
    return any(has_axis(box, numbers) for box in large)


def find_drawings(graphics: Graphics, page: Page) -> list[Box]:
    """Return the regions of the drawings of a page, without the labels around them."""
    parts = [
        part
        for part in _shapes(graphics)
        if area(part) < _MAX_SHARE * page.area and not _has_prose(_inside(part, page), page)
    ]
    groups = _groups([*parts, *_bridges(graphics.horizontal, page)], graphics)
    row = _shapes_in_a_row(groups, page)
    return merged([*(group.box for group in groups if group.is_drawing(page)), *([union(row)] if row else [])])


def _shapes(graphics: Graphics) -> list[Box]:
    shapes = list(dict.fromkeys([*graphics.slanted, *graphics.fills, *graphics.frames, *_rules(graphics)]))
    return shapes if len(shapes) <= _MAX_PARTS else sorted(shapes, key=_side, reverse=True)[:_MAX_PARTS]


def _groups(parts: Sequence[Box], graphics: Graphics) -> "list[_Drawing]":
    kinds = _Kinds(*(frozenset(kind) for kind in (graphics.slanted, graphics.fills, graphics.frames, _rules(graphics))))
    return [_Drawing(union(group), group, kinds) for group in connected_groups(parts, _TOUCHING)]


def merged(boxes: Sequence[Box]) -> list[Box]:
    """Return the boxes, where those that overlap are one."""
    result: list[Box] = []
    for box in boxes:
        current = box
        while overlapping := [other for other in result if overlap_share(current, other) > 0]:
            result = [other for other in result if other not in overlapping]
            current = union([current, *overlapping])
        result.append(current)
    return result


class _Kinds(NamedTuple):
    slanted: frozenset[Box]
    fills: frozenset[Box]
    frames: frozenset[Box]
    rules: frozenset[Box]


class _Drawing:
    """Shapes that touch each other."""

    def __init__(self, box: Box, parts: Sequence[Box], kinds: _Kinds) -> None:
        self.box = box
        self.slanted = [part for part in parts if part in kinds.slanted]
        self._fills = [part for part in parts if part in kinds.fills]
        self._frames = [part for part in parts if part in kinds.frames]
        self._rules = [part for part in parts if part in kinds.rules]
        self._boxes = [*self._fills, *self._frames]

    def may_be_drawing(self) -> bool:
        """Check for shapes that are no ruling lines and no grid of cells."""
        has_boxes = len(self._boxes) >= _MIN_PARTS and stand_apart(self._boxes)
        return len(self.slanted) >= _MIN_PARTS or bool(self._curves()) or has_boxes or may_have_bars(self._fills)

    def is_large(self) -> bool:
        return min(self._width, self._height) >= _MIN_SIDE

    def is_drawing(self, page: Page) -> bool:
        """Check for a chart or a diagram, and no table, text box or ornament."""
        if area(self.box) > _MAX_SHARE * page.area or max(self._width, self._height) < _MIN_SIDE:
            return False
        inside = _inside(self.box, page)
        if _has_prose(inside, page):
            return False
        lines = [*self._rules, *self.slanted]
        if self._is_timeline() or are_joined(self._boxes, lines, page.phrases, page_area=page.area):
            return True
        if not self.is_large() or self._is_mostly_curved(page):
            return self.is_large()
        return not _is_table(inside) and (self._is_chart(page) or self._has_curves(inside))

    def _is_timeline(self) -> bool:
        lying = [rule for rule in self._rules if rule.x1 - rule.x0 > rule.y1 - rule.y0]
        return has_dots_on_line(self.slanted, lying)

    @property
    def _width(self) -> float:
        return self.box.x1 - self.box.x0

    @property
    def _height(self) -> float:
        return self.box.y1 - self.box.y0

    def _is_chart(self, page: Page) -> bool:
        if len(self._fills) + len(self._rules) + len(self.slanted) < _MIN_PARTS:
            return False
        return has_bars(self._fills, page.phrases) or has_axis(self.box, page.phrases)

    def _is_mostly_curved(self, page: Page) -> bool:
        """Check for a large drawing of many curves or polygons, as a map."""
        curved = {_rounded(shape) for shape in self.slanted}  # a filled polygon is also a fill
        others = sum(_rounded(shape) not in curved for shape in (*self._fills, *self._rules, *self._frames))
        is_large = area(self.box) >= _MANY_CURVES_SHARE * page.area
        return is_large and len(self._curves()) >= max(_MANY_CURVES, others)

    def _has_curves(self, inside: Sequence[Phrase]) -> bool:
        """Check for curves with labels or axes."""
        return bool(self._curves()) and (len(inside) >= _MIN_LABELS or self._has_axes())

    def _curves(self) -> list[Box]:
        """Return the curves that are no characters, arrow heads or dots."""
        return [shape for shape in self.slanted if _side(shape) >= _LARGE]

    def _has_axes(self) -> bool:
        lines = [*self._rules, *self._frames]
        has_row = any(line.x1 - line.x0 >= _AXIS_LENGTH * self._width for line in lines)
        return has_row and any(line.y1 - line.y0 >= _AXIS_LENGTH * self._height for line in lines)


def _bridges(rules: Sequence[Box], page: Page) -> Iterator[Box]:
    """Yield boxes between rules of the same ends with nothing written between them: the grid lines of a chart."""
    by_ends = sorted(rules, key=lambda rule: (round(rule.x0), round(rule.x1), rule.y0))
    for above, below in pairwise(by_ends):
        between = Box(above.x0, above.y1, above.x1, below.y0)
        same_ends = abs(above.x0 - below.x0) < _ALIGNED and abs(above.x1 - below.x1) < _ALIGNED
        if not (same_ends and _TOUCHING < between.y1 - between.y0 < _MAX_GRID_DISTANCE):
            continue
        if not page.phrases.inside(between, slack=-_ALIGNED):
            yield between


def _rules(graphics: Graphics) -> list[Box]:
    return [*graphics.horizontal, *graphics.vertical]


def _rounded(box: Box) -> tuple[int, ...]:
    return tuple(round(edge) for edge in box)


def _side(box: Box) -> float:
    return max(box.x1 - box.x0, box.y1 - box.y0)


def _characters(phrases: Sequence[Phrase]) -> int:
    return sum(len(word.text) for phrase in phrases for word in phrase.words)


def _inside(box: Box, page: Page) -> list[Phrase]:
    if min(box.x1 - box.x0, box.y1 - box.y0) < _MIN_TEXT_BOX:
        return []
    return page.phrases.inside(box)


def _has_prose(inside: Sequence[Phrase], page: Page) -> bool:
    in_prose = [phrase for phrase in inside if id(phrase.words[0]) in page.prose_ids]
    return _characters(in_prose) > _MAX_PROSE * _characters(inside)


def _is_table(phrases: Sequence[Phrase]) -> bool:
    """Check for phrases in rows and columns."""
    boxes = [phrase.box for phrase in phrases]
    rows = [sum(abs(o.y0 + o.y1 - box.y0 - box.y1) < _ALIGNED for o in boxes) for box in boxes]
    in_rows = [box for box, count in zip(boxes, rows, strict=True) if count >= _MIN_IN_ROW]
    if len(cluster([box.y0 + box.y1 for box in in_rows], _ALIGNED)) < _MIN_ROWS:
        return False
    return any(_share_in_columns([edge(box) for box in in_rows]) >= _MIN_ALIGNED for edge in _EDGES) and len(
        in_rows
    ) >= _MIN_ALIGNED * len(boxes)


def _share_in_columns(edges: Sequence[float]) -> float:
    return sum(sum(abs(edge - other) < _ALIGNED for other in edges) >= _MIN_ROWS for edge in edges) / len(edges)


def _shapes_in_a_row(groups: Sequence[_Drawing], page: Page) -> list[Box]:
    """Return shapes of one size beside each other, with words in them: the figures of an information graphic."""
    shapes = [group.box for group in groups if group.slanted and _side(group.box) >= _LARGE]
    with_words = [box for box in shapes if page.phrases.inside(box)]
    for box in with_words:
        row = [other for other in with_words if abs(other.y0 - box.y0) < _ALIGNED and abs(other.y1 - box.y1) < _ALIGNED]
        if len(row) >= _IN_A_ROW:
            return row
    return []
