"""Items of the structure as rows of messages and back. What comes back is checked: its sender may be taken over."""

from collections.abc import Sequence
from typing import Final

from documents.pipeline.sandbox import fields
from documents.pipeline.sandbox.wire import WireError
from documents.types import Item, Mark, StructureKind, Table, TableCell

DEEPEST: Final = 20  # levels; no document has more
_KINDS = frozenset(kind.value for kind in StructureKind)
_STYLES = frozenset("bics")


def item_row(item: Item) -> list[object]:
    table = None if item.table is None else _table_row(item.table)
    place = [item.kind.value, item.page, list(item.box), item.start, item.end]
    return [*place, item.level, table, _mark_rows(item.marks), item.continues]


def item_of(row: object, text_lengths: Sequence[int]) -> Item:
    """`text_lengths` are those of the pages that have come."""
    parts = fields.sequence(row)
    if len(parts) != 9:  # noqa: PLR2004  # as many as item_row writes
        raise WireError("an item has nine fields")
    kind, page, box, start, end, level, table, marks, continues = parts
    if not (fields.is_int(page) and 1 <= page <= len(text_lengths)):
        raise WireError("an item of no page")
    if not (fields.is_int(start) and fields.is_int(end) and 0 <= start <= end <= text_lengths[page - 1]):
        raise WireError("an item outside its page's text")
    if level is not None and not (fields.is_int(level) and 0 <= level <= DEEPEST):
        raise WireError("no level")
    if not isinstance(continues, bool):
        raise WireError("an item goes on or does not")
    return Item(
        _kind(kind),
        page,
        fields.box(box),
        start,
        end,
        level,
        None if table is None else _table(table),
        _marks(marks, end - start),
        continues,
    )


def _mark_rows(marks: Sequence[Mark]) -> list[object]:
    return [list(mark) for mark in marks]


def _marks(value: object, length: int) -> tuple[Mark, ...]:
    """In order, inside the text and apart from each other."""
    marks: list[Mark] = []
    reached = 0
    for row in fields.sequence(value):
        match row:
            case [int() as start, int() as end, str() as style, str() as link]:
                if reached <= start < end <= length and _STYLES.issuperset(style):
                    marks.append(Mark(start, end, style, fields.clean(link)))
                    reached = end
                    continue
        raise WireError("no mark")
    return tuple(marks)


def _table_row(table: Table) -> list[object]:
    return [table.rows, table.columns, [_cell_row(cell) for cell in table.cells], list(table.numbers)]


def _cell_row(cell: TableCell) -> list[object]:
    box = None if cell.box is None else list(cell.box)
    spans = [cell.row_span, cell.column_span]
    return [cell.row, cell.column, cell.text, *spans, cell.is_header, box, _mark_rows(cell.marks)]


def _table(value: object) -> Table:
    parts = fields.sequence(value)
    if len(parts) != 4:  # noqa: PLR2004  # as many as _table_row writes
        raise WireError("no table")
    rows, columns, cells, numbers = parts
    if not (fields.is_int(rows) and fields.is_int(columns) and rows >= 0 and columns >= 0):
        raise WireError("a table without size")
    found = tuple(_cell(cell, rows, columns) for cell in fields.sequence(cells))
    return Table(rows, columns, found, _numbers(numbers, rows))


def _numbers(value: object, rows: int) -> tuple[int, ...]:
    """One for each row, rising; none for a table on one page."""
    numbers = tuple(fields.sequence(value))
    if not all(map(fields.is_int, numbers)) or len(numbers) not in {0, rows} or list(numbers) != sorted(set(numbers)):
        raise WireError("rows without numbers")
    if numbers and numbers[0] < 0:
        raise WireError("rows without numbers")
    return numbers


def _cell(value: object, rows: int, columns: int) -> TableCell:
    parts = fields.sequence(value)
    if len(parts) != 8:  # noqa: PLR2004  # as many as _cell_row writes
        raise WireError("no cell")
    row, column, text, row_span, column_span, is_header, box, marks = parts
    numbers = (row, column, row_span, column_span)
    if not all(map(fields.is_int, numbers)) or not isinstance(text, str) or not isinstance(is_header, bool):
        raise WireError("no cell")
    if not (
        row >= 0
        and column >= 0
        and row_span >= 1
        and column_span >= 1
        and row + row_span <= rows
        and column + column_span <= columns
    ):
        raise WireError("a cell outside its table")
    place = None if box is None else fields.box(box)
    return TableCell(row, column, text, row_span, column_span, is_header, place, _marks(marks, len(text)))


def _kind(value: object) -> StructureKind:
    if value not in _KINDS:
        raise WireError("unknown kind of item")
    return StructureKind(str(value))
