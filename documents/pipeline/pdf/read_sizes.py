"""Sizes of type that was read off a picture. How high a line is says it only roughly: its letters matter, too."""

import math
from collections.abc import Sequence

from documents.pipeline.ocr.lines import ReadLine

_HEIGHT = 1.2  # of a line as the engine sees it, in ems; measured, between 1.1 and 1.3 on most pages
_SMALLER, _LARGER = 0.8, 1.25  # of the usual height: lines between these are of the usual size
_STEP = 1.15  # from one size to the next, as in printing
_FEW = 3  # characters: too few for their height to say anything, unless it is twice the usual
_MUCH_LARGER = 2.0
_WINDOW = 1.15  # lines of one size differ by this much


def sizes_of(lines: Sequence[ReadLine], *, scale: float) -> list[float]:
    """A size for each line, in points: most have the same, and others differ from it by whole steps."""
    heights = [max(1.0, _height(line)) for line in lines]
    usual = _usual(lines, heights)
    return [_size(line, height / usual, usual / scale / _HEIGHT) for line, height in zip(lines, heights, strict=True)]


def _size(line: ReadLine, times: float, usual: float) -> float:
    is_short = _length(line) <= _FEW
    if _SMALLER <= times <= (_MUCH_LARGER if is_short else _LARGER):
        return _rounded(usual)
    return _rounded(usual * _STEP ** round(math.log(times, _STEP)))


def _usual(lines: Sequence[ReadLine], heights: Sequence[float]) -> float:
    """The height around which most characters are."""
    weighed = sorted((height, _length(line)) for line, height in zip(lines, heights, strict=True))
    best, most = 1.0, -1
    for start, (low, _) in enumerate(weighed):
        near = [(height, length) for height, length in weighed[start:] if height <= low * _WINDOW]
        total = sum(length for _, length in near)
        if total > most:
            best, most = sum(height * length for height, length in near) / max(1, total), total
    return best


def _length(line: ReadLine) -> int:
    return sum(len(word.text) for word in line.words)


def _height(line: ReadLine) -> float:
    return line.box.x1 - line.box.x0 if line.turn % 2 else line.box.y1 - line.box.y0


def _rounded(size: float) -> float:
    return max(1.0, round(2 * size) / 2)
