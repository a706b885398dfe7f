"""Find underlined lines: typewriters had no bold type, so agreements and letters underline their headings."""

import re
from collections.abc import Sequence
from itertools import dropwhile
from typing import Final

from documents.pipeline.pdf.geometry import overlap
from documents.pipeline.pdf.text.lines import Line
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_NUMBER: Final = re.compile(r"(?:\(?[a-zA-Z\d]{1,4}[.)]|\d{1,2}(?:\.\d{1,2})+)\.?|article|section|§", re.IGNORECASE)
_ABOVE: Final = 0.3  # em from a rule to the bottom of the line, if the rule crosses its descenders
_BELOW: Final = 0.35  # em from the bottom of the line to the rule
_MIN_COVERED: Final = 0.85  # of the width of the words
_DESCENDER: Final = 1.2  # em
_BEYOND: Final = 0.6  # em: rules of tables and forms are longer than the text above them
_MAX_CHROMA: Final = 60  # of 255, between the strongest and the weakest channel of grey


def underlined_lines(lines: Sequence[Line], rules: Sequence[Box]) -> frozenset[int]:
    """Return the ids of the lines of which all words, apart from a number at the beginning, are underlined.

    Coloured ones are links.
    """
    rules = sorted(rules, key=lambda rule: rule.x0)
    return frozenset(id(line) for line in lines if _is_grey(line) and _is_underlined(line, rules))


def _is_grey(line: Line) -> bool:
    return max(line.color) - min(line.color) < _MAX_CHROMA


def _is_underlined(line: Line, rules: Sequence[Box]) -> bool:
    below = _rules_below(line, rules)
    words = list(dropwhile(lambda word: _NUMBER.fullmatch(word.text) is not None, line.words)) if below else []
    width = sum(word.x1 - word.x0 for word in words)
    return width > 0 and sum(_covered(word, below) for word in words) >= _MIN_COVERED * width


def _rules_below(line: Line, rules: Sequence[Box]) -> list[Box]:
    """Return the rules right below a line, joined over the gaps that browsers leave at descenders.

    `rules` are from left to right.
    """
    em, bottom = line.size, line.y1
    below: list[Box] = []
    for rule in rules:
        is_near = -_ABOVE * em < rule.y0 - bottom < _BELOW * em
        if not is_near or rule.x0 < line.x0 - _BEYOND * em or rule.x1 > line.x1 + _BEYOND * em:
            continue
        if below and rule.x0 - below[-1].x1 < _DESCENDER * em:
            below[-1] = below[-1]._replace(x1=max(below[-1].x1, rule.x1))
        else:
            below.append(rule)
    return below


def _covered(word: Word, rules: Sequence[Box]) -> float:
    return max((overlap(word.x0, word.x1, rule.x0, rule.x1) for rule in rules), default=0.0)
