"""Regions in which ruled tables may be: rules that touch, cell backgrounds, and stripes."""

from collections.abc import Sequence
from dataclasses import dataclass

from documents.pipeline.pdf.geometry import connected_groups, union
from documents.pipeline.pdf.graphics import Graphics
from documents.types import Box

_TOUCH = 3.0  # points, as the following
_SAME_EDGE = 3.0
_ALIGNED = 6.0
_MIN_STRIPE_WIDTH = 100.0
_MAX_RULES = 3000  # a page with more is a drawing
_MAX_CELLS = 1000  # a page with more coloured boxes is a picture


@dataclass(frozen=True)
class Region:
    """A group of rules, and their bounding box."""

    box: Box
    horizontal: tuple[Box, ...]
    vertical: tuple[Box, ...]


def ruled_regions(graphics: Graphics, touch: float = _TOUCH) -> list[Region]:
    """Return the groups of drawn rules that are no farther apart than `touch`, in points."""
    return _regions(_rules(graphics), touch)


def shaded_regions(
    graphics: Graphics, drawn: Sequence[Region], *, page_width: float, page_height: float, body: float
) -> list[Region]:
    """Return regions as `ruled_regions` does, with the edges of cell backgrounds and stripes as additional rules.

    Regions that are stacked closely are one. `drawn` are those of `ruled_regions`; on a page without backgrounds there
    are no others.
    """
    cells = _cell_backgrounds(graphics.fills, page_width=page_width, page_height=page_height, body=body)
    edges = [edge for box in _with_shared_edges(cells) for edge in (*_top_and_bottom(box), *_sides(box))]
    edges += [edge for group in _stripes(cells, body) for box in group for edge in _top_and_bottom(box)]
    return _merge_stacked(_regions([*_rules(graphics), *edges]) if edges else drawn, body)


def has_stripes(graphics: Graphics, *, page_width: float, page_height: float, body: float) -> bool:
    cells = _cell_backgrounds(graphics.fills, page_width=page_width, page_height=page_height, body=body)
    return bool(_stripes(cells, body))


def _stripes(cells: Sequence[Box], body: float) -> list[list[Box]]:
    """Return groups of three or more wide, low rectangles with the same edges: the shaded rows of a table."""
    groups: dict[tuple[int, int], list[Box]] = {}
    for box in cells:
        if box.y1 - box.y0 < 6 * body:
            groups.setdefault((round(box.x0 / _SAME_EDGE), round(box.x1 / _SAME_EDGE)), []).append(box)
    return [group for group in groups.values() if len(group) >= 3 and group[0].x1 - group[0].x0 > _MIN_STRIPE_WIDTH]


def _cell_backgrounds(fills: Sequence[Box], *, page_width: float, page_height: float, body: float) -> list[Box]:
    cells = [b for b in fills if b.x1 - b.x0 < 0.9 * page_width and 0.6 * body < b.y1 - b.y0 < 0.5 * page_height]
    return cells[:_MAX_CELLS]


def _with_shared_edges(cells: Sequence[Box]) -> list[Box]:
    """Return the rectangles that share their left or top edge with two others."""
    return [
        box
        for box in cells
        if sum(abs(o.x0 - box.x0) < _SAME_EDGE or abs(o.y0 - box.y0) < _SAME_EDGE for o in cells) >= 3
    ]


def _top_and_bottom(box: Box) -> tuple[Box, Box]:
    return Box(box.x0, box.y0, box.x1, box.y0), Box(box.x0, box.y1, box.x1, box.y1)


def _sides(box: Box) -> tuple[Box, Box]:
    return Box(box.x0, box.y0, box.x0, box.y1), Box(box.x1, box.y0, box.x1, box.y1)


def _long(rules: Sequence[Box]) -> list[Box]:
    return [rule for rule in rules if rule.x1 - rule.x0 > 8]  # points: shorter ones are dashes


def _tall(rules: Sequence[Box]) -> list[Box]:
    return [rule for rule in rules if rule.y1 - rule.y0 > 4]  # points


def _rules(graphics: Graphics) -> list[Box]:
    return [*_long(graphics.horizontal), *_tall(graphics.vertical)]


def _regions(rules: Sequence[Box], touch: float = _TOUCH) -> list[Region]:
    return [_region(group) for group in connected_groups(rules[:_MAX_RULES], touch)]


def _region(rules: Sequence[Box]) -> Region:
    horizontal = tuple(rule for rule in rules if rule.x1 - rule.x0 >= rule.y1 - rule.y0)
    vertical = tuple(rule for rule in rules if rule.x1 - rule.x0 < rule.y1 - rule.y0)
    return Region(union(rules), horizontal, vertical)


def _merge_stacked(regions: Sequence[Region], body: float) -> list[Region]:
    """Merge regions of the same width that follow closely."""
    merged: list[Region] = []
    for region in sorted(regions, key=lambda region: region.box.y0):
        for number, other in enumerate(merged):
            if _continues(other.box, region.box, body):
                merged[number] = _joined(other, region)
                break
        else:
            merged.append(region)
    return merged


def _joined(above: Region, below: Region) -> Region:
    horizontal, vertical = (*above.horizontal, *below.horizontal), (*above.vertical, *below.vertical)
    return Region(union([above.box, below.box]), horizontal, vertical)


def _continues(above: Box, below: Box, body: float) -> bool:
    same_width = abs(above.x0 - below.x0) < _ALIGNED and abs(above.x1 - below.x1) < _ALIGNED
    gap = max(above.y0, below.y0) - min(above.y1, below.y1)
    return same_width and gap < 2.4 * body and min(above.x1 - above.x0, below.x1 - below.x0) > _MIN_STRIPE_WIDTH
