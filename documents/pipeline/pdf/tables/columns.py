"""Columns from white space: a border is where few rows have a phrase across it."""

import re
from collections.abc import Sequence
from statistics import median

from documents.pipeline.pdf.lines import phrases_of, rows_of
from documents.pipeline.pdf.words import Word
from documents.types import Box

_FIGURE = re.compile(r"[$€£(+\-\u2013\u2014]{0,2}\d[\d.,:/\u2013-]*[%)]{0,2}")
PHRASE_GAP = 0.55  # em between the phrases of a table row
_WIDE_PHRASE = 0.62  # of the table's width: alone in its row it is a heading of the table
_CROSSED_SHARE = 0.08  # of the rows may cross a border
_MIN_GAP_POINTS, _MIN_GAP = 2.0, 0.4  # em
_STEP = 2  # samples per point


def infer_columns(words: Sequence[Word], box: Box) -> list[float]:
    """Borders from left to right, the box's own edges included."""
    profile = _crossings(words, box)
    allowed = _CROSSED_SHARE * len(rows_of(words))
    least = max(_MIN_GAP_POINTS, _MIN_GAP * median(word.size for word in words)) if words else 0.0
    borders = [box.x0]
    start, seen_text = 0, False
    while start < len(profile):
        if profile[start] > allowed:
            seen_text = True
            start += 1
            continue
        end = start
        while end < len(profile) and profile[end] <= allowed:
            end += 1
        if seen_text and end < len(profile) and (end - start) / _STEP >= least:
            borders.append(box.x0 + (start + end) / (2 * _STEP))
        start = end
    return [*borders, box.x1]


def are_figures(phrase: Sequence[Word]) -> bool:
    """Several numbers one after the other: a wide one may stand close to its neighbour, which is another column's."""
    return len(phrase) > 1 and all(_FIGURE.fullmatch(word.text) for word in phrase)


def cell_phrases(words: Sequence[Word]) -> list[list[Word]]:
    """What may stand in one cell: phrases, but each number alone."""
    phrases = phrases_of(words, PHRASE_GAP)
    return [part for phrase in phrases for part in ([[word] for word in phrase] if are_figures(phrase) else [phrase])]


def _crossings(words: Sequence[Word], box: Box) -> list[int]:
    """How many phrases cover each half point of the table's width."""
    phrases = cell_phrases(words)
    middles = [(phrase[0].y0 + phrase[0].y1) / 2 for phrase in phrases]
    width = box.x1 - box.x0
    profile = [0] * (int(width * _STEP) + 6)
    for phrase, middle in zip(phrases, middles, strict=True):
        left, right = phrase[0].x0, phrase[-1].x1
        if right - left > _WIDE_PHRASE * width and sum(abs(middle - other) < 2 for other in middles) == 1:  # points
            continue
        for sample in range(max(0, int((left - box.x0) * _STEP)), min(len(profile), int((right - box.x0) * _STEP) + 1)):
            profile[sample] += 1
    return profile
