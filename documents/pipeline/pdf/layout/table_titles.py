"""Centred titles above tables.

A table that is wider than a column is read after the columns above it. Its title must be read with it, although it
stands alone and would pass for the last line of a column.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

from documents.pipeline.pdf.geometry import HasBox, horizontal_overlap, union, vertical_overlap
from documents.pipeline.pdf.tables.grid import DetectedTable
from documents.pipeline.pdf.text.lines import Line
from documents.types import Box

T = TypeVar("T")
_MAX_GAP = 1.5  # em between the table and its title, and between the lines of the title
_MAX_OFFSET = 2.0  # em between the middle of the title and that of the table
_MAX_LINES = 3


@dataclass(frozen=True)
class TitledTable(HasBox):
    """A table with the lines of its title."""

    box: Box
    title: tuple[Line, ...]
    table: DetectedTable

    @property
    def text_length(self) -> int:
        return self.table.text_length

    @property
    def position(self) -> int:
        return self.title[0].position


def attach_titles(
    lines: Sequence[Line], tables: Sequence[DetectedTable], em: float
) -> list[Line | DetectedTable | TitledTable]:
    """Return all lines and tables, where tables with a title are joined with it."""
    titled: list[DetectedTable | TitledTable] = []
    title_ids: set[int] = set()
    for table in tables:
        title = _find_title(table, [line for line in lines if id(line) not in title_ids], em)
        title_ids.update(id(line) for line in title)
        titled.append(TitledTable(union([*title, table]), title, table) if title else table)
    return [*(line for line in lines if id(line) not in title_ids), *titled]


def detach_titles(elements: Sequence[T | Line | DetectedTable | TitledTable]) -> list[T | Line | DetectedTable]:
    """Return the elements, where titles are lines before their tables again."""
    detached: list[T | Line | DetectedTable] = []
    for element in elements:
        if isinstance(element, TitledTable):
            detached += [*element.title, element.table]
        else:
            detached.append(element)
    return detached


def _find_title(table: DetectedTable, lines: Sequence[Line], em: float) -> tuple[Line, ...]:
    title: list[Line] = []
    top = table.y0
    for line in sorted(lines, key=lambda line: -line.y1):
        if line.y1 > top + 0.2 * em or horizontal_overlap(line, table) <= 0:
            continue
        if top - line.y1 > _MAX_GAP * em or len(title) == _MAX_LINES or not _is_title(line, table, lines, em):
            break
        title.append(line)
        top = line.y0
    return tuple(title[::-1])


def _is_title(line: Line, table: DetectedTable, lines: Sequence[Line], em: float) -> bool:
    """Check whether the line is centred above the table, with no other line beside it."""
    if abs(line.x0 + line.x1 - table.x0 - table.x1) > 2 * _MAX_OFFSET * em:
        return False
    others = (other for other in lines if other is not line and horizontal_overlap(other, table) > 0)
    return not any(vertical_overlap(other, line) > 0 for other in others)
