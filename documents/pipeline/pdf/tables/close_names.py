"""Find the columns below names that stand closer to each other than their columns, as spreadsheets print them.

Figures stand on the right of their columns and names on the left, or names are wider than their cells. The words of a
name are a space apart: any other gap between two words parts two names.
"""

import re
from collections.abc import Sequence
from itertools import pairwise
from statistics import median

from documents.pipeline.pdf.geometry import overlap
from documents.pipeline.pdf.tables.borders import infer_columns
from documents.pipeline.pdf.tables.figures import is_figure
from documents.pipeline.pdf.text.lines import group_into_rows
from documents.pipeline.pdf.text.words import Word
from documents.types import Box

_WORDS_OF_TWO_NAMES = 2
_MAX_LINES = 3  # of names
_MIN_ROWS = 3  # below them
_MIN_FIGURES = 0.35  # of the words of the cells
_MIN_GUTTER = 1.0  # em
_SPACE, _MAX_SPACE = 0.25, 0.45  # em, if it is not known, and at most
_OTHER_GAP = 0.06  # em between a space and another gap

_LAST_DIGITS = re.compile(r"\d{3}([.,]\d*)?")  # of a number

_Gutter = tuple[float, float]


def columns_below_names(words: Sequence[Word], box: Box) -> list[float]:
    """Return the column borders, including the edges of the box, of the cells below the first lines.

    These lines may not show all of the columns, but their words must not contradict them.
    """
    columns = infer_columns(words, box)
    rows = group_into_rows(words)
    for count in range(1, min(_MAX_LINES, len(rows) - _MIN_ROWS) + 1):
        cells = [word for row in rows[count:] for word in row]
        if sum(is_figure(word.text) for word in cells) <= _MIN_FIGURES * len(cells):
            return columns
        below = infer_columns(cells, box)
        if len(below) > len(columns):
            borders = _between_names(below, cells, rows[:count])
            if borders:
                return borders
    return columns


def _between_names(columns: Sequence[float], cells: Sequence[Word], names: Sequence[Sequence[Word]]) -> list[float]:
    """Return the columns with borders that no name crosses, or nothing if some name does.

    A border between two columns of figures is certain: a name that crosses it, or has more than two words, is that of
    both columns.
    """
    borders = [columns[0]]
    for left, border, right in zip(columns, columns[1:], columns[2:], strict=False):
        gutter = _gutter(border, cells)
        is_certain = are_columns_of_figures(_texts(cells, left, border), _texts(cells, border, right))
        is_wide = gutter[1] - gutter[0] > _MIN_GUTTER * cells[0].size
        for line in names:
            has_two_words = len(_texts(line, left, right)) == _WORDS_OF_TWO_NAMES
            part = _part_between_names(gutter, line, any_gap=is_certain and has_two_words)
            gutter = gutter if is_certain and part[0] > part[1] else part
        if not (is_certain or is_wide) or gutter[0] > gutter[1]:
            return []
        borders.append((gutter[0] + gutter[1]) / 2)
    return [*borders, columns[-1]]


def _texts(cells: Sequence[Word], left: float, right: float) -> list[str]:
    return [word.text for word in cells if left < word.middle_x < right]


def are_columns_of_figures(left: Sequence[str], right: Sequence[str]) -> bool:
    """Check for figures on both sides of a border, which are not the parts of numbers with a space: "12 500"."""
    are_figures = min(len(left), len(right)) >= _MIN_ROWS and all(map(is_figure, (*left, *right)))
    are_parts = all(map(_LAST_DIGITS.fullmatch, right)) and all(text[-1].isdigit() for text in left)
    return are_figures and not (are_parts and all("," not in text and "." not in text for text in left))


def _gutter(border: float, cells: Sequence[Word]) -> _Gutter:
    left = max((word.x1 for word in cells if word.middle_x < border), default=border)
    right = min((word.x0 for word in cells if word.middle_x > border), default=border)
    return min(left, border), max(right, border)


def _part_between_names(gutter: _Gutter, line: Sequence[Word], *, any_gap: bool) -> _Gutter:
    """Return the part of a gutter between two names, or two words for `any_gap`; it is empty if there is none."""
    space = _space(line)
    edges = [(float("-inf"), line[0].x0), *((a.x1, b.x0) for a, b in pairwise(line)), (line[-1].x1, float("inf"))]
    parts = [
        (max(gutter[0], left), min(gutter[1], right))
        for left, right in edges
        if overlap(*gutter, left, right) >= 0 and (any_gap or _parts_names(right - left, line[0].size, space))
    ]
    return max(parts, key=lambda part: part[1] - part[0], default=(1.0, 0.0))


def _parts_names(gap: float, size: float, space: float) -> bool:
    return gap > _MAX_SPACE * size or abs(gap - space) > _OTHER_GAP * size


def _space(line: Sequence[Word]) -> float:
    size = line[0].size
    gaps = [after.x0 - before.x1 for before, after in pairwise(line)]
    spaces = [gap for gap in gaps if abs(gap - _SPACE * size) < 0.1 * size]
    return median(spaces) if spaces else _SPACE * size
