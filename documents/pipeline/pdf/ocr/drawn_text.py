"""Decide which pages are searched for text beside their text layer: drawn shapes, or a large picture with few words."""

from collections.abc import Sequence
from typing import Final

from documents.pipeline.pdf.geometry import area, center_inside
from documents.pipeline.pdf.layout.figures import find_pictures
from documents.pipeline.pdf.page import PageContent
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_MIN_CHARACTERS: Final = 60  # drawn shapes of the size of a character
_MIN_HEIGHT, _MAX_HEIGHT, _MAX_WIDTH = 2.0, 36.0, 40.0  # points
_MIN_PICTURE: Final = 0.1  # of the page's area
_MAX_COVERED: Final = 0.35  # of the height of a picture: with more words it is a scan with its text layer


def may_have_drawn_text(content: PageContent, pictures: Sequence[Box]) -> bool:
    """Check for shapes like those of characters, and for pictures of which words cover a small part only.

    `pictures` are without words: OCR reads them anyway.
    """
    characters = sum(_is_like_character(box) for box in content.graphics.curves)
    return characters >= _MIN_CHARACTERS or _has_sparse_picture(content, pictures)


def _is_like_character(box: Box) -> bool:
    return _MIN_HEIGHT <= box.y1 - box.y0 <= _MAX_HEIGHT and box.x1 - box.x0 <= _MAX_WIDTH


def _has_sparse_picture(content: PageContent, others: Sequence[Box]) -> bool:
    smallest = _MIN_PICTURE * content.width * content.height
    pictures = find_pictures(content.graphics, width=content.width, height=content.height)
    large = [box for box in pictures if area(box) >= smallest and box not in others]
    return any(_covered_height(box, content.words) <= _MAX_COVERED * (box.y1 - box.y0) for box in large)


def _covered_height(picture: Box, words: Sequence[Word]) -> float:
    """Return the height of the picture on which there are words."""
    covered, bottom = 0.0, picture.y0
    for word in sorted((word for word in words if center_inside(word, picture)), key=lambda word: word.y0):
        covered += max(0.0, word.y1 - max(bottom, word.y0))
        bottom = max(bottom, word.y1)
    return covered
