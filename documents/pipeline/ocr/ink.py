"""Ink on a picture: pixels that are darker than their surroundings, ruling lines, and the width of strokes."""

from collections.abc import Iterable, Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from documents.pipeline.ocr.model import OcrLine, Picture, RulingLines
from documents.types import Box

INK_CONTRAST = 40  # of 255, between ink and its surroundings
_BLUR = (51, 51)  # pixels

_MIN_LENGTH = 0.03  # of the longer side: longer than any stroke of a character
_MAX_THICKNESS = 0.004  # of the longer side
_MIN_FILL = 0.6  # of its box that a line fills: with less it is a row of other objects
_MAX_LINES = 2000

_MIN_INK = 20  # pixels


def to_grey(picture: Picture) -> NDArray[np.uint8]:
    return np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)


def ink_mask(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return 1 for each pixel that is much darker than its surroundings, else 0."""
    return (cv2.blur(grey, _BLUR).astype(np.int16) - grey > INK_CONTRAST).astype(np.uint8)


def find_ruling_lines(picture: Picture) -> RulingLines:
    """Return the horizontal and vertical lines of a level picture: the rules of tables on scanned pages."""
    grey = to_grey(picture)
    ink = ink_mask(grey)
    length = max(8, round(_MIN_LENGTH * max(grey.shape)))
    thickness = max(3, round(_MAX_THICKNESS * max(grey.shape)))
    horizontal = list(_horizontal_lines(ink, length, thickness))
    transposed = _horizontal_lines(np.ascontiguousarray(ink.T), length, thickness)
    return RulingLines(horizontal, [Box(y0, x0, y1, x1) for x0, y0, x1, y1 in transposed])


def add_stroke_widths(lines: Iterable[OcrLine], picture: Picture) -> list[OcrLine]:
    """Return the lines with the width of their strokes, which shows bold type. Rotated lines have none."""
    return [line if line.rotation else line._replace(stroke_width=_stroke_width(picture, line.box)) for line in lines]


def _horizontal_lines(ink: NDArray[np.uint8], length: int, thickness: int) -> Iterator[Box]:
    # Vertical gaps of a pixel or two are closed first, because a skewed line is a staircase.
    closed = cv2.dilate(ink, np.ones((3, 1), np.uint8))
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((1, length), np.uint8))
    count, _, components, _ = cv2.connectedComponentsWithStats(np.asarray(opened, np.uint8), connectivity=8)
    for left, top, width, height, area in components[1 : min(count, _MAX_LINES)].tolist():
        if height - 2 <= thickness and area >= _MIN_FILL * width * height:
            yield Box(left, top + 1, left + width, top + height - 1)


def _stroke_width(picture: Picture, box: Box) -> float:
    """Return the mean stroke width in pixels, or 0 without ink: the area of a stroke divided by half of its outline."""
    left, top, right, bottom = (max(0, round(edge)) for edge in box)
    part = picture[top:bottom, left:right]
    if not part.size:
        return 0.0
    _, ink = cv2.threshold(to_grey(part), 0, 1, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    ink = np.asarray(1 - ink if 2 * ink.sum() > ink.size else ink, np.uint8)
    area = int(ink.sum())
    if area < _MIN_INK:
        return 0.0
    outline = area - int(cv2.erode(ink, np.ones((3, 3), np.uint8)).sum())
    return 2 * area / max(1, outline)
