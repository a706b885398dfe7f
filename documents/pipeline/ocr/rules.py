"""Straight lines that are drawn on a picture: what the tables of scanned pages are ruled with."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from documents.pipeline.ocr.lines import DrawnRules, Picture
from documents.types import Box

_INK = 40  # of 255: how much darker than its surroundings ink is
_SHORTEST = 0.03  # of the longer side: longer than any stroke of a letter
_THICKEST = 0.004  # of the longer side
_FULL = 0.6  # of its box that a line fills: less is a row of something else
_MOST = 2000


def find_rules(picture: Picture) -> DrawnRules:
    """The lines along both axes of a level picture."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)
    around = cv2.blur(grey, (51, 51))
    ink = (around.astype(np.int16) - grey > _INK).astype(np.uint8)
    length = max(8, round(_SHORTEST * max(grey.shape)))
    thickest = max(3, round(_THICKEST * max(grey.shape)))
    across = _lines(ink, (length, 1), thickest)
    down = [Box(y0, x0, y1, x1) for x0, y0, x1, y1 in _lines(np.ascontiguousarray(ink.T), (length, 1), thickest)]
    return DrawnRules(across, down)


def _lines(ink: NDArray[np.uint8], kernel: tuple[int, int], thickest: int) -> list[Box]:
    """Horizontal ones. Gaps of a pixel or two are closed first: a line that leans is a staircase."""
    closed = cv2.dilate(ink, np.ones((3, 1), np.uint8))
    kept = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones(kernel[::-1], np.uint8))
    return list(_thin(np.asarray(kept, np.uint8), thickest))


def _thin(kept: NDArray[np.uint8], thickest: int) -> Iterator[Box]:
    count, _, facts, _ = cv2.connectedComponentsWithStats(kept, connectivity=8)
    for left, top, width, height, filled in facts[1 : min(count, _MOST)].tolist():
        if height - 2 <= thickest and filled >= _FULL * width * height:
            yield Box(left, top + 1, left + width, top + height - 1)
