"""Tables of docling's model, with what stands in their cells: lines of several styles, lists, further tables."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from documents.pipeline.flow.model import BULLET, Block, Run, marks_of
from documents.types import Mark, StructureKind, Table, TableCell


class CellContent(NamedTuple):
    """What a cell holds. Pictures have no room in it and come after the table."""

    text: str
    marks: tuple[Mark, ...]
    figures: Sequence[Block]


def content_of(blocks: Iterable[Block]) -> CellContent:
    """A line for each block; a table in a cell has a line for each of its rows.

    One point alone is no list: OpenDocument slides have the text of every cell in one.
    """
    runs: list[Run] = []
    found = list(blocks)
    figures = [block for block in found if block.kind is StructureKind.FIGURE]
    lines = [block for block in found if block.kind is not StructureKind.FIGURE]
    if len(lines) == 1 and lines[0].marker == BULLET:
        lines = [replace(lines[0], marker="")]
    for block in lines:
        if runs:
            runs.append(Run("\n"))
        runs += _row_runs(block.table) if block.table is not None else _runs(block)
    text = "".join(run.text for run in runs)
    start = len(text.lstrip()) - len(text)
    return CellContent(text.strip(), marks_of(runs, start=start), figures)


def table_of(data: Any, contents: Mapping[int, CellContent] | None = None) -> Table:
    """Each place of the grid once: what overlaps an earlier cell is left out, and what goes beyond the last row."""
    taken: set[tuple[int, int]] = set()
    cells: list[TableCell] = []
    found = sorted(data.table_cells, key=lambda cell: (cell.start_row_offset_idx, cell.start_col_offset_idx))
    last_row = max([data.num_rows, *(cell.start_row_offset_idx + 1 for cell in found)])
    last_column = max([data.num_cols, *(cell.start_col_offset_idx + 1 for cell in found)])
    for cell in found:
        rows = _places(cell.start_row_offset_idx, cell.end_row_offset_idx, last_row)
        columns = _places(cell.start_col_offset_idx, cell.end_col_offset_idx, last_column)
        places = {(row, column) for row in rows for column in columns}
        if places & taken:
            continue
        taken |= places
        content = (contents or {}).get(id(cell))
        text, marks = (content.text, content.marks) if content and content.text else (cell.text.strip(), ())
        cells.append(
            TableCell(
                rows.start,
                columns.start,
                text,
                row_span=len(rows),
                column_span=len(columns),
                is_header=cell.column_header,
                marks=marks,
            )
        )
    return Table(_count(data.num_rows, taken, 0), _count(data.num_cols, taken, 1), tuple(cells))


def _places(start: int, end: int, last: int) -> range:
    return range(start, max(min(end, last), start + 1))


def _runs(block: Block) -> Iterator[Run]:
    if block.marker:
        yield Run(f"{block.marker} ")
    yield from block.runs


def _row_runs(table: Table) -> Iterator[Run]:
    row = 0
    for number, cell in enumerate(table.cells):
        if number:
            yield Run("\t" if cell.row == row else "\n")
        row = cell.row
        yield Run(cell.text)


def _count(said: int, taken: set[tuple[int, int]], axis: int) -> int:
    return max([said, *(place[axis] + 1 for place in taken)])
