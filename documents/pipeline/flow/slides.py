"""Slides: everything on one page, at its place, in letters that fit there."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

from documents.pipeline.flow.model import Area, Block, Section
from documents.types import StructureKind

SLIDE = (720.0, 405.0)
MARGIN = 28.0
_LEAST = 8.0  # points: a place that is smaller says nothing
_SIZES = (20, 18, 16, 14, 12, 11, 10, 9, 8, 7, 6, 5)
_TITLE_SIZES = (30, 26, 22, *_SIZES[1:])

Placed = Sequence[tuple[int, Block]]


def groups_of(section: Section, blocks: Placed) -> list[tuple[Area, Placed]]:
    """Blocks that share a place, pictures first, because they may lie under the text."""
    if not all(block.area is not None and _is_usable(block.area, section) for _, block in blocks):
        width, height = section.width - 2 * MARGIN, section.height - 2 * MARGIN
        return [(Area(MARGIN, MARGIN, width, height), blocks)]
    groups = [(area, list(group)) for area, group in groupby(blocks, key=_area) if area is not None]
    return sorted(groups, key=lambda entry: entry[1][0][1].kind is not StructureKind.FIGURE)


def group_data(area: Area, printed: list[dict[str, Any]]) -> dict[str, Any]:
    is_title = all(block["kind"] == "title" for block in printed)
    sizes = _TITLE_SIZES if is_title else _SIZES
    return {"x": area.x, "y": area.y, "width": area.width, "height": area.height, "sizes": sizes, "blocks": printed}


def _area(entry: tuple[int, Block]) -> Area | None:
    return entry[1].area


def _is_usable(area: Area, section: Section) -> bool:
    is_large = area.width >= _LEAST and area.height >= _LEAST
    return is_large and 0 <= area.x < section.width - _LEAST and 0 <= area.y < section.height - _LEAST
