"""Rows of dots, hyphens and underscores: leaders of a table of contents, typed lines, and form blanks.

OCR networks recognize two or three marks of such a row, or none. Here they are counted in the picture: small marks of
the same size at the same height, evenly spaced. A form blank is a short ruling line inside a line of text, which stands
for underscores.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from documents.pipeline.ocr.ink import ink_mask, to_grey
from documents.pipeline.ocr.model import OcrLine, OcrWord, Picture, RulingLines
from documents.types import Box

# Marks.
_MAX_WIDTH, _MAX_HEIGHT = 0.011, 0.004  # of the picture's longer side
_MIN_LIMIT = 8  # pixels, for both of these limits
_MIN_FILL = 0.5  # of its box that a mark fills
_HYPHEN_RATIO = 1.7  # width to height: with more, a mark is a hyphen, else a dot

# Rows of marks.
_MIN_MARKS = 6
_TOLERANCE = 0.22  # of the distance between marks, or of their size
_PIXELS = 1.6  # smallest tolerance
_MAX_DISTANCE = 8.0  # widths of a mark
_MAX_INK = 1.1  # of the marks' own area: with more ink, other characters stand between them
_MAX_NEIGHBOURS = 0.3  # of a row's marks that have others close above or below: with more, it is a halftone raster

# Insertion into the lines of text.
_RECOGNIZED_MARKS = re.compile(r"[.,:;·•…‥_\-\u2013\u2014=~'`]+")
_SAME_LINE = 0.5  # of a line's height, between the middles of a leader and the line that it belongs to
_ROOM = 0.5  # of the usual line height, above and below a leader without a line
_CONFIDENCE = 1.0

# Form blanks.
_EM = 1.2  # em: the height of a line
_UNDERSCORE = 0.5  # em: its width in most proportional fonts
_MAX_GAP = 1.0  # em between a blank and the next word
_LOW, _LOWEST = 0.6, 1.1  # of the line's height: from the foot of the characters to just below them
_MAX_BLANK = 40.0  # em: longer lines are separators
_TOUCH = 4.0  # pixels
_FIELD_LABEL_END = ":"  # a ruling line before the label of another field is for a signature: By: ___ Name: ___
_MARK_CHARACTERS = frozenset("_-\u2013\u2014.,:;=~")


class Leader(NamedTuple):
    """A row of `mark_count` marks. Spaces between them are not detected."""

    mark: str
    mark_count: int
    box: Box

    @property
    def middle(self) -> float:
        return (self.box.y0 + self.box.y1) / 2


def find_leaders(picture: Picture) -> list[Leader]:
    """Return the rows of dots and hyphens of a level picture."""
    ink = ink_mask(to_grey(picture))
    marks = _find_marks(ink)
    rows = [row for band in _bands(marks) for row in _even_rows(band)]
    return [_make_leader(row) for row in rows if _has_no_other_ink(row, ink) and not _is_raster(row, marks)]


def find_form_blanks(rules: RulingLines, lines: Sequence[OcrLine]) -> Iterator[Leader]:
    """Yield the ruling lines that are form blanks, as rows of underscores of the same width."""
    for rule in rules.horizontal:
        if _crosses_any(rule, rules.vertical):
            continue
        for line in lines:
            if not line.rotation and _is_blank_in(line, rule):
                em = (line.box.y1 - line.box.y0) / _EM
                yield Leader("_", max(1, round((rule.x1 - rule.x0) / (_UNDERSCORE * em))), rule)
                break


def insert_leaders(lines: Sequence[OcrLine], leaders: Sequence[Leader]) -> list[OcrLine]:
    """Remove what the engine recognized in place of the leaders, and add each leader as a line of its own."""
    level = [line for line in lines if not line.rotation]
    if not level or not leaders:
        return list(lines)
    added = [_to_line(leader, level) for leader in leaders]
    remaining = (_without_leaders(line, leaders) for line in lines)
    return [*(line for line in remaining if line.words), *added]


def _find_marks(ink: NDArray[np.uint8]) -> list[Box]:
    """Return the boxes of small marks, from top to bottom."""
    _, _, components, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    left, top, width, height, area = np.asarray(components[1:], np.int32).T
    side = max(ink.shape)
    is_small = (width <= max(_MIN_LIMIT, _MAX_WIDTH * side)) & (height <= max(_MIN_LIMIT, _MAX_HEIGHT * side))
    is_mark = is_small & (height <= width + 1) & (area >= _MIN_FILL * width * height)
    edges = np.stack([left, top, left + width, top + height], axis=1)[is_mark]
    return sorted((Box(*edge) for edge in edges.astype(float).tolist()), key=lambda box: box.y0 + box.y1)


def _bands(marks: Sequence[Box]) -> Iterator[list[Box]]:
    """Yield the marks at each height, from left to right."""
    band: list[Box] = []
    for mark in marks:
        if band and (mark.y0 + mark.y1) - (band[-1].y0 + band[-1].y1) > _PIXELS:
            yield sorted(band)
            band = []
        band.append(mark)
    yield sorted(band)


def _even_rows(band: Sequence[Box]) -> Iterator[list[Box]]:
    """Yield runs of evenly spaced marks of the same size."""
    row: list[Box] = list(band[:1])
    for last, mark in pairwise(band):
        if not _continues_row(row, mark):
            if len(row) >= _MIN_MARKS:
                yield row
            row = [last] if _has_same_size(last, mark) else []
        row.append(mark)
    if len(row) >= _MIN_MARKS:
        yield row


def _continues_row(row: Sequence[Box], mark: Box) -> bool:
    if not _has_same_size(row[-1], mark):
        return False
    distance = mark.x0 - row[-1].x0
    if len(row) == 1:
        return distance <= _MAX_DISTANCE * (mark.x1 - mark.x0)
    mean = (row[-1].x0 - row[0].x0) / (len(row) - 1)
    return abs(distance - mean) <= max(_PIXELS, _TOLERANCE * mean)


def _has_same_size(one: Box, other: Box) -> bool:
    widths, heights = (one.x1 - one.x0, other.x1 - other.x0), (one.y1 - one.y0, other.y1 - other.y0)
    return all(max(pair) - min(pair) <= max(_PIXELS, _TOLERANCE * max(pair)) for pair in (widths, heights))


def _has_no_other_ink(row: Sequence[Box], ink: NDArray[np.uint8]) -> bool:
    """Check that no characters stand between the marks, as between the full stops of a text."""
    box = _bounds(row)
    inside = int(ink[int(box.y0) : int(box.y1), int(box.x0) : int(box.x1)].sum())
    return inside <= _MAX_INK * sum((mark.x1 - mark.x0) * (mark.y1 - mark.y0) for mark in row)


def _is_raster(row: Sequence[Box], marks: Sequence[Box]) -> bool:
    distance = (row[-1].x0 - row[0].x0) / (len(row) - 1)
    top, bottom, left, right = row[0].y0, row[0].y1, row[0].x0, row[-1].x1
    near = sum(
        left <= mark.x0 <= right and (top - distance <= mark.y1 <= top or bottom <= mark.y0 <= bottom + distance)
        for mark in marks
    )
    return near > _MAX_NEIGHBOURS * len(row)


def _make_leader(row: Sequence[Box]) -> Leader:
    width = float(np.median([mark.x1 - mark.x0 for mark in row]))
    height = float(np.median([mark.y1 - mark.y0 for mark in row]))
    return Leader("-" if width > _HYPHEN_RATIO * height else ".", len(row), _bounds(row))


def _bounds(row: Sequence[Box]) -> Box:
    return Box(row[0].x0, min(mark.y0 for mark in row), row[-1].x1, max(mark.y1 for mark in row))


def _crosses_any(rule: Box, others: Iterable[Box]) -> bool:
    """Check whether the ruling line touches another one, as in a table or a frame."""
    return any(
        rule.x0 - _TOUCH <= other.x1
        and other.x0 <= rule.x1 + _TOUCH
        and rule.y0 - _TOUCH <= other.y1
        and other.y0 <= rule.y1 + _TOUCH
        for other in others
    )


def _is_blank_in(line: OcrLine, rule: Box) -> bool:
    """Check whether the ruling line is low in the line, right before one of its words, and below none of them."""
    top, height = line.box.y0, line.box.y1 - line.box.y0
    em = height / _EM
    middle = (rule.y0 + rule.y1) / 2
    if not top + _LOW * height <= middle <= top + _LOWEST * height or rule.x1 - rule.x0 > _MAX_BLANK * em:
        return False
    words = [word for word in line.words if not set(word.text) <= _MARK_CHARACTERS]
    is_underline = any(min(word.box.x1, rule.x1) - max(word.box.x0, rule.x0) > em / 2 for word in words)
    following = [word for word in words if abs(word.box.x0 - rule.x1) <= _MAX_GAP * em]
    is_followed_by_text = any(not word.text.endswith(_FIELD_LABEL_END) for word in following)
    return is_followed_by_text and not is_underline


def _to_line(leader: Leader, lines: Sequence[OcrLine]) -> OcrLine:
    """Return the leader as a line, as high as the line that it belongs to, or as lines usually are."""
    same = [line for line in lines if _is_in_line(leader, line)]
    if same:
        nearest = min(same, key=lambda line: max(line.box.x0 - leader.box.x1, leader.box.x0 - line.box.x1))
        top, bottom = nearest.box.y0, nearest.box.y1
    else:
        room = _ROOM * median(line.box.y1 - line.box.y0 for line in lines)
        top, bottom = leader.middle - room, leader.middle + room
    box = Box(leader.box.x0, top, leader.box.x1, bottom)
    return OcrLine((OcrWord(leader.mark * leader.mark_count, box, _CONFIDENCE),), box)


def _is_in_line(leader: Leader, line: OcrLine) -> bool:
    middle = (line.box.y0 + line.box.y1) / 2
    return not line.rotation and abs(leader.middle - middle) < _SAME_LINE * (line.box.y1 - line.box.y0)


def _without_leaders(line: OcrLine, leaders: Iterable[Leader]) -> OcrLine:
    words = list(line.words)
    for leader in leaders:
        if _is_in_line(leader, line):
            words = [part for word in words for part in _without_marks(word, leader.box)]
    return line._replace(words=tuple(words))


def _without_marks(word: OcrWord, gap: Box) -> Iterator[OcrWord]:
    """Yield the parts of a word before and after the longest run of marks, if the word overlaps the gap."""
    if word.box.x1 <= gap.x0 or word.box.x0 >= gap.x1:
        yield word
        return
    marks = max(_RECOGNIZED_MARKS.finditer(word.text), key=lambda match: len(match[0]), default=None)
    if marks is None:
        yield word
        return
    top, bottom = word.box.y0, word.box.y1
    if before := word.text[: marks.start()]:
        yield word._replace(text=before, box=Box(min(word.box.x0, gap.x0), top, gap.x0, bottom))
    if after := word.text[marks.end() :]:
        yield word._replace(text=after, box=Box(gap.x1, top, max(word.box.x1, gap.x1), bottom))
