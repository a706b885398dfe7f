"""Words, and joining those that pdfium parts: glyphs drawn one by one, and wide spaces between letters."""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from documents.pipeline.pdf.text.characters import has_right_to_left
from documents.pipeline.pdf.text.styles import Style
from documents.types import Box

_UP = 1  # rotation of text that runs up the page
_SAME_HEIGHT = 0.1  # em
_SAME_SIZE = 0.02  # em
_MIN_TOUCHING, _MAX_TOUCHING = -0.15, 0.08  # em between two glyphs of a word
# Browsers place glyphs on whole pixels, and pdfium takes a gap between two letters for a space.
_MAX_PIXEL = 0.145  # em
_MAX_PIXEL_SHARE = 0.7  # of the gaps between words
_MIN_GAPS = 4  # on a line, to know these gaps
_OVERHANGING = frozenset("fFPVjJ")  # letters before or after which spaces are narrow
_MIN_PIECES = 5  # of a letter-spaced line
_MIN_SINGLE = 0.75  # of these are one letter
_MAX_LETTER_GAP, _MAX_WORD_GAP = 0.28, 1.2  # em
_WIDER = 1.6  # times the gap between letters is a gap between words


class Word(NamedTuple):
    """A run of glyphs without white space.

    `position` is the index of its first character in pdfium's text, which has the order of the file. `cuts` are the
    left edges of its second and following characters, for scripts without spaces. Only OCR words have a `confidence`.
    `run` is the number of the text object that has its first character, counted from 1: the words of a spreadsheet's
    cell are one text object. It is 0 if there is none.
    """

    x0: float
    y0: float
    x1: float
    y1: float
    text: str
    position: int
    style: Style
    cuts: tuple[float, ...] = ()
    confidence: float | None = None
    run: int = 0

    @property
    def box(self) -> Box:
        return Box(self.x0, self.y0, self.x1, self.y1)

    @property
    def middle_x(self) -> float:
        return (self.x0 + self.x1) / 2

    @property
    def middle_y(self) -> float:
        return (self.y0 + self.y1) / 2

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def size(self) -> float:
        return self.style.size


IsAdded = Callable[[int], bool]
"""Checks whether pdfium has added the character at an index: white space that is not in the file."""


def join_parted_words(words: Sequence[Word], is_added: IsAdded) -> list[Word]:
    """Return the words in their order; positions do not count the white space that is removed."""
    joined: list[Word] = []
    removed = 0
    for parts in _parts_of_words(words, is_added):
        first, last = parts[0], parts[-1]
        if len(parts) == 1:
            joined.append(first._replace(position=first.position - removed) if removed else first)
            continue
        text = "".join(part.text for part in parts)
        top, bottom = min(part.y0 for part in parts), max(part.y1 for part in parts)
        joined.append(first._replace(y0=top, x1=last.x1, y1=bottom, text=text, position=first.position - removed))
        removed += max(0, last.position + len(last.text) - first.position - len(text))
    return joined


def _parts_of_words(words: Sequence[Word], is_added: IsAdded) -> Iterator[list[Word]]:
    runs = list(_lines(words))
    gaps = _WordGaps([run for run in runs if not run[0].style.rotation])
    for run in runs:
        if run[0].style.rotation:
            joins = [is_added(after.position - 1) for after in run[1:]]
        else:
            joins = _letter_spaced(run, is_added) or _touching(run, gaps, is_added)
        parts = [run[0]]
        for word, is_joined in zip(run[1:], joins, strict=True):
            if not is_joined:
                yield parts
                parts = []
            parts.append(word)
        yield parts


def _lines(words: Sequence[Word]) -> Iterator[list[Word]]:
    """Yield runs of words that follow one another on a line, in the same style."""
    run: list[Word] = []
    for word in words:
        if run and not (_follows(run[-1], word) or _touches_sideways(run[-1], word)):
            yield run
            run = []
        run.append(word)
    if run:
        yield run


