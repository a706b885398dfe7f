"""Blanks to be filled in: where a line of text goes on behind a short rule, that is a row of underscores.

A rule that ends a line, or stands alone, is drawn: for a signature, or around something. So is one before a label.
"""

from collections.abc import Iterable, Iterator, Sequence

from documents.pipeline.ocr.leaders import Leader
from documents.pipeline.ocr.lines import DrawnRules, ReadLine, ReadWord
from documents.types import Box

_EM = 1.2  # of them a line of text is high
_UNDERSCORE = 0.5  # em; in most faces that are set in proportion
_BEHIND = 1.0  # em from a blank to the next word
_LOW, _LOWEST = 0.6, 1.1  # of the line's height: where its letters stand, and what is below them
_LONGEST = 40.0  # em: longer lines part something
_TOUCHING = 4.0  # pixels
_LABEL = ":"  # ends the name of the next field: By: ___ Name: ___
_MARKS = frozenset("_-\u2013\u2014.,:;=~")


def find_blanks(rules: DrawnRules, lines: Sequence[ReadLine]) -> Iterator[Leader]:
    """The rules that are blanks, with as many underscores as are as wide."""
    for rule in rules.horizontal:
        if _crosses(rule, rules.vertical):
            continue
        for line in lines:
            if not line.turn and _stands_in(rule, line):
                em = (line.box.y1 - line.box.y0) / _EM
                yield Leader("_", max(1, round((rule.x1 - rule.x0) / (_UNDERSCORE * em))), rule)
                break


def _crosses(rule: Box, others: Iterable[Box]) -> bool:
    """It is a part of a table or a frame."""
    return any(
        rule.x0 - _TOUCHING <= other.x1
        and other.x0 <= rule.x1 + _TOUCHING
        and rule.y0 - _TOUCHING <= other.y1
        and other.y0 <= rule.y1 + _TOUCHING
        for other in others
    )


def _stands_in(rule: Box, line: ReadLine) -> bool:
    """Low in the line, before one of its words and below none."""
    top, height = line.box.y0, line.box.y1 - line.box.y0
    em = height / _EM
    middle = (rule.y0 + rule.y1) / 2
    if not top + _LOW * height <= middle <= top + _LOWEST * height or rule.x1 - rule.x0 > _LONGEST * em:
        return False
    words = [word for word in line.words if not _is_mark(word)]
    above = any(min(word.box.x1, rule.x1) - max(word.box.x0, rule.x0) > em / 2 for word in words)
    behind = [word for word in words if abs(word.box.x0 - rule.x1) <= _BEHIND * em]
    goes_on = any(not word.text.endswith(_LABEL) for word in behind)
    return goes_on and not above


def _is_mark(word: ReadWord) -> bool:
    return set(word.text) <= _MARKS
