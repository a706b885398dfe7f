"""Figures (groups of images and coloured shapes outside tables) and pictures (images of the page)."""

from collections.abc import Sequence

from documents.pipeline.pdf.geometry import area, center_inside, connected_groups, union
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_FIGURE_TOLERANCE = 8.0  # points between the parts of a figure
_PICTURE_TOLERANCE = 1.0  # points between the strips of a picture
_MIN_IMAGE, _MAX_IMAGE = 0.004, 0.5  # of the page's area: smaller ones are ornaments, larger ones backgrounds
_MAX_SHAPE = 0.05  # of the page's area
_MIN_SHAPE_HEIGHT = 3.0
_MIN_SHAPES = 4
_MAX_BOXES = 1500

# Limits for pictures that are sent to OCR. Smaller pictures are ornaments.
_MIN_OCR_WIDTH, _MIN_OCR_HEIGHT = 40.0, 18.0  # points
_MIN_OCR_AREA = 0.006  # of the page's area
_MAX_WORDS = 6
_MAX_TEXT_SHARE = 0.02  # of the picture's area: more words than that are the text layer of a scan, or labels
_MAX_PICTURES = 12  # of a page


def find_figures(graphics: Graphics, tables: Sequence[Box], *, width: float, height: float) -> list[Box]:
    """Return the regions of figures outside tables. `width` and `height` are those of the page."""
    page = width * height
    images = {box for box in graphics.images if _MIN_IMAGE * page < area(box) < _MAX_IMAGE * page}
    shapes = [b for b in graphics.fills if area(b) < _MAX_SHAPE * page and b.y1 - b.y0 > _MIN_SHAPE_HEIGHT]
    boxes = [box for box in (*images, *shapes) if not any(center_inside(box, table) for table in tables)]
    groups = connected_groups(boxes[:_MAX_BOXES], _FIGURE_TOLERANCE)
    return [union(group) for group in groups if len(group) >= _MIN_SHAPES or images.intersection(group)]


def find_pictures(graphics: Graphics, *, width: float, height: float) -> list[Box]:
    """Return the images that are no ornaments. The strips of an image that was cut into pieces are one picture."""
    groups = connected_groups(graphics.images[:_MAX_BOXES], _PICTURE_TOLERANCE)
    clipped = (_clip(union(group), width, height) for group in groups)
    return [box for box in clipped if area(box) > _MIN_IMAGE * (width * height)]


def pictures_without_text(graphics: Graphics, words: Sequence[Word], *, width: float, height: float) -> list[Box]:
    """Return the largest pictures that may contain text that the page does not have, for OCR."""
    pictures = [
        box
        for box in find_pictures(graphics, width=width, height=height)
        if box.x1 - box.x0 >= _MIN_OCR_WIDTH
        and box.y1 - box.y0 >= _MIN_OCR_HEIGHT
        and area(box) >= _MIN_OCR_AREA * width * height
        and not _has_text(box, words)
    ]
    return sorted(pictures, key=area, reverse=True)[:_MAX_PICTURES]


def _clip(box: Box, width: float, height: float) -> Box:
    return Box(max(0.0, box.x0), max(0.0, box.y0), min(width, box.x1), min(height, box.y1))


def _has_text(picture: Box, words: Sequence[Word]) -> bool:
    inside = [word for word in words if center_inside(word, picture)]
    return len(inside) > _MAX_WORDS and sum(area(word) for word in inside) > _MAX_TEXT_SHARE * area(picture)
