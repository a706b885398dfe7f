"""Evidence that shapes are a chart or a diagram.

A chart has bars from one line, numbers in equal steps at equal distances, or dots on a line; a diagram has boxes that
stand apart and are joined by lines.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise
from statistics import median
from typing import Final, NamedTuple

from documents.pipeline.pdf.geometry import (
    area,
    cluster,
    connected_groups,
    horizontal_overlap,
    overlap,
    vertical_overlap,
)
from documents.pipeline.pdf.layout.phrases import Phrase, Phrases
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_NUMBER: Final = re.compile(r"[+\-\u2212]?[$€£]?(\d[\d.,'\u202f]*)\s?[%kKmM]?")
_MIN_BARS: Final = 3
_SAME: Final = 1.0  # points
_MIN_SHARE: Final = 0.5  # of the bars have a length of their own; of the rows of a table have a word in a column
_MAX_TEXT: Final = 0.5  # of the width of a bar: more is text on a coloured ground
_MAX_GROUND: Final = 3.0  # em: the height of such a ground
_MIN_TICKS: Final = 4
_SAME_STEP: Final = 1e-6  # of the step between two numbers
_EVEN: Final = 0.12  # of the distance between two numbers
_ALIGNED: Final = 2.0  # points
_MAX_AXIS_GAP: Final = 20.0  # points between the numbers of an axis and the drawing
_MIN_ALONG: Final = 0.6  # of an axis is beside the drawing
_MIN_DOTS: Final = 3
_MIN_DOT, _MAX_DOT = 3.0, 24.0  # points
_MAX_STRETCH: Final = 1.3


class _Bar(NamedTuple):
    side: float
    breadth: float
    foot: float
    head: float


def may_have_bars(fills: Sequence[Box]) -> bool:
    """Check for shapes of one breadth and several lengths, which start from one line."""
    return any(_start_from_one_line(bars, min_share=0.0) for bars in (_standing(fills), _lying(fills)))


def has_bars(fills: Sequence[Box], phrases: Phrases) -> bool:
    """Check for bars of mostly different lengths, which are neither grounds of text nor in the cells of a table."""
    if not may_have_bars(fills):
        return False
    bars = [fill for fill in fills if not _is_ground(fill, phrases)]
    if _start_from_one_line(_standing(bars)):
        return True
    return _start_from_one_line(_lying(bars)) and not _has_column_after(bars, phrases)


def numbers_of(words: Iterable[Word]) -> Phrases:
    """Return the words that are numbers, each as a phrase."""
    return Phrases([word] for word in words if _NUMBER.fullmatch(word.text))


def has_axis(box: Box, phrases: Phrases) -> bool:
    """Check for numbers beside the drawing or below it, in equal steps and at equal distances."""
    around = phrases.between(box.y0 - _MAX_AXIS_GAP, box.y1 + 2 * _MAX_AXIS_GAP)
    numbers = [phrase for phrase in around if len(phrase.words) == 1 and _NUMBER.fullmatch(phrase.words[0].text)]
    beside = [p for p in numbers if 0 <= max(box.x0 - p.box.x1, p.box.x0 - box.x1) + _ALIGNED < _MAX_AXIS_GAP]
    below = [p for p in numbers if 0 <= p.box.y0 - box.y1 + _ALIGNED < _MAX_AXIS_GAP]
    columns = [*_groups([(p.box.x1, p) for p in beside]), *_groups([(p.box.x0, p) for p in beside])]
    rows = _groups([(p.middle_y, p) for p in below])
    return any(_is_axis([(p.middle_y, p) for p in c], box.y0, box.y1, is_column=True) for c in columns) or any(
        _is_axis([((p.box.x0 + p.box.x1) / 2, p) for p in row], box.x0, box.x1, is_column=False) for row in rows
    )


def has_dots_on_line(dots: Sequence[Box], rules: Sequence[Box]) -> bool:
    """Check for dots of one size that stand on a horizontal line, as those of a timeline."""
    for rule in rules:
        y = (rule.y0 + rule.y1) / 2
        on_line = [d for d in dots if _is_dot(d) and abs(d.y0 + d.y1 - 2 * y) < _ALIGNED and _is_along(d, rule)]
        sizes = Counter(round(dot.x1 - dot.x0) for dot in on_line)
        if sizes and len({round(dot.x0) for dot in on_line}) >= _MIN_DOTS <= max(sizes.values()):
            return True
    return False


def _is_dot(box: Box) -> bool:
    short, long = sorted((box.x1 - box.x0, box.y1 - box.y0))
    return short >= _MIN_DOT and long <= min(_MAX_DOT, _MAX_STRETCH * short)


def _is_along(dot: Box, rule: Box) -> bool:
    return rule.x0 - _ALIGNED <= dot.x0 and dot.x1 <= rule.x1 + _ALIGNED


def _standing(fills: Iterable[Box]) -> list[_Bar]:
    return [_Bar(fill.x0, fill.x1 - fill.x0, fill.y1, fill.y0) for fill in fills]


def _lying(fills: Iterable[Box]) -> list[_Bar]:
    return [_Bar(fill.y0, fill.y1 - fill.y0, fill.x0, fill.x1) for fill in fills]


def _is_ground(fill: Box, phrases: Phrases) -> bool:
    """Check for a line of text on a coloured ground."""
    inside = phrases.inside(fill)
    width = sum(phrase.box.x1 - phrase.box.x0 for phrase in inside)
    return width > _MAX_TEXT * (fill.x1 - fill.x0) and fill.y1 - fill.y0 < _MAX_GROUND * inside[0].size


def _start_from_one_line(bars: Iterable[_Bar], *, min_share: float = _MIN_SHARE) -> bool:
    by_breadth: defaultdict[int, list[_Bar]] = defaultdict(list)
    for bar in bars:
        by_breadth[round(bar.breadth)].append(bar)
    groups = [[*group, *by_breadth.get(size + 1, ())] for size, group in by_breadth.items()]
    return any(_are_bars(group, min_share) for group in groups)


def _are_bars(bars: Sequence[_Bar], min_share: float) -> bool:
    """Check bars of one breadth. Those that stand on others count together with them."""
    stacks: defaultdict[int, list[_Bar]] = defaultdict(list)
    for bar in bars:
        stacks[round(bar.side)].append(bar)
    if len(stacks) < _MIN_BARS:
        return False
    rises = bars[0].head < bars[0].foot
    ends = [
        (max(b.foot for b in stack), min(b.head for b in stack))
        if rises
        else (min(b.foot for b in stack), max(b.head for b in stack))
        for stack in stacks.values()
    ]
    foot = median(foot for foot, _ in ends)
    heads = [head for start, head in ends if abs(start - foot) <= _SAME]
    return len(heads) >= _MIN_BARS and len(cluster(heads, _SAME)) >= max(_MIN_BARS, min_share * len(heads))


def _has_column_after(bars: Sequence[Box], phrases: Phrases) -> bool:
    """Check for words in a column on the right of all bars: bars in the cells of a table."""
    right = max(bar.x1 for bar in bars)
    level = {id(phrase): phrase for bar in bars for phrase in phrases.between(bar.y0, bar.y1)}
    beside = [phrase for phrase in level.values() if phrase.box.x0 > right]
    least = max(_MIN_BARS, _MIN_SHARE * len(bars))
    return any(
        sum(abs(edge - x) < _ALIGNED for edge in edges) >= least
        for edges in ([phrase.box.x0 for phrase in beside], [phrase.box.x1 for phrase in beside])
        for x in edges
    )


def _groups(placed: Sequence[tuple[float, Phrase]]) -> list[list[Phrase]]:
    """Return the phrases at one place."""
    places = cluster([place for place, _ in placed], _ALIGNED)
    groups = ([phrase for place, phrase in placed if abs(place - x) < _ALIGNED] for x in places)
    return [group for group in groups if len(group) >= _MIN_TICKS]


def _is_axis(placed: Sequence[tuple[float, Phrase]], start: float, end: float, *, is_column: bool) -> bool:
    """Check for equal steps at equal distances. Lines of a text have numbers in steps of one down the page."""
    ordered = sorted(placed, key=lambda pair: pair[0])
    places = [place for place, _ in ordered]
    along = overlap(places[0], places[-1], start, end)
    if along < _MIN_ALONG * (places[-1] - places[0]) or along < _MIN_ALONG * (end - start):
        return False
    values = [_value(phrase.words[0]) for _, phrase in ordered]
    steps = [after - before for before, after in pairwise(values)]
    gaps = [after - before for before, after in pairwise(places)]
    counts_lines = is_column and steps[0] == 1
    return not counts_lines and _are_equal(steps, _SAME_STEP) and _are_equal(gaps, _EVEN)


def _are_equal(values: Sequence[float], tolerance: float) -> bool:
    usual = median(values)
    return usual != 0 and all(abs(value - usual) <= tolerance * abs(usual) for value in values)


def _value(word: Word) -> float:
    """Return the number; commas count as the separators of thousands, where three digits follow."""
    text = word.text.replace("\u2212", "-").replace("\u202f", "").replace("'", "").strip("$€£%kKmM ")
    text = re.sub(r",(?=\d{3}(?:\D|$))", "", text).replace(",", ".")
    try:
        return float(text)
    except ValueError:
        return 0.0


# Diagrams.

_MIN_BOXES: Final = 3
_MAX_BOXES: Final = 200
_MIN_WIDTH, _MIN_HEIGHT = 15.0, 10.0  # points
_MAX_SHARE: Final = 0.1  # of the page's area
_MIN_APART: Final = 3.0  # points between two boxes: cells touch
_REACH: Final = 4.0  # points between the end of a line and a box: arrow heads are drawn between them
_THIN: Final = 3.0
_MIN_LINE: Final = 4.0  # points
_TOUCHING: Final = 2.0
_MAX_LEVEL: Final = 2  # phrases of a box beside another one


def are_joined(boxes: Sequence[Box], lines: Sequence[Box], phrases: Phrases, *, page_area: float) -> bool:
    """Check for boxes with words that are joined by lines.

    `lines` are ruling lines and the bounds of slanted ones.
    """
    large = [box for box in boxes if _is_large(box) and area(box) <= _MAX_SHARE * page_area]
    apart = [box for box in _apart(large) if _has_label(box, phrases)]
    if len(apart) < _MIN_BOXES:
        return False
    links = [line for line in lines if _length(line) >= _MIN_LINE and not _is_edge(line, apart)]
    joined: set[Box] = set()
    for group in connected_groups(links, _TOUCHING):
        ends = [box for box in apart if any(_ends_at(link, box) for link in group)]
        if len(ends) > 1:
            joined.update(ends)
    return len(joined) >= _MIN_BOXES


def stand_apart(boxes: Sequence[Box]) -> bool:
    """Check for enough boxes that touch no other."""
    return len(_apart(boxes)) >= _MIN_BOXES


def _has_label(box: Box, phrases: Phrases) -> bool:
    """Check for words in the box. A row of a table has more of them beside each other."""
    heights = [phrase.middle_y for phrase in phrases.inside(box)]
    level = sum(after - before < _TOUCHING for before, after in pairwise(heights))
    return bool(heights) and level < _MAX_LEVEL


def _is_large(box: Box) -> bool:
    return box.x1 - box.x0 >= _MIN_WIDTH and box.y1 - box.y0 >= _MIN_HEIGHT


def _apart(boxes: Sequence[Box]) -> list[Box]:
    """Return the boxes that touch no other: the cells of a table do. The fill and the frame of a box are one."""
    distinct: list[Box] = []
    for box in boxes[:_MAX_BOXES]:
        if not any(all(abs(a - b) < _TOUCHING for a, b in zip(box, other, strict=True)) for other in distinct):
            distinct.append(box)
    touching = {
        box
        for pair in combinations(distinct, 2)
        if min(horizontal_overlap(*pair), vertical_overlap(*pair)) > -_MIN_APART
        for box in pair
    }
    return [box for box in distinct if box not in touching]


def _length(line: Box) -> float:
    return max(line.x1 - line.x0, line.y1 - line.y0)


def _is_edge(line: Box, boxes: Sequence[Box]) -> bool:
    """Check for an edge of a box, or a line within it."""
    return any(
        line.x0 >= box.x0 - _TOUCHING
        and line.x1 <= box.x1 + _TOUCHING
        and line.y0 >= box.y0 - _TOUCHING
        and line.y1 <= box.y1 + _TOUCHING
        for box in boxes
    )


def _ends_at(line: Box, box: Box) -> bool:
    """Check for a line that ends at a side of the box, and not at a corner, where the lines of a grid meet."""
    across = overlap(line.x0, line.x1, box.x0, box.x1)
    down = overlap(line.y0, line.y1, box.y0, box.y1)
    if min(across, down) < -_REACH or _crosses(line, box) or min(max(across, 0), max(down, 0)) > _THIN:
        return False
    x, y = (line.x0 + line.x1) / 2, (line.y0 + line.y1) / 2
    if line.x1 - line.x0 <= _THIN:
        return box.x0 + _REACH < x < box.x1 - _REACH
    return line.y1 - line.y0 > _THIN or box.y0 + _TOUCHING < y < box.y1 - _TOUCHING


def _crosses(line: Box, box: Box) -> bool:
    """Check for a line that runs past the box on both sides."""
    return (line.x0 < box.x0 - _REACH and line.x1 > box.x1 + _REACH) or (
        line.y0 < box.y0 - _REACH and line.y1 > box.y1 + _REACH
    )
