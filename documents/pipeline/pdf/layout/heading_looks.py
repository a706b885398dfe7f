"""Looks of headings, and of lines by which headings are known.

Of two headings the larger one is higher, then the heavier one, then capitals, then upright type.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile
from typing import Final

from documents.pipeline.pdf.geometry import horizontal_overlap, overlap
from documents.pipeline.pdf.layout.model import DraftItem, TextStyle
from documents.pipeline.pdf.text.lines import Line
from documents.pipeline.pdf.text.styles import is_italic
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

SAME_SIZE = 0.95  # of the larger size: sizes that are nearly equal are the same
Look = tuple[float, int, bool, bool]  # size, weight, capitals only, upright


def look_of(style: TextStyle | None) -> Look:
    if style is None:
        return (0.0, 0, False, False)
    return (style.size, style.weight, style.is_upper, not is_italic(style.font))


def size_of(draft: DraftItem) -> float:
    return draft.style.size if draft.style is not None else 0.0


def rank_looks(headings: Sequence[DraftItem]) -> dict[Look, int]:
    """Return the rank of each look, from 1 for the highest one.

    Weight and capitals of a single heading among several are no rank of their own: it has that of the nearest lower
    look of its size, or else of the nearest higher one.
    """
    counts = Counter(look_of(draft.style) for draft in headings)
    ranks: dict[Look, int] = {}
    rank = 0
    for group in _by_size(sorted(counts, reverse=True)):
        looks: defaultdict[tuple[int, bool, bool], list[Look]] = defaultdict(list)
        for each in group:
            looks[each[1:]].append(each)
        repeated = [look for look in looks if sum(counts[each] for each in looks[look]) > 1] or list(looks)
        for look in sorted(looks, reverse=True):
            below = sum(each > look for each in repeated)
            for each in looks[look]:
                ranks[each] = rank + min(below, len(repeated) - 1) + 1
        rank += len(repeated)
    return ranks


def _by_size(looks: Sequence[Look]) -> Iterator[list[Look]]:
    """Yield the looks of each size, the largest first."""
    group: list[Look] = []
    for look in looks:
        if group and look[0] < SAME_SIZE * group[0][0]:
            yield group
            group = []
        group.append(look)
    if group:
        yield group


# Lines by which headings, titles and list items are known: underlined, centred, with a drawn bullet.

_NUMBER: Final = re.compile(r"(?:\(?[a-zA-Z\d]{1,4}[.)]|\d{1,2}(?:\.\d{1,2})+)\.?|article|section|§", re.IGNORECASE)
_ABOVE: Final = 0.3  # em from a rule to the bottom of the line, if the rule crosses its descenders
_BELOW: Final = 0.35  # em from the bottom of the line to the rule
_MIN_COVERED: Final = 0.85  # of the width of the words
_DESCENDER: Final = 1.2  # em
_BEYOND: Final = 0.6  # em: rules of tables and forms are longer than the text above them
_MAX_CHROMA: Final = 60  # of 255, between the strongest and the weakest channel of grey
# Lines in the middle of their column.
_NEAR: Final = 40  # lines before and after a line, to measure its column
_MIN_INDENT: Final = 4.0  # em on both sides
_MAX_DIFFERENCE: Final = 1.5  # em, between both sides
_FULL: Final = 3  # lines as wide as the column
# Bullets that are drawn as shapes: browsers and layout programs draw discs, rings and squares before list items.
_MAX_BULLETS = 300  # of a page: with more, they are parts of a drawing
_MAX_SIZE, _MAX_DISTANCE, _MAX_OFFSET = 0.6, 2.5, 0.35  # em


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


def centred_lines(lines: Sequence[Line]) -> frozenset[int]:
    """Return the ids of the lines that are centred in a column of text."""
    left, right = min((line.x0 for line in lines), default=0.0), max((line.x1 for line in lines), default=0.0)
    return frozenset(
        id(line)
        for index, line in enumerate(lines)
        if _is_indented(line, left, right) and _is_centred(line, _near(lines, index))  # few are indented
    )


def _near(lines: Sequence[Line], index: int) -> list[Line]:
    near = lines[max(0, index - _NEAR) : index + _NEAR + 1]
    return [line for line in near if horizontal_overlap(line, lines[index]) > 0]


def _is_indented(line: Line, left: float, right: float) -> bool:
    return min(line.x0 - left, right - line.x1) >= _MIN_INDENT * line.size


def _is_centred(line: Line, column: Sequence[Line]) -> bool:
    left, right = min(each.x0 for each in column), max(each.x1 for each in column)
    if not _is_indented(line, left, right) or abs(line.x0 - left - right + line.x1) > _MAX_DIFFERENCE * line.size:
        return False
    full = [each for each in column if each.x0 < left + line.size * 6 and each.x1 > right - line.size]
    return len(full) >= _FULL


def mark_bullets(lines: Sequence[Line], shapes: Sequence[Box]) -> list[Line]:
    """Return the lines, where those with a shape of the size of a bullet before them have a bullet."""
    if not shapes or len(shapes) > _MAX_BULLETS:
        return list(lines)
    marked = {id(line) for shape in shapes if (line := _line_after(shape, lines)) is not None}
    return [replace(line, has_bullet=True) if id(line) in marked else line for line in lines]


def _line_after(shape: Box, lines: Iterable[Line]) -> Line | None:
    """Return the nearest line on the right of the shape, at its height."""
    after = [line for line in lines if _is_before(shape, line)]
    return min(after, key=lambda line: line.x0, default=None)


def _is_before(shape: Box, line: Line) -> bool:
    size = line.size
    is_level = abs((shape.y0 + shape.y1) - (line.y0 + line.y1)) < 2 * _MAX_OFFSET * size
    return is_level and shape.y1 - shape.y0 < _MAX_SIZE * size and 0 < line.x0 - shape.x1 < _MAX_DISTANCE * size
