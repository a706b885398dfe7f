"""Words that were read off a picture as words of a page, so that the rules of layout see no difference."""

from collections.abc import Iterable, Iterator, Sequence

from documents.pipeline.ocr.lines import ReadLine
from documents.pipeline.pdf.read_sizes import sizes_of
from documents.pipeline.pdf.read_weights import weights_of
from documents.pipeline.pdf.words import Style, Word
from documents.types import Box

PAGE_FONT = "OCR"
PICTURE_FONT = "OCR of a picture"  # of words in a picture on a page of text: they are no headings and make no tables
_BLACK = (0, 0, 0)
_NEXT_LINE = 10  # in the text's order: words of two lines do not follow one another


def words_of(
    lines: Iterable[ReadLine], *, scale: float, first: int = 0, font: str = PAGE_FONT, doubt: float = 0.5
) -> list[Word]:
    """`scale` is pixels per point; `first` the place of the first word in the page's text order.

    Lines of which the engine is less sure than `doubt` are what it made of lines of a drawing.
    """
    sure = [line for line in lines if line.words and _confidence(line) >= doubt]
    return list(_words(sure, scale, first, font))


def _confidence(line: ReadLine) -> float:
    """Of a character."""
    characters = sum(len(word.text) for word in line.words)
    return sum(word.confidence * len(word.text) for word in line.words) / characters


def _words(lines: Sequence[ReadLine], scale: float, position: int, font: str) -> Iterator[Word]:
    sizes = sizes_of(lines, scale=scale)
    for line, size, weight in zip(lines, sizes, weights_of(lines, sizes), strict=True):
        style = Style(size, weight, font, _BLACK, line.turn)
        for word in line.words:
            x0, y0, x1, y1 = (edge / scale for edge in word.box)
            yield Word(x0, y0, x1, y1, word.text, position, style, confidence=word.confidence)
            position += len(word.text) + 1
        position += _NEXT_LINE


def moved_lines(lines: Iterable[ReadLine], left: float, top: float) -> Iterator[ReadLine]:
    """Lines of a part of a picture, as lines of the whole."""
    for line in lines:
        words = tuple(word._replace(box=_moved(word.box, left, top)) for word in line.words)
        yield line._replace(words=words, box=_moved(line.box, left, top))


def _moved(box: Box, left: float, top: float) -> Box:
    return Box(box.x0 + left, box.y0 + top, box.x1 + left, box.y1 + top)
