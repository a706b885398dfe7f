"""Sheets: pages as wide as the widest table needs, and long tables in pieces that the typesetter can carry."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from documents.pipeline.flow.model import A4, Block, Run, Section
from documents.pipeline.flow.printing import MARGIN
from documents.pipeline.flow.tables import least_width
from documents.types import StructureKind, Table, TableCell

_WIDTHS = (A4[0], A4[1], 1191.0, 1684.0, 2384.0)  # A4, A4 on its side, A3 to A1
_MOST_CELLS = 3_000  # of one piece


def sheet_section(name: str, blocks: Sequence[Block]) -> Section:
    """A sheet under its name, unless it begins with that."""
    heading = Block(StructureKind.HEADING, (Run(name),), level=1)
    needed = max((least_width(block.table) for block in blocks if block.table is not None), default=0.0)
    width = next((width for width in _WIDTHS if needed <= width - 2 * MARGIN), _WIDTHS[-1])
    height = A4[1] if width == A4[0] else width / A4[1] * A4[0]
    is_named = any(block.text.strip() == name for block in blocks[:1])
    return Section([*([] if is_named else [heading]), *blocks] if blocks else (), width, height)


def in_pieces(blocks: Sequence[Block]) -> Iterator[Block]:
    """Tables that are too long as several blocks; no piece ends inside a cell that spans rows."""
    for block in blocks:
        if block.table is None or len(block.table.cells) <= _MOST_CELLS:
            yield block
        else:
            yield from _pieces(block, block.table)


def _pieces(block: Block, table: Table) -> Iterator[Block]:
    cells: list[TableCell] = []
    first = end = 0
    for row, group in groupby(sorted(table.cells, key=lambda cell: (cell.row, cell.column)), key=lambda cell: cell.row):
        if len(cells) >= _MOST_CELLS and row >= end:
            yield _piece(block, table, cells, first=first, end=row)
            cells, first = [], row
        new = list(group)
        end = max(end, *(cell.row + cell.row_span for cell in new))
        cells += new
    yield _piece(block, table, cells, first=first, end=table.rows)


def _piece(block: Block, table: Table, cells: Sequence[TableCell], *, first: int, end: int) -> Block:
    moved = tuple(replace(cell, row=cell.row - first) for cell in cells)
    return replace(block, table=Table(end - first, table.columns, moved), whole=table, first_row=first)
