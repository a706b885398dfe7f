"""How thick the strokes of a line of text are: what tells bold type on a picture."""

from collections.abc import Iterable

import cv2
import numpy as np

from documents.pipeline.ocr.lines import Picture, ReadLine
from documents.types import Box

_MIN_INK = 20  # pixels


def with_strokes(lines: Iterable[ReadLine], picture: Picture) -> list[ReadLine]:
    """The lines with the width of their strokes; those that do not lie level have none."""
    return [line if line.turn else line._replace(stroke=stroke_width(picture, line.box)) for line in lines]


def stroke_width(picture: Picture, box: Box) -> float:
    """Pixels; 0 where there is no ink to speak of. A stroke's area is its width times half of its outline."""
    left, top, right, bottom = (max(0, round(edge)) for edge in box)
    part = picture[top:bottom, left:right]
    if not part.size:
        return 0.0
    grey = np.asarray(cv2.cvtColor(part, cv2.COLOR_RGB2GRAY), np.uint8)
    _, ink = cv2.threshold(grey, 0, 1, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    ink = np.asarray(1 - ink if 2 * ink.sum() > ink.size else ink, np.uint8)
    area = int(ink.sum())
    if area < _MIN_INK:
        return 0.0
    edge = area - int(cv2.erode(ink, np.ones((3, 3), np.uint8)).sum())
    return 2 * area / max(1, edge)
