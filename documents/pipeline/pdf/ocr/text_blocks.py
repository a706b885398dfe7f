"""Find blocks of text on a picture without reading them: rows of small shapes that stand on lines, one below the other.

Charts, logos and photographs have few such rows: labels are short, and the shapes of a photograph differ in size.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final, NamedTuple

import cv2
import numpy as np

from documents.pipeline.ocr.ink import ink_mask, to_grey
from documents.pipeline.ocr.model import Picture
from documents.pipeline.pdf.geometry import connected_groups, union
from documents.types import Box

# Sizes in points, of the shapes that may be characters.
_MIN_HEIGHT, _MAX_HEIGHT = 3.0, 36.0
_MAX_STRETCH: Final = 3.0  # of the longer to the shorter side: two or three touching characters
_WORD_SPACE: Final = 2.0  # of the height of a row, between two of its shapes
_MIN_IN_ROW: Final = 12  # shapes
_MIN_ROWS: Final = 3
_MIN_IN_BLOCK: Final = 60  # shapes
_EVEN: Final = 0.6  # of the shapes of a row have a height between half and all of the usual one
_ROW_DISTANCE: Final = 1.0  # of the height of a row, between two rows of a block


def find_text_blocks(picture: Picture, scale: float, covered: Iterable[Box]) -> list[Box]:
    """Return the boxes of the blocks, in pixels. Ink in `covered` (pixels, too) is text that is known already.

    `scale` is in pixels per point.
    """
    ink = ink_mask(to_grey(picture))
    for box in covered:
        left, top, right, bottom = (round(edge) for edge in box)
        ink[max(0, top - 1) : bottom + 2, max(0, left - 1) : right + 2] = 0
    shapes = _shapes(ink, scale)
    if len(shapes) < _MIN_IN_BLOCK:
        return []
    return list(_blocks(list(_rows(shapes, ink.shape))))


def _shapes(ink: Any, scale: float) -> Any:
    """Return left, top, width and height of each shape of the size of a character."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    left, top, width, height, _ = stats[1:].T
    longer, shorter = np.maximum(width, height), np.minimum(width, height)
    is_high = (height >= _MIN_HEIGHT * scale) & (height <= _MAX_HEIGHT * scale)
    is_character = is_high & ((longer <= _MAX_STRETCH * shorter) | (width < height))
    return np.stack([left, top, width, height], 1)[is_character]


class _Row(NamedTuple):
    box: Box
    shapes: int
    is_text: bool


def _rows(shapes: Any, size: tuple[int, ...]) -> Iterator[_Row]:
    """Yield the rows of shapes that stand beside each other; short ones are text if they belong to long ones."""
    usual = float(np.median(shapes[:, 3]))
    mask = np.zeros(size, np.uint8)
    for left, top, width, height in shapes:
        mask[top + height // 4 : top + height - height // 4, left : left + width] = 1
    joined = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((1, round(_WORD_SPACE * usual) | 1), np.uint8))
    labels = cv2.connectedComponents(joined, connectivity=8)[1]
    owners = labels[shapes[:, 1] + shapes[:, 3] // 2, shapes[:, 0] + shapes[:, 2] // 2]
    order = np.argsort(owners, kind="stable")
    for row in np.split(shapes[order], np.flatnonzero(np.diff(owners[order])) + 1):
        left, top = row[:, :2].min(0)
        right, bottom = (row[:, :2] + row[:, 2:]).max(0)
        is_text = len(row) >= _MIN_IN_ROW and _is_even(row[:, 3])
        yield _Row(Box(float(left), float(top), float(right), float(bottom)), len(row), is_text)


def _is_even(heights: Any) -> bool:
    high = float(np.percentile(heights, 90))
    return float(np.mean((heights >= high / 2) & (heights <= high))) >= _EVEN


def _blocks(rows: Sequence[_Row]) -> Iterator[Box]:
    """Yield the boxes around rows that are close to each other, where enough of them are text."""
    height = float(np.median([row.box.y1 - row.box.y0 for row in rows if row.is_text] or [0]))
    by_box = {row.box: row for row in rows}
    for boxes in connected_groups(list(by_box), _ROW_DISTANCE * height):
        text = [by_box[box] for box in boxes if by_box[box].is_text]
        if len(text) >= _MIN_ROWS and sum(row.shapes for row in text) >= _MIN_IN_BLOCK:
            yield _padded(union(boxes), height / 2)


def _padded(box: Box, room: float) -> Box:
    return Box(box.x0 - room, box.y0 - room, box.x1 + room, box.y1 + room)
