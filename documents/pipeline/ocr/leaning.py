"""By how little a page leans: the angle at which its ink falls into the sharpest rows."""

import cv2
import numpy as np
from numpy.typing import NDArray

from documents.pipeline.ocr.lines import Picture

_WIDTH = 1000  # pixels are enough to see rows of text
_INK = 40  # of 255: how much darker than its surroundings ink is
_MOST_PIXELS = 60_000
_MOST_DEGREES, _STEP, _FINE_STEP = 10.0, 0.5, 0.1
_LEAST_DEGREES = 0.15  # less does no harm
_GAIN = 1.05  # rows must become sharper by this, or there are none


def lean_of(picture: Picture) -> float:
    """Degrees clockwise by which the lines of text fall to the right; 0 when they are level, or there are none."""
    x, y = _ink(picture)
    if not x.size:
        return 0.0
    coarse = max(np.arange(-_MOST_DEGREES, _MOST_DEGREES + _STEP, _STEP), key=lambda angle: _sharpness(x, y, angle))
    around = np.arange(coarse - _STEP, coarse + _STEP + _FINE_STEP, _FINE_STEP)
    best = max(around, key=lambda angle: _sharpness(x, y, angle))
    if abs(best) < _LEAST_DEGREES or _sharpness(x, y, best) < _GAIN * _sharpness(x, y, 0.0):
        return 0.0
    return float(best)


def levelled(picture: Picture, lean: float) -> Picture:
    """The picture turned back around its middle, on white."""
    height, width = picture.shape[:2]
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), lean, 1.0)
    turned = cv2.warpAffine(picture, matrix, (width, height), flags=cv2.INTER_CUBIC, borderValue=(255, 255, 255))
    return np.asarray(turned, np.uint8)


def _ink(picture: Picture) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Where there is ink: columns and rows."""
    grey = cv2.cvtColor(picture, cv2.COLOR_RGB2GRAY)
    scale = min(1.0, _WIDTH / grey.shape[1])
    small = cv2.resize(grey, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    around = cv2.blur(small, (25, 25))
    y, x = np.nonzero(around.astype(np.int16) - small > _INK)
    every = max(1, len(x) // _MOST_PIXELS)
    return x[::every].astype(np.float32), y[::every].astype(np.float32)


def _sharpness(x: NDArray[np.float32], y: NDArray[np.float32], angle: float) -> float:
    radians = np.deg2rad(angle)
    rows = y * np.cos(radians) - x * np.sin(radians)
    counts = np.bincount((rows - rows.min()).astype(np.int64)).astype(np.float64)
    return float((counts**2).sum())
