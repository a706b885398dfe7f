"""Text that runs up or down the page, joined in the order of the file: glyphs that follow closely are one line."""

from collections.abc import Sequence
from itertools import pairwise

from documents.pipeline.pdf.characters import is_unspaced
from documents.pipeline.pdf.geometry import overlap, union
from documents.pipeline.pdf.lines import Line
from documents.pipeline.pdf.words import Word

_LINE_GAP = 0.9  # em
_REACH = 60  # places in the file
_MIN_VERTICAL = 10  # words


def sideways_lines(words: Sequence[Word]) -> list[Line]:
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.position):
        if lines and _follows(lines[-1][-1], word):
            lines[-1].append(word)
        else:
            lines.append([word])
    return [Line(tuple(line), union(line)) for line in lines]


def _follows(last: Word, word: Word) -> bool:
    narrow = min(last.x1 - last.x0, word.x1 - word.x0)
    in_line = overlap(last.x0, last.x1, word.x0, word.x1) > 0.5 * narrow
    gap = max(last.y0, word.y0) - min(last.y1, word.y1)
    return in_line and 0 < word.position - last.position < _REACH and gap < _LINE_GAP * word.size


def is_vertical(words: Sequence[Word]) -> bool:
    """Whether most characters stand below the one before, as in vertical Chinese and Japanese."""
    if len(words) < _MIN_VERTICAL or not _is_unspaced_text(words):
        return False
    stacked = sum(_stands_below(a, b) for a, b in pairwise(words))
    return stacked > 0.6 * len(words)


def _is_unspaced_text(words: Sequence[Word]) -> bool:
    return sum(is_unspaced(word.text) for word in words) > 0.5 * len(words)


def _stands_below(a: Word, b: Word) -> bool:
    return overlap(a.x0, a.x1, b.x0, b.x1) > 0 and 0.5 * a.height < b.middle_y - a.middle_y < 2.5 * a.height
