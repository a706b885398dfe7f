"""Titles in the middle above a table. A table across columns is read after them, and so must its title be, which alone
would pass for the end of one column.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from documents.pipeline.pdf.geometry import Placed, shares_columns, shares_rows, union
from documents.pipeline.pdf.lines import Line
from documents.pipeline.pdf.tables.grid import FoundTable
from documents.types import Box

_NEAR = 1.5  # em between the table, its title and the lines of it
_CENTRED = 2.0  # em between the middles
_MOST = 3  # lines


@dataclass(frozen=True)
class TitledTable(Placed):
    """A table with the lines of its title."""

    box: Box
    title: tuple[Line, ...]
    table: FoundTable

    @property
    def text_length(self) -> int:
        return self.table.text_length

    @property
    def position(self) -> int:
        return self.title[0].position

    @property
    def parts(self) -> tuple[Line | FoundTable, ...]:
        return (*self.title, self.table)


def with_titles(
    lines: Sequence[Line], tables: Sequence[FoundTable], em: float
) -> list[Line | FoundTable | TitledTable]:
    """All of them, but titles with their tables."""
    titled: list[FoundTable | TitledTable] = []
    taken: set[int] = set()
    for table in tables:
        title = _title_of(table, [line for line in lines if id(line) not in taken], em)
        taken.update(id(line) for line in title)
        titled.append(TitledTable(union([*title, table]), title, table) if title else table)
    return [*(line for line in lines if id(line) not in taken), *titled]


def apart(elements: Sequence[Line | FoundTable | TitledTable]) -> list[Line | FoundTable]:
    return [
        part for element in elements for part in (element.parts if isinstance(element, TitledTable) else (element,))
    ]


def _title_of(table: FoundTable, lines: Sequence[Line], em: float) -> tuple[Line, ...]:
    found: list[Line] = []
    top = table.y0
    for line in sorted(lines, key=lambda line: -line.y1):
        if line.y1 > top + 0.2 * em or shares_columns(line, table) <= 0:
            continue
        if top - line.y1 > _NEAR * em or len(found) == _MOST or not _is_title(line, table, lines, em):
            break
        found.append(line)
        top = line.y0
    return tuple(found[::-1])


def _is_title(line: Line, table: FoundTable, lines: Sequence[Line], em: float) -> bool:
    """In the middle, and alone at its height above the table."""
    if abs(line.x0 + line.x1 - table.x0 - table.x1) > 2 * _CENTRED * em:
        return False
    beside = (other for other in lines if other is not line and shares_columns(other, table) > 0)
    return not any(shares_rows(other, line) > 0 for other in beside)
