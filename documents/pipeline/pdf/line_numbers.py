"""Numbers that count the lines of a page in its margin, as in transcripts, pleadings and statutes. They count nothing
but lines: nobody reads them with the text, and beside it they would look like the first column of a table.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median

from documents.pipeline.pdf.words import Word

_NUMBER = re.compile(r"[1-9]\d{0,2}")
_MIN_EACH, _MIN_FIFTHS = 8, 4  # numbers of every line, of every fifth line
_FIFTHS = 5
_ALIGNED = 3.0  # points
_EVEN = 0.35  # of a line's height, by which a number may be off its place
_SPAN = 0.6  # of the height of the page's text
_BESIDE = 0.06  # of the page's words may stand in the margin, too: running heads, page numbers
_LONG = 20  # characters of text beside a number, on average: entries of a numbered list are shorter
_NEAR = 0.5  # em between a number and its line


def line_numbers(words: Sequence[Word]) -> list[Word]:
    """From top to bottom; none where the numbers are part of what is said."""
    numbers = [word for word in words if _NUMBER.fullmatch(word.text)]
    if len(numbers) < _MIN_FIFTHS:
        return []
    top, bottom = min(word.y0 for word in words), max(word.y1 for word in words)
    for column in sorted(_aligned(numbers), key=len, reverse=True):
        series = _even_series(column)
        if series and series[-1].y1 - series[0].y0 >= _SPAN * (bottom - top) and _stands_apart(series, words):
            return series
    return []


def _aligned(numbers: Iterable[Word]) -> list[list[Word]]:
    """Columns of numbers that share their left or right edge."""
    columns: defaultdict[tuple[str, int], list[Word]] = defaultdict(list)
    for word in numbers:
        for side, edge in (("left", word.x0), ("right", word.x1)):
            for near in (int(edge // _ALIGNED), int((edge + _ALIGNED / 2) // _ALIGNED) + 100_000):
                columns[side, near].append(word)
    return list(columns.values())


def _even_series(column: Sequence[Word]) -> list[Word]:
    """The numbers that count evenly down the page: as far below the first as they are greater."""
    ordered = sorted(column, key=lambda word: word.y0)
    steps = [(b.middle_y - a.middle_y) / (int(b.text) - int(a.text)) for a, b in pairwise(ordered) if b.text != a.text]
    rising = [step for step in steps if step > 0]
    if not rising:
        return []
    leading = median(rising)
    origin = median(word.middle_y - leading * int(word.text) for word in ordered)
    series = [word for word in ordered if abs(word.middle_y - leading * int(word.text) - origin) < _EVEN * leading]
    values = [int(word.text) for word in series]
    fifths = all(value % _FIFTHS == 0 for value in values)
    rises = all(after > before for before, after in pairwise(values))
    dense = bool(values) and len(values) >= 0.8 * ((values[-1] - values[0]) / (_FIFTHS if fifths else 1) + 1)
    return series if rises and dense and len(values) >= (_MIN_FIFTHS if fifths else _MIN_EACH) else []


def _stands_apart(series: Sequence[Word], words: Sequence[Word]) -> bool:
    """In a margin with hardly anything else, beside text that is no column of short entries."""
    left, right = min(word.x0 for word in series), max(word.x1 for word in series)
    taken = {id(word) for word in series}
    rest = [word for word in words if id(word) not in taken]
    gap = _NEAR * series[0].size
    before, after = [w for w in rest if w.x0 < right + gap], [w for w in rest if w.x1 > left - gap]
    if not rest or min(len(before), len(after)) > _BESIDE * len(rest):
        return False
    return _mean_length(series, rest) >= _LONG


def _mean_length(series: Sequence[Word], rest: Sequence[Word]) -> float:
    """Of the lines between the first and the last number."""
    inside = [word for word in rest if series[0].y0 <= word.middle_y <= series[-1].y1]
    return sum(len(word.text) + 1 for word in inside) / len(series)
