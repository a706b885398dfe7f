"""Evidence that shapes are a diagram: boxes that stand apart and are joined by lines."""

from collections.abc import Sequence
from itertools import combinations, pairwise
from typing import Final

from documents.pipeline.pdf.geometry import (
    area,
    connected_groups,
    horizontal_overlap,
    overlap,
    vertical_overlap,
)
from documents.pipeline.pdf.layout.phrases import Phrases
from documents.types import Box

_MIN_BOXES: Final = 3
_MAX_BOXES: Final = 200
_MIN_WIDTH, _MIN_HEIGHT = 15.0, 10.0  # points
_MAX_SHARE: Final = 0.1  # of the page's area
_MIN_APART: Final = 3.0  # points between two boxes: cells touch
_REACH: Final = 4.0  # points between the end of a line and a box: arrow heads are drawn between them
_THIN: Final = 3.0
_MIN_LINE: Final = 4.0  # points
_TOUCHING: Final = 2.0
_MAX_LEVEL: Final = 2  # phrases of a box beside another one


def are_joined(boxes: Sequence[Box], lines: Sequence[Box], phrases: Phrases, *, page_area: float) -> bool:
    """Check for boxes with words that are joined by lines.

    `lines` are ruling lines and the bounds of slanted ones.
    """
    large = [box for box in boxes if _is_large(box) and area(box) <= _MAX_SHARE * page_area]
    apart = [box for box in _apart(large) if _has_label(box, phrases)]
    if len(apart) < _MIN_BOXES:
        return False
    links = [line for line in lines if _length(line) >= _MIN_LINE and not _is_edge(line, apart)]
    joined: set[Box] = set()
    for group in connected_groups(links, _TOUCHING):
        ends = [box for box in apart if any(_ends_at(link, box) for link in group)]
        if len(ends) > 1:
            joined.update(ends)
    return len(joined) >= _MIN_BOXES


def stand_apart(boxes: Sequence[Box]) -> bool:
    """Check for enough boxes that touch no other."""
    return len(_apart(boxes)) >= _MIN_BOXES


def _has_label(box: Box, phrases: Phrases) -> bool:
    """Check for words in the box. A row of a table has more of them beside each other."""
    heights = [phrase.middle_y for phrase in phrases.inside(box)]
    level = sum(after - before < _TOUCHING for before, after in pairwise(heights))
    return bool(heights) and level < _MAX_LEVEL


def _is_large(box: Box) -> bool:
    return box.x1 - box.x0 >= _MIN_WIDTH and box.y1 - box.y0 >= _MIN_HEIGHT


def _apart(boxes: Sequence[Box]) -> list[Box]:
    """Return the boxes that touch no other: the cells of a table do. The fill and the frame of a box are one."""
    distinct: list[Box] = []
    for box in boxes[:_MAX_BOXES]:
        if not any(all(abs(a - b) < _TOUCHING for a, b in zip(box, other, strict=True)) for other in distinct):
            distinct.append(box)
    touching = {
        box
        for pair in combinations(distinct, 2)
        if min(horizontal_overlap(*pair), vertical_overlap(*pair)) > -_MIN_APART
        for box in pair
    }
    return [box for box in distinct if box not in touching]


def _length(line: Box) -> float:
    return max(line.x1 - line.x0, line.y1 - line.y0)


def _is_edge(line: Box, boxes: Sequence[Box]) -> bool:
    """Check for an edge of a box, or a line within it."""
    return any(
        line.x0 >= box.x0 - _TOUCHING
        and line.x1 <= box.x1 + _TOUCHING
        and line.y0 >= box.y0 - _TOUCHING
        and line.y1 <= box.y1 + _TOUCHING
        for box in boxes
    )


def _ends_at(line: Box, box: Box) -> bool:
    """Check for a line that ends at a side of the box, and not at a corner, where the lines of a grid meet."""
    across = overlap(line.x0, line.x1, box.x0, box.x1)
    down = overlap(line.y0, line.y1, box.y0, box.y1)
    if min(across, down) < -_REACH or _crosses(line, box) or min(max(across, 0), max(down, 0)) > _THIN:
        return False
    x, y = (line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2
    if line.x1 - line.x0 <= _THIN:
        return box.x0 + _REACH < x < box.x1 - _REACH
    return line.y1 - line.y0 > _THIN or box.y0 + _TOUCHING < y < box.y1 - _TOUCHING


def _crosses(line: Box, box: Box) -> bool:
    """Check for a line that runs past the box on both sides."""
    return (line.x0 < box.x0 - _REACH and line.x1 > box.x1 + _REACH) or (
        line.y0 < box.y0 - _REACH and line.y1 > box.y1 + _REACH
    )
