"""Structure items as rows of messages. Rows that come back are validated: a sandbox may have been taken over."""

from collections.abc import Sequence
from typing import Final

from documents.pipeline.sandbox import validation
from documents.pipeline.sandbox.wire import WireError
from documents.types import MAX_ALT, Item, Mark, StructureKind, Table, TableCell

MAX_LEVEL: Final = 20
_KINDS = frozenset(kind.value for kind in StructureKind)
_STYLES = frozenset("bicsm")


def item_row(item: Item) -> list[object]:
    """Return an item as a row."""
    table = None if item.table is None else _table_row(item.table)
    position = [item.kind.value, item.page, list(item.box), item.start, item.end]
    return [*position, item.level, table, _mark_rows(item.marks), item.continues, item.alt]


def item_of(row: object, text_lengths: Sequence[int]) -> Item:
    """Return the item of a row; `text_lengths` are those of the pages. Raise `WireError` for an invalid row."""
    fields = validation.sequence(row)
    if len(fields) != 10:  # noqa: PLR2004  # as many as item_row writes
        raise WireError("an item must have ten fields")
    kind, page, box, start, end, level, table, marks, continues, alt = fields
    if not (validation.is_int(page) and 1 <= page <= len(text_lengths)):
        raise WireError("the page of an item does not exist")
    if not (validation.is_int(start) and validation.is_int(end) and 0 <= start <= end <= text_lengths[page - 1]):
        raise WireError("the offsets of an item are outside the text of its page")
    if level is not None and not (validation.is_int(level) and 0 <= level <= MAX_LEVEL):
        raise WireError("the level of an item is out of range")
    if not isinstance(continues, bool) or not isinstance(alt, str) or len(alt) > MAX_ALT:
        raise WireError("continues must be a boolean, and alt a text of limited length")
    if kind not in _KINDS:
        raise WireError("the kind of an item is unknown")
    return Item(
        StructureKind(str(kind)),
        page,
        validation.box(box),
        start,
        end,
        level,
        None if table is None else _table(table),
        _marks(marks, end - start),
        continues,
        validation.without_nul(alt),
    )


def _mark_rows(marks: Sequence[Mark]) -> list[object]:
    return [list(mark) for mark in marks]


def _marks(value: object, length: int) -> tuple[Mark, ...]:
    """Return marks that are in order, inside the text, and do not overlap."""
    marks: list[Mark] = []
    last_end = 0
    for row in validation.sequence(value):
        match row:
            case [int() as start, int() as end, str() as style, str() as link]:
                if last_end <= start < end <= length and _STYLES.issuperset(style):
                    marks.append(Mark(start, end, style, validation.without_nul(link)))
                    last_end = end
                    continue
        raise WireError("invalid mark")
    return tuple(marks)


def _table_row(table: Table) -> list[object]:
    return [table.rows, table.columns, [_cell_row(cell) for cell in table.cells], list(table.row_numbers)]


def _cell_row(cell: TableCell) -> list[object]:
    box = None if cell.box is None else list(cell.box)
    spans = [cell.row_span, cell.column_span]
    return [cell.row, cell.column, cell.text, *spans, cell.is_header, box, _mark_rows(cell.marks)]


def _table(value: object) -> Table:
    fields = validation.sequence(value)
    if len(fields) != 4:  # noqa: PLR2004  # as many as _table_row writes
        raise WireError("a table must have four fields")
    rows, columns, cells, numbers = fields
    if not (validation.is_int(rows) and validation.is_int(columns) and rows >= 0 and columns >= 0):
        raise WireError("the size of a table is invalid")
    table_cells = tuple(_cell(cell, rows, columns) for cell in validation.sequence(cells))
    return Table(rows, columns, table_cells, _row_numbers(numbers, rows))


def _row_numbers(value: object, rows: int) -> tuple[int, ...]:
    """Return rising numbers, one per row; none for a table on one page."""
    numbers = tuple(validation.sequence(value))
    is_complete = all(map(validation.is_int, numbers)) and len(numbers) in {0, rows}
    if not is_complete or list(numbers) != sorted(set(numbers)):
        raise WireError("invalid row numbers")
    if numbers and numbers[0] < 0:
        raise WireError("invalid row numbers")
    return numbers


def _cell(value: object, rows: int, columns: int) -> TableCell:
    fields = validation.sequence(value)
    if len(fields) != 8:  # noqa: PLR2004  # as many as _cell_row writes
        raise WireError("a cell must have eight fields")
    row, column, text, row_span, column_span, is_header, box, marks = fields
    numbers = (row, column, row_span, column_span)
    if not all(map(validation.is_int, numbers)) or not isinstance(text, str) or not isinstance(is_header, bool):
        raise WireError("a field of a cell has the wrong type")
    if not (
        row >= 0
        and column >= 0
        and row_span >= 1
        and column_span >= 1
        and row + row_span <= rows
        and column + column_span <= columns
    ):
        raise WireError("a cell is outside its table")
    cell_box = None if box is None else validation.box(box)
    return TableCell(row, column, text, row_span, column_span, is_header, cell_box, _marks(marks, len(text)))
