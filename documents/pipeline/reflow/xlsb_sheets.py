"""Sheets of binary workbooks with a smaller grid: their reader allocates every cell between the first and the last.

A part is a sequence of records: a type, a length, and a content that begins with the number of a row or of a column.
"""

import struct
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

_ROW: Final = 0
_CELLS: Final = frozenset({*range(2, 12), 62})  # with a value; blank cells have the type 1
_BEGIN_DATA, _END_DATA = 145, 146
_BEGIN_OF_SHEET: Final = b"\x81\x01"
_END_OF_DATA: Final = b"\x92\x01\x00"
_NUMBER: Final = struct.Struct("<I")
_MAX_EMPTY_ROWS: Final = 100  # in sequence, as in OpenDocument
_MAX_EMPTY_COLUMNS: Final = 20


class LimitedSheet(NamedTuple):
    """The part of a sheet with a smaller grid, and whether rows with values were removed."""

    content: bytes
    is_truncated: bool


class _Record(NamedTuple):
    """A record: its type, and the offsets of it, of its content and of its end."""

    kind: int
    start: int
    content: int
    end: int


@dataclass(slots=True)
class _Row:
    """A row, from its record to that of the last cell with a value; `columns` are the numbers at their offsets."""

    number: int
    record: _Record
    end: int
    columns: dict[int, int] = field(default_factory=dict)


def limit_grid(content: bytes, *, max_cells: int) -> LimitedSheet | None:
    """Return the part of a sheet with a grid of at most this many cells, empty ones included.

    Of many empty rows or columns in sequence one is left, so that distant cells are kept. The rows that do not fit then
    are removed. Return `None` if the part needs no change or is no sheet.
    """
    if not content.startswith(_BEGIN_OF_SHEET):
        return None
    rows = list(_occupied_rows(content, max_cells))
    shown = list(_fitting_rows(rows, max_cells))
    row_numbers = _without_gaps({row.number for row in shown}, _MAX_EMPTY_ROWS)
    columns = _without_gaps({column for row in shown for column in row.columns.values()}, _MAX_EMPTY_COLUMNS)
    is_unchanged = all(old == new for numbers in (row_numbers, columns) for old, new in numbers.items())
    if is_unchanged and len(shown) == len(rows):
        return None
    changed = bytearray(content[: rows[0].record.start])
    for row in shown:
        moved = len(changed) - row.record.start
        changed += content[row.record.start : row.end]
        _NUMBER.pack_into(changed, row.record.content + moved, row_numbers[row.number])
        for offset, column in row.columns.items():
            _NUMBER.pack_into(changed, offset + moved, columns[column])
    return LimitedSheet(bytes(changed) + _END_OF_DATA, is_truncated=len(shown) < len(rows))


def _occupied_rows(content: bytes, max_cells: int) -> Iterator[_Row]:
    """Yield the rows that have values, until they have more than this many cells."""
    row: _Row | None = None
    for record in _data_records(content):
        if record.kind == _ROW:
            if row is not None and row.columns:
                yield row
                max_cells -= len(row.columns)
                if max_cells < 0:
                    return
            row = _Row(_number_at(content, record), record, record.end)
        elif row is not None and record.kind in _CELLS:
            row.columns[record.content] = _number_at(content, record)
            row.end = record.end
    if row is not None and row.columns:
        yield row


def _fitting_rows(rows: Iterable[_Row], max_cells: int) -> Iterator[_Row]:
    """Yield the first rows whose grid has at most this many cells once it has no long gaps."""
    columns: set[int] = set()
    width = height = 0
    last = -1
    for row in rows:
        height += 1 + _shortened(row.number - last - 1, _MAX_EMPTY_ROWS)
        last = row.number
        if not columns.issuperset(row.columns.values()):
            columns.update(row.columns.values())
            width = 1 + max(_without_gaps(columns, _MAX_EMPTY_COLUMNS).values())
        if width * height > max_cells:
            return
        yield row


def _without_gaps(numbers: Collection[int], max_empty: int) -> dict[int, int]:
    """Return the new number of each row or column, where one is left of longer sequences of empty ones."""
    moved: dict[int, int] = {}
    position = previous = -1
    for number in sorted(numbers):
        position += 1 + _shortened(number - previous - 1, max_empty)
        previous, moved[number] = number, position
    return moved


def _shortened(empty: int, max_empty: int) -> int:
    """Return the number of empty rows or columns that are left of this many."""
    return max(0, empty) if empty <= max_empty else 1


def _data_records(content: bytes) -> Iterator[_Record]:
    """Yield the records of rows and cells up to a damaged one, which the reader of the workbook finds, too."""
    is_data = False
    position = 0
    while position < len(content):
        kind, start = _packed(content, position, 2)
        length, begin = _packed(content, start, 4)
        end = begin + length
        if end > len(content) or kind == _END_DATA:
            return
        if is_data and length >= _NUMBER.size:
            yield _Record(kind, position, begin, end)
        is_data = is_data or kind == _BEGIN_DATA
        position = end


def _packed(content: bytes, position: int, max_bytes: int) -> tuple[int, int]:
    """Return a number in groups of seven bits, the lowest first, and the offset after it."""
    number = 0
    for index, byte in enumerate(content[position : position + max_bytes]):
        number |= (byte & 0x7F) << (7 * index)
        if byte < 0x80:  # noqa: PLR2004  # the highest bit: another group follows
            return number, position + index + 1
    return number, position + max_bytes


def _number_at(content: bytes, record: _Record) -> int:
    """Return the number at the beginning of a record."""
    return int(_NUMBER.unpack_from(content, record.content)[0])
