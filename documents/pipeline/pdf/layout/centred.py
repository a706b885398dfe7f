"""Find lines in the middle of their column: titles, and headings of the highest level."""

from collections.abc import Sequence
from typing import Final

from documents.pipeline.pdf.geometry import horizontal_overlap
from documents.pipeline.pdf.text.lines import Line

_NEAR: Final = 40  # lines before and after a line, to measure its column
_MIN_INDENT: Final = 4.0  # em on both sides
_MAX_DIFFERENCE: Final = 1.5  # em, between both sides
_FULL: Final = 3  # lines as wide as the column


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
