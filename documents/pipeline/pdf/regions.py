"""Which pictures of a page may hold text that the page does not have: large enough, and with hardly a word on them."""

from collections.abc import Sequence

from documents.pipeline.pdf.figures import find_pictures
from documents.pipeline.pdf.geometry import area, middle_inside
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.words import Word
from documents.types import Box

_MIN_WIDTH, _MIN_HEIGHT, _MIN_AREA = 40.0, 18.0, 0.006  # points, points, of the page: smaller ones are ornaments
_FEW_WORDS = 6
_COVERED = 0.02  # of the picture: more words than that are the text of a scan, or say what the picture shows
_MOST = 12  # of a page, the largest


def unread_pictures(graphics: Graphics, words: Sequence[Word], *, width: float, height: float) -> list[Box]:
    found = [
        box
        for box in find_pictures(graphics, width=width, height=height)
        if box.x1 - box.x0 >= _MIN_WIDTH
        and box.y1 - box.y0 >= _MIN_HEIGHT
        and area(box) >= _MIN_AREA * width * height
        and not _has_text(box, words)
    ]
    return sorted(found, key=area, reverse=True)[:_MOST]


def _has_text(picture: Box, words: Sequence[Word]) -> bool:
    inside = [word for word in words if middle_inside(word, picture)]
    return len(inside) > _FEW_WORDS and sum(area(word) for word in inside) > _COVERED * area(picture)
