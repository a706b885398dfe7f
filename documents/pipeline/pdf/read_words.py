"""Words that were read off a picture as words of a page, so that the rules of layout see no difference."""

from collections.abc import Iterable, Iterator, Sequence

from documents.pipeline.ocr.lines import ReadLine
from documents.pipeline.pdf.words import Style, Word
from documents.types import Box

PAGE_FONT = "OCR"
PICTURE_FONT = "OCR of a picture"  # of words in a picture on a page of text: they are no headings and make no tables
_SIZE_OF_LINE = 0.72  # of the height that the engine gives a line, which is more than its letters need
_BLACK = (0, 0, 0)
_NEXT_LINE = 10  # in the text's order: words of two lines do not follow one another


def words_of(lines: Iterable[ReadLine], *, scale: float, first: int = 0, font: str = PAGE_FONT) -> list[Word]:
    """`scale` is pixels per point; `first` the place of the first word in the page's text order."""
    return list(_words([line for line in lines if line.words], scale, first, font))


def _words(lines: Sequence[ReadLine], scale: float, position: int, font: str) -> Iterator[Word]:
    for line in lines:
        style = Style(_size(line, scale), 0, font, _BLACK, line.turn)
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


def _size(line: ReadLine, scale: float) -> float:
    box = line.box
    across = box.x1 - box.x0 if line.turn % 2 else box.y1 - box.y0
    return max(1.0, round(2 * _SIZE_OF_LINE * across / scale) / 2)
