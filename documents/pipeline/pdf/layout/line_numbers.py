"""Line numbers in the margin, as in transcripts, pleadings and statutes.

They are not read with the text, and beside it they would look like the first column of a table.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import pairwise
from statistics import median

from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_NUMBER = re.compile(r"[1-9]\d{0,2}")
_MIN_NUMBERS, _MIN_FIFTH_NUMBERS = 8, 4  # on pages that number every line, and every fifth line
_FIFTH = 5
_ALIGNED = 3.0  # points
_MAX_OFFSET = 0.35  # of the line distance, between a number and its expected place
_MIN_SPAN = 0.6  # of the height of the page's text
_MAX_WORDS_IN_MARGIN = 0.06  # of the page's words: page headers and page numbers may stand in the margin, too
_MIN_CHARACTERS = 20  # of text beside a number, on average: entries of a numbered list are shorter
_MAX_RULED = 0.5  # of the line numbers have a rule below them
_NEAR = 0.5  # em between a number and its line


def find_line_numbers(words: Sequence[Word], rules: Sequence[Box] = ()) -> list[Word]:
    """Return the line numbers from top to bottom, or nothing if the page has none.

    `rules` are the horizontal ones: between them stand the numbered rows of a table.
    """
    numbers = [word for word in words if _NUMBER.fullmatch(word.text)]
    if len(numbers) < _MIN_FIFTH_NUMBERS:
        return []
    top, bottom = min(word.y0 for word in words), max(word.y1 for word in words)
    for column in sorted(_aligned_columns(numbers), key=len, reverse=True):
        series = _evenly_spaced(column)
        is_high = bool(series) and series[-1].y1 - series[0].y0 >= _MIN_SPAN * (bottom - top)
        if is_high and _is_in_margin(series, words) and not _are_between_rules(series, rules):
            return series
    return []


def _aligned_columns(numbers: Iterable[Word]) -> list[list[Word]]:
    """Return the columns of numbers that share their left or right edge."""
    columns: defaultdict[tuple[str, int], list[Word]] = defaultdict(list)
    for word in numbers:
        for side, edge in (("left", word.x0), ("right", word.x1)):
            for near in (int(edge // _ALIGNED), int((edge + _ALIGNED / 2) // _ALIGNED) + 100_000):
                columns[side, near].append(word)
    return list(columns.values())


def _evenly_spaced(column: Sequence[Word]) -> list[Word]:
    """Return the numbers whose distance from the first is in proportion to their value, if they are line numbers."""
    ordered = sorted(column, key=lambda word: word.y0)
    steps = [(b.middle_y - a.middle_y) / (int(b.text) - int(a.text)) for a, b in pairwise(ordered) if b.text != a.text]
    rising = [step for step in steps if step > 0]
    if not rising:
        return []
    distance = median(rising)
    origin = median(word.middle_y - distance * int(word.text) for word in ordered)
    max_offset = _MAX_OFFSET * distance
    series = [word for word in ordered if abs(word.middle_y - distance * int(word.text) - origin) < max_offset]
    values = [int(word.text) for word in series]
    every_fifth = all(value % _FIFTH == 0 for value in values)
    rises = all(after > before for before, after in pairwise(values))
    is_dense = bool(values) and len(values) >= 0.8 * ((values[-1] - values[0]) / (_FIFTH if every_fifth else 1) + 1)
    has_enough = len(values) >= (_MIN_FIFTH_NUMBERS if every_fifth else _MIN_NUMBERS)
    return series if rises and is_dense and has_enough else []


def _are_between_rules(series: Sequence[Word], rules: Sequence[Box]) -> bool:
    """Check for a rule below most of the numbers."""
    beside = [rule for rule in rules if rule.x0 < series[0].x1 and rule.x1 > series[0].x1 + series[0].size]
    ruled = sum(any(a.middle_y < rule.y0 < b.middle_y for rule in beside) for a, b in pairwise(series))
    return ruled > _MAX_RULED * (len(series) - 1)


def _is_in_margin(series: Sequence[Word], words: Sequence[Word]) -> bool:
    """Check for a margin with hardly any other words, beside text that is no column of short entries."""
    left, right = min(word.x0 for word in series), max(word.x1 for word in series)
    series_ids = {id(word) for word in series}
    others = [word for word in words if id(word) not in series_ids]
    gap = _NEAR * series[0].size
    before, after = [w for w in others if w.x0 < right + gap], [w for w in others if w.x1 > left - gap]
    if not others or min(len(before), len(after)) > _MAX_WORDS_IN_MARGIN * len(others):
        return False
    beside = [word for word in others if series[0].y0 <= word.middle_y <= series[-1].y1]
    return sum(len(word.text) + 1 for word in beside) / len(series) >= _MIN_CHARACTERS