def _follows(word: Word, after: Word) -> bool:
    style = word.style
    size = style.size
    is_near = _MIN_TOUCHING * size < after.x0 - word.x1 < _MAX_WORD_GAP * size
    if not is_near or abs(word.y0 - after.y0) > _SAME_HEIGHT * size or word.cuts or after.cuts:
        return False
    if style.rotation or style.is_slanted or not _is_same(style, after.style):
        return False
    return not (has_right_to_left(word.text) or has_right_to_left(after.text))


def _touches_sideways(word: Word, after: Word) -> bool:
    """Check for the next glyph of a word that runs up or down the page."""
    style, size = word.style, word.size
    if not style.is_sideways or style.rotation != after.style.rotation or style.font != after.style.font:
        return False
    gap = word.y0 - after.y1 if style.rotation == _UP else after.y0 - word.y1
    is_in_line = max(abs(word.x0 - after.x0), abs(word.x1 - after.x1)) < _SAME_HEIGHT * size
    return is_in_line and _MIN_TOUCHING * size < gap < _MAX_TOUCHING * size


def _is_same(style: Style, other: Style) -> bool:
    if style is other:
        return True
    is_upright = other.rotation == 0 and not other.is_slanted
    return is_upright and style.font == other.font and abs(style.size - other.size) <= _SAME_SIZE * style.size


class _WordGaps:
    """The gaps between words in each style, in points."""

    def __init__(self, runs: Sequence[Sequence[Word]]) -> None:
        self._runs = runs
        self._by_style: dict[tuple[str, float], list[float]] = {}

    def of(self, run: Sequence[Word]) -> float:
        """Return the usual gap on a line, or in all lines of its style if it is short."""
        gaps = [gap for gap in _gaps(run) if gap >= _MAX_TOUCHING * run[0].size]
        if len(gaps) < _MIN_GAPS:
            gaps = self._of_style(run[0])
        return median(gaps) if gaps else 0.0

    def _of_style(self, word: Word) -> list[float]:
        if not self._by_style:
            for run in self._runs:
                wide = (gap for gap in _gaps(run) if gap > _MAX_PIXEL * run[0].size)
                self._by_style.setdefault(_style(run[0]), []).extend(wide)
        return self._by_style.get(_style(word), [])


def _gaps(run: Sequence[Word]) -> list[float]:
    return [after.x0 - word.x1 for word, after in pairwise(run)]


def _style(word: Word) -> tuple[str, float]:
    return word.style.font, round(word.size, 1)


def _touching(run: Sequence[Word], gaps: _WordGaps, is_added: IsAdded) -> list[bool]:
    """Return whether each word and its next one are so near that they are one."""
    return [_are_touching(*pair, run, gaps) and is_added(pair[1].position - 1) for pair in pairwise(run)]


def _are_touching(word: Word, after: Word, run: Sequence[Word], gaps: _WordGaps) -> bool:
    gap, size = after.x0 - word.x1, word.style.size
    if gap >= _MAX_PIXEL * size:
        return False
    return gap < _MAX_TOUCHING * size or (_are_letters(word, after) and gap < _MAX_PIXEL_SHARE * gaps.of(run))


def _are_letters(word: Word, after: Word) -> bool:
    """Check for letters on both sides of a gap, between which no space is narrow."""
    last, first = word.text[-1], after.text[0]
    return last.isalpha() and first.isalpha() and not {last, first} & _OVERHANGING


def _letter_spaced(run: Sequence[Word], is_added: IsAdded) -> list[bool]:
    """Return whether each word of a letter-spaced line and its next one belong together; nothing for other lines."""
    if len(run) < _MIN_PIECES:
        return []
    single = sum(len(word.text) == 1 and word.text.lower() != word.text.upper() for word in run)
    if single < _MIN_SINGLE * len(run):
        return []
    gaps = _gaps(run)
    letter_gap = median(gaps)
    if not _MAX_TOUCHING * run[0].size < letter_gap < _MAX_LETTER_GAP * run[0].size:
        return []
    return [
        gap < _WIDER * letter_gap and is_added(after.position - 1)
        for gap, (word, after) in zip(gaps, pairwise(run), strict=True)
    ]
