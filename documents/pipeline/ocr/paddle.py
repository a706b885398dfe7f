"""The engine that is always there: PP-OCRv6 (tiny), Latin and Han script in one model."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

import cv2
import numpy as np

from documents.pipeline.ocr.detection import Quad, find_lines
from documents.pipeline.ocr.lines import Picture, ReadLine, ReadWord
from documents.pipeline.ocr.recognition import Glyph, read_strip
from documents.types import Box

_SIDEWAYS = 1.5  # times as high as wide
_LEFT, _RIGHT = 1, 3  # quarter turns against the clock of text that runs up, and down, the page


class PaddleEngine:
    """See `documents.pipeline.ocr.lines.OcrEngine`."""

    name = "ppocr"

    def read(self, picture: Picture) -> list[ReadLine]:
        lines = (_read_line(picture, quad) for quad in find_lines(picture))
        return [line for line in lines if line.words]


def _read_line(picture: Picture, quad: Quad) -> ReadLine:
    strip = _strip(picture, quad)
    if strip.shape[0] < _SIDEWAYS * strip.shape[1]:
        return _line(read_strip(strip), quad, 0)
    runs_up, runs_down = read_strip(np.rot90(strip, 3)), read_strip(np.rot90(strip, 1))
    if _mean(runs_up) >= _mean(runs_down):
        return _line(runs_up, np.roll(quad, 1, axis=0), _LEFT)
    return _line(runs_down, np.roll(quad, -1, axis=0), _RIGHT)


def _strip(picture: Picture, quad: Quad) -> Picture:
    """The line cut out and turned level."""
    width = max(1, round(float(np.linalg.norm(quad[0] - quad[1]))))
    height = max(1, round(float(np.linalg.norm(quad[0] - quad[3]))))
    corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(quad, corners)
    strip = cv2.warpPerspective(
        picture, matrix, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(strip, np.uint8)


def _line(glyphs: Sequence[Glyph], quad: Quad, turn: int) -> ReadLine:
    """`quad` begins with the corner at which the text begins."""
    words = tuple(_word(quad, word, start, end) for word, start, end in _words(glyphs))
    return ReadLine(words, _bounds(quad, 0.0, 1.0), turn)


def _words(glyphs: Sequence[Glyph]) -> Iterator[tuple[Sequence[Glyph], float, float]]:
    """The glyphs between two blanks, and where they start and end, as parts of the line."""
    half = _advance(glyphs) / 2
    start = 0
    for index in range(len(glyphs) + 1):
        if index < len(glyphs) and not glyphs[index].text.isspace():
            continue
        if word := glyphs[start:index]:
            yield word, max(0.0, word[0].place - half), min(1.0, word[-1].place + half)
        start = index + 1


def _advance(glyphs: Sequence[Glyph]) -> float:
    """How wide a character is, as a part of the line."""
    steps = [after.place - before.place for before, after in pairwise(glyphs)]
    return float(np.median(steps)) if steps else 1.0


def _word(quad: Quad, glyphs: Sequence[Glyph], start: float, end: float) -> ReadWord:
    text = "".join(glyph.text for glyph in glyphs)
    return ReadWord(text, _bounds(quad, start, end), _mean(glyphs))


def _bounds(quad: Quad, start: float, end: float) -> Box:
    top, bottom = quad[1] - quad[0], quad[2] - quad[3]
    points = np.array([quad[0] + start * top, quad[0] + end * top, quad[3] + start * bottom, quad[3] + end * bottom])
    (x0, y0), (x1, y1) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return Box(x0, y0, x1, y1)


def _mean(glyphs: Sequence[Glyph]) -> float:
    return float(np.mean([glyph.confidence for glyph in glyphs])) if glyphs else 0.0
