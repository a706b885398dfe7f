"""Puts rows of dots and hyphens, which were counted, in the place of what an engine made of them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from statistics import median

from documents.pipeline.ocr.leaders import Leader
from documents.pipeline.ocr.lines import ReadLine, ReadWord
from documents.types import Box

_MARKS = re.compile(r"[.,:;·•…‥_\-\u2013\u2014=~'`]+")
_BESIDE = 0.5  # of a line's height that a leader in it may be from the line's middle
_ROOM = 0.5  # of the usual height above and below a leader that stands alone
_SURE = 1.0


def with_leaders(lines: Sequence[ReadLine], leaders: Sequence[Leader]) -> list[ReadLine]:
    """The lines without what was read in the places of leaders, and the leaders as lines of their own."""
    level = [line for line in lines if not line.turn]
    if not level or not leaders:
        return list(lines)
    added = [_as_line(leader, level) for leader in leaders]
    left = (_without(line, leaders) for line in lines)
    return [*(line for line in left if line.words), *added]


def _as_line(leader: Leader, lines: Sequence[ReadLine]) -> ReadLine:
    """As high as the line that it belongs to, or the lines usually are."""
    beside = [line for line in lines if _is_beside(leader, line)]
    if beside:
        nearest = min(beside, key=lambda line: max(line.box.x0 - leader.box.x1, leader.box.x0 - line.box.x1))
        top, bottom = nearest.box.y0, nearest.box.y1
    else:
        room = _ROOM * median(line.box.y1 - line.box.y0 for line in lines)
        top, bottom = leader.middle - room, leader.middle + room
    box = Box(leader.box.x0, top, leader.box.x1, bottom)
    return ReadLine((ReadWord(leader.mark * leader.number, box, _SURE),), box)


def _is_beside(leader: Leader, line: ReadLine) -> bool:
    middle = (line.box.y0 + line.box.y1) / 2
    return not line.turn and abs(leader.middle - middle) < _BESIDE * (line.box.y1 - line.box.y0)


def _without(line: ReadLine, leaders: Iterable[Leader]) -> ReadLine:
    words = list(line.words)
    for leader in leaders:
        if _is_beside(leader, line):
            words = [part for word in words for part in _parts(word, leader.box)]
    return line._replace(words=tuple(words))


def _parts(word: ReadWord, gap: Box) -> Iterator[ReadWord]:
    """What is left of a word when its marks inside the gap are taken out."""
    if word.box.x1 <= gap.x0 or word.box.x0 >= gap.x1:
        yield word
        return
    found = max(_MARKS.finditer(word.text), key=lambda match: len(match[0]), default=None)
    if found is None:
        yield word
        return
    top, bottom = word.box.y0, word.box.y1
    if before := word.text[: found.start()]:
        yield word._replace(text=before, box=Box(min(word.box.x0, gap.x0), top, gap.x0, bottom))
    if after := word.text[found.end() :]:
        yield word._replace(text=after, box=Box(gap.x1, top, max(word.box.x1, gap.x1), bottom))
