"""Rows of dots and hyphens on a picture: leaders of a table of contents, lines that were typed.

The networks read two or three of them, or none. Here they are counted: small marks of one size at one height, evenly
spaced, with nothing of their kind close above or below (that would be a raster).
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from documents.pipeline.ocr.lines import Picture
from documents.types import Box

_INK = 40  # of 255: how much darker than its surroundings ink is
_WIDEST, _HIGHEST = 0.011, 0.004  # of the longer side
_LEAST_SIDE = 8  # pixels, of both of these
_FILLED = 0.5  # of its box that a mark fills
_LONG = 1.7  # times as wide as high: a hyphen, no dot
_FEWEST = 6
_UNEVEN = 0.22  # of the step from one to the next
_PIXEL = 1.6
_FARTHEST = 8.0  # widths
_CLEAR = 1.1  # of the marks' own area that has ink in their row
_RASTER = 0.3  # of a row's marks that have others close above or below


class Leader(NamedTuple):
    """A row of `number` marks. Whether there are blanks between them is not known."""

    mark: str
    number: int
    box: Box

    @property
    def middle(self) -> float:
        return (self.box.y0 + self.box.y1) / 2


def find_leaders(picture: Picture) -> list[Leader]:
    """Those of a level picture, in pixels."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)
    ink = (cv2.blur(grey, (51, 51)).astype(np.int16) - grey > _INK).astype(np.uint8)
    marks = _small_marks(ink)
    rows = [row for band in _bands(marks) for row in _even_rows(band)]
    return [_leader(row) for row in rows if _is_clear(row, ink) and not _is_raster(row, marks)]


def _small_marks(ink: NDArray[np.uint8]) -> list[Box]:
    """By height."""
    _, _, found, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    facts = np.asarray(found[1:], np.int32)
    left, top, width, height, area = facts.T
    side = max(ink.shape)
    is_small = (width <= max(_LEAST_SIDE, _WIDEST * side)) & (height <= max(_LEAST_SIDE, _HIGHEST * side))
    is_mark = is_small & (height <= width + 1) & (area >= _FILLED * width * height)
    return _boxes(np.stack([left, top, left + width, top + height], axis=1)[is_mark])


def _boxes(edges: NDArray[np.int32]) -> list[Box]:
    return sorted((Box(*edge) for edge in edges.astype(float).tolist()), key=lambda box: box.y0 + box.y1)


def _bands(marks: Sequence[Box]) -> Iterator[list[Box]]:
    """Marks at one height, from left to right."""
    band: list[Box] = []
    for mark in marks:
        if band and (mark.y0 + mark.y1) - (band[-1].y0 + band[-1].y1) > _PIXEL:
            yield sorted(band)
            band = []
        band.append(mark)
    yield sorted(band)


def _even_rows(band: Sequence[Box]) -> Iterator[list[Box]]:
    """Runs of marks of one size, each as far from the last as the last from the one before."""
    row: list[Box] = list(band[:1])
    for last, mark in pairwise(band):
        if not _goes_on(row, mark):
            if len(row) >= _FEWEST:
                yield row
            row = [last] if _is_alike(last, mark) else []
        row.append(mark)
    if len(row) >= _FEWEST:
        yield row


def _goes_on(row: Sequence[Box], mark: Box) -> bool:
    if not _is_alike(row[-1], mark):
        return False
    step = mark.x0 - row[-1].x0
    if len(row) == 1:
        return step <= _FARTHEST * (mark.x1 - mark.x0)
    usual = (row[-1].x0 - row[0].x0) / (len(row) - 1)
    return abs(step - usual) <= max(_PIXEL, _UNEVEN * usual)


def _is_alike(one: Box, other: Box) -> bool:
    widths, heights = (one.x1 - one.x0, other.x1 - other.x0), (one.y1 - one.y0, other.y1 - other.y0)
    return all(max(pair) - min(pair) <= max(_PIXEL, _UNEVEN * max(pair)) for pair in (widths, heights))


def _is_clear(row: Sequence[Box], ink: NDArray[np.uint8]) -> bool:
    """Nothing stands between the marks, as letters do between full stops."""
    box = _bounds(row)
    inside = int(ink[int(box.y0) : int(box.y1), int(box.x0) : int(box.x1)].sum())
    return inside <= _CLEAR * sum((mark.x1 - mark.x0) * (mark.y1 - mark.y0) for mark in row)


def _is_raster(row: Sequence[Box], marks: Sequence[Box]) -> bool:
    step = (row[-1].x0 - row[0].x0) / (len(row) - 1)
    top, bottom, left, right = row[0].y0, row[0].y1, row[0].x0, row[-1].x1
    near = sum(
        left <= mark.x0 <= right and (top - step <= mark.y1 <= top or bottom <= mark.y0 <= bottom + step)
        for mark in marks
    )
    return near > _RASTER * len(row)


def _leader(row: Sequence[Box]) -> Leader:
    width = float(np.median([mark.x1 - mark.x0 for mark in row]))
    height = float(np.median([mark.y1 - mark.y0 for mark in row]))
    return Leader("-" if width > _LONG * height else ".", len(row), _bounds(row))


def _bounds(row: Sequence[Box]) -> Box:
    return Box(row[0].x0, min(mark.y0 for mark in row), row[-1].x1, max(mark.y1 for mark in row))
