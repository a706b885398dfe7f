"""Regions of pictures and drawings: groups of images and coloured shapes outside tables."""

from collections.abc import Sequence

from documents.pipeline.pdf.geometry import area, connected, middle_inside, union
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.tables.grid import FoundTable
from documents.types import Box

_TOUCH = 8.0
_SAME_PICTURE = 1.0  # points between the strips of a picture
_MIN_IMAGE, _MAX_IMAGE = 0.004, 0.5  # of the page's area: smaller ones are ornaments, larger ones backgrounds
_MAX_SHAPE = 0.05
_MIN_SHAPE_HEIGHT = 3.0
_MIN_SHAPES = 4
_MAX_BOXES = 1500


def find_figures(graphics: Graphics, tables: Sequence[FoundTable], *, width: float, height: float) -> list[Box]:
    page = width * height
    images = {box for box in graphics.images if _MIN_IMAGE * page < area(box) < _MAX_IMAGE * page}
    shapes = [b for b in graphics.fills if area(b) < _MAX_SHAPE * page and b.y1 - b.y0 > _MIN_SHAPE_HEIGHT]
    boxes = [box for box in (*images, *shapes) if not any(middle_inside(box, table.box) for table in tables)]
    groups = connected(boxes[:_MAX_BOXES], _TOUCH)
    return [union(group) for group in groups if len(group) >= _MIN_SHAPES or images.intersection(group)]


def find_pictures(graphics: Graphics, *, width: float, height: float) -> list[Box]:
    """Images that are large enough to be looked at, as figures of the document. Strips of one picture are one."""
    page = width * height
    groups = connected(graphics.images[:_MAX_BOXES], _SAME_PICTURE)
    clipped = (_clipped(union(group), width, height) for group in groups)
    return [box for box in clipped if area(box) > _MIN_IMAGE * page]


def _clipped(box: Box, width: float, height: float) -> Box:
    return Box(max(0.0, box.x0), max(0.0, box.y0), min(width, box.x1), min(height, box.y1))
