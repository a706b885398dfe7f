"""Convert OCR results to words of a page, with font sizes and weights, for the same layout rules as other words."""

import math
from collections.abc import Iterable, Iterator, Sequence

from documents.pipeline.ocr.model import OcrLine, mean_confidence
from documents.pipeline.pdf.text.styles import BOLD, OCR_PAGE_FONT, REGULAR, Style
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_TEXT_COLOR = (0, 0, 0)
_LINE_DISTANCE = 10  # between the positions of two lines, so that their words do not count as sequential

# Font sizes. The height of a line gives the size only roughly, because it depends on the characters in it.
_LINE_HEIGHT = 1.2  # em; measured: between 1.1 and 1.3 on most pages
_SMALLER, _LARGER = 0.8, 1.25  # of the usual height: lines between these have the usual size
_SIZE_STEP = 1.15  # from one size to the next, as in typography
_SHORT_LINE = 3  # characters: the height of shorter lines only counts if it is twice the usual one
_MUCH_LARGER = 2.0
_HEIGHT_RANGE = 1.15  # between the heights of lines of the same size

# Weights.
_WIDER = 1.12  # measured: 95 of 100 regular lines are below 1.05 times the usual width, 98 of 100 bold ones above 1.1
_MIN_BOLD_CHARACTERS = 4  # the stroke width of shorter lines does not count


def words_from_ocr(
    lines: Iterable[OcrLine],
    *,
    scale: float,
    first_position: int = 0,
    font: str = OCR_PAGE_FONT,
    min_confidence: float = 0.5,
) -> list[Word]:
    """Return the words of OCR lines. `scale` is in pixels per point, `first_position` the position of the first word.

    Lines with less than `min_confidence` are left out: these are mostly drawings that were taken for text.
    """
    confident = [line for line in lines if line.words and mean_confidence([line]) >= min_confidence]
    return list(_words(confident, scale, first_position, font))


def shift_lines(lines: Iterable[OcrLine], left: float, top: float) -> Iterator[OcrLine]:
    """Yield the lines of a part of a picture with the coordinates of the whole picture."""
    for line in lines:
        words = tuple(word._replace(box=_shift(word.box, left, top)) for word in line.words)
        yield line._replace(words=words, box=_shift(line.box, left, top))


def font_sizes(lines: Sequence[OcrLine], *, scale: float) -> list[float]:
    """Return a size in points for each line. Most lines have the same size, others differ from it by whole steps."""
    heights = [max(1.0, _height(line)) for line in lines]
    usual = _usual_height(lines, heights)
    size = usual / scale / _LINE_HEIGHT
    return [_font_size(line, height / usual, size) for line, height in zip(lines, heights, strict=True)]


def font_weights(lines: Sequence[OcrLine], sizes: Sequence[float]) -> list[int]:
    """Return a weight for each line. Bold lines have wider strokes than other lines of their size."""
    widths = [line.stroke_width / size for line, size in zip(lines, sizes, strict=True)]
    usual = _usual_stroke(lines, widths)
    return [_font_weight(line, width, usual) for line, width in zip(lines, widths, strict=True)]


def _words(lines: Sequence[OcrLine], scale: float, position: int, font: str) -> Iterator[Word]:
    sizes = font_sizes(lines, scale=scale)
    for line, size, weight in zip(lines, sizes, font_weights(lines, sizes), strict=True):
        style = Style(size, weight, font, _TEXT_COLOR, line.rotation)
        for word in line.words:
            x0, y0, x1, y1 = (edge / scale for edge in word.box)
            yield Word(x0, y0, x1, y1, word.text, position, style, confidence=word.confidence)
            position += len(word.text) + 1
        position += _LINE_DISTANCE


def _shift(box: Box, left: float, top: float) -> Box:
    return Box(box.x0 + left, box.y0 + top, box.x1 + left, box.y1 + top)


def _font_size(line: OcrLine, ratio: float, usual: float) -> float:
    is_short = line.character_count <= _SHORT_LINE
    if _SMALLER <= ratio <= (_MUCH_LARGER if is_short else _LARGER):
        return _round_size(usual)
    return _round_size(usual * _SIZE_STEP ** round(math.log(ratio, _SIZE_STEP)))


def _usual_height(lines: Sequence[OcrLine], heights: Sequence[float]) -> float:
    """Return the mean height in the range of heights with the most characters."""
    weighted = sorted((height, line.character_count) for line, height in zip(lines, heights, strict=True))
    best, most = 1.0, -1
    for start, (low, _) in enumerate(weighted):
        near = [(height, count) for height, count in weighted[start:] if height <= low * _HEIGHT_RANGE]
        total = sum(count for _, count in near)
        if total > most:
            best, most = sum(height * count for height, count in near) / max(1, total), total
    return best


def _height(line: OcrLine) -> float:
    return line.box.x1 - line.box.x0 if line.rotation % 2 else line.box.y1 - line.box.y0


def _round_size(size: float) -> float:
    return max(1.0, round(2 * size) / 2)


def _font_weight(line: OcrLine, width: float, usual: float) -> int:
    is_bold = usual and width > _WIDER * usual and line.character_count >= _MIN_BOLD_CHARACTERS
    return BOLD if is_bold else REGULAR


def _usual_stroke(lines: Sequence[OcrLine], widths: Sequence[float]) -> float:
    """Return the median stroke width, weighted by characters."""
    known = sorted((width, line.character_count) for line, width in zip(lines, widths, strict=True) if width)
    half = sum(count for _, count in known) / 2
    for width, count in known:
        half -= count
        if half <= 0:
            return width
    return 0.0
