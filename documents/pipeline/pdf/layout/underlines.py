"""Find underlined lines: typewriters had no bold type, so agreements and letters underline their headings."""

import re
from collections.abc import Iterator, Sequence
from itertools import dropwhile
from typing import Final

from documents.pipeline.pdf.geometry import overlap
from documents.pipeline.pdf.text.lines import Line
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_NUMBER: Final = re.compile(r"(?:\(?[a-zA-Z\d]{1,4}[.)]|\d{1,2}(?:\.\d{1,2})+)\.?|article|section|§", re.IGNORECASE)
_ABOVE, _BELOW = 0.3, 0.35  # em, from the bottom of the line to the rule
_MIN_COVERED = 0.85  # of the width of the words
_BEYOND = 0.6  # em: rules of tables and forms are longer than the text above them

_MAX_CHROMA: Final = 60  # of 255, between the strongest and the weakest channel of grey


def underlined_lines(lines: Sequence[Line], rules: Sequence[Box]) -> frozenset[int]:
    """Return the ids of the lines of which all words, apart from a number at the beginning, are underlined.

    Coloured ones are links.
    """
    return frozenset(id(line) for line in lines if _is_grey(line) and _is_underlined(line, rules))


def _is_grey(line: Line) -> bool:
    return max(line.color) - min(line.color) < _MAX_CHROMA


def _is_underlined(line: Line, rules: Sequence[Box]) -> bool:
    below = list(_rules_below(line, rules))
    words = list(dropwhile(lambda word: _NUMBER.fullmatch(word.text) is not None, line.words)) if below else []
    width = sum(word.x1 - word.x0 for word in words)
    return width > 0 and sum(_covered(word, below) for word in words) >= _MIN_COVERED * width


def _rules_below(line: Line, rules: Sequence[Box]) -> Iterator[Box]:
    em = line.size
    for rule in rules:
        is_below = -_ABOVE * em < rule.y0 - line.y1 < _BELOW * em
        if is_below and rule.x0 > line.x0 - _BEYOND * em and rule.x1 < line.x1 + _BEYOND * em:
            yield rule


def _covered(word: Word, rules: Sequence[Box]) -> float:
    return max((overlap(word.x0, word.x1, rule.x0, rule.x1) for rule in rules), default=0.0)
