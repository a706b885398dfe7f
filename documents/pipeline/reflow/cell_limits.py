"""Limits of the cells of workbooks: readers visit every cell of the grid, even if it is empty."""

import re
import struct
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from documents.errors import UnsafeDocument
from documents.types import ParseWarning

MAX_CELLS: Final = 100_000
MAX_GRID: Final = 2_000_000  # cells, used or not, between the first and the last


def truncation_warning() -> ParseWarning:
    """Return the warning about a workbook of which cells were left out."""
    return ParseWarning("sheet_truncated", f"Only the first {MAX_CELLS:,} cells of this workbook are displayed.")


def remove_distant_rows(workbook: Any) -> list[ParseWarning]:
    """Remove the rows of openpyxl's workbook that are beyond the largest grid; return the warnings about them.

    Most of them are left out before openpyxl reads the workbook; here are those whose cells have no, or another,
    reference in the file, and merged cells.
    """
    removed = [_remove_distant_rows(sheet) for sheet in workbook.worksheets]
    return [truncation_warning()] if any(removed) else []


def _remove_distant_rows(sheet: Any) -> bool:
    """Remove the rows beyond the largest grid; return whether one of their cells had a value."""
    places = sorted(sheet._cells)  # noqa: SLF001  # the public methods create all empty cells
    end = _first_distant_row(places)
    if end is None:
        return False
    has_value = False
    for place in places:
        if place[0] >= end:
            has_value = sheet._cells.pop(place).value is not None or has_value  # noqa: SLF001  # as above
    ranges = [merged for merged in sheet.merged_cells.ranges if merged.min_row < end]
    for merged in ranges:
        merged.shrink(bottom=max(0, merged.max_row - end + 1))
    sheet.merged_cells.ranges = set(ranges)
    return has_value


def _first_distant_row(places: list[tuple[int, int]]) -> int | None:
    """Return the number of the first row that does not fit into the largest grid; the places are in order."""
    columns = 0
    for row, column in places:
        columns = max(columns, column)
        if row * columns > MAX_GRID:
            return row
    return None


# Repeated cells in OpenDocument, where a small file can declare billions of cells. No visible content is lost: empty
# cells are repeated up to a hundred times, others as long as there is space.

_TABLE: Final = "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
_TEXT: Final = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
_ROWS, _COLUMNS = f"{_TABLE}number-rows-repeated", f"{_TABLE}number-columns-repeated"
_MAX_EMPTY: Final = 100
_MAX_DECLARED: Final = 10_000_000  # cells with the same content: more are an attack
_LARGE_REPEAT = re.compile(rb"(?:-repeated|:c)\s*=\s*[\"'](?!\d{1,2}[\"'])")


class _LimitedPart(NamedTuple):
    """A part with fewer repetitions, the number of its cells, and whether cells with content were removed."""

    content: bytes
    cells: int
    is_truncated: bool


def limit_repeats(content: bytes, *, max_cells: int) -> _LimitedPart | None:
    """Return the part with limited repetitions; None if it needs no change or is not XML.

    Raise `UnsafeDocument` if the number of cells with content is an attack.
    """
    if not _LARGE_REPEAT.search(content):
        return None
    from lxml import etree  # noqa: PLC0415  # heavy

    parser = etree.XMLParser(resolve_entities=False, no_network=True, load_dtd=False, huge_tree=True)
    try:
        root = etree.fromstring(content, parser)
    except etree.XMLSyntaxError:
        return None
    for spaces in root.iter(f"{_TEXT}s"):
        _limit(spaces, f"{_TEXT}c", maximum=_MAX_EMPTY)
    limiter = _RowLimiter(max_cells)
    for row in root.iter(f"{_TABLE}table-row"):
        limiter.limit_row(row)
    content = etree.tostring(root, xml_declaration=True, encoding="UTF-8")
    return _LimitedPart(content, limiter.cells, limiter.is_truncated)


class _RowLimiter:
    """Limits rows one by one and counts their cells."""

    def __init__(self, max_cells: int) -> None:
        self._max_cells = max_cells
        self.cells = 0
        self.is_truncated = False

    def limit_row(self, row: Any) -> None:
        cells = [cell for cell in row if isinstance(cell.tag, str) and cell.tag.endswith("table-cell")]
        columns = sum(self._limit_element(cell, _COLUMNS, is_empty=len(cell) == 0, size=1) for cell in cells)
        is_empty = not any(map(len, cells))
        self.cells += columns * self._limit_element(row, _ROWS, is_empty=is_empty, size=max(1, columns))

    def _limit_element(self, element: Any, attribute: str, *, is_empty: bool, size: int) -> int:
        """Return the new number of repetitions. An element that contains a table is not repeated."""
        remaining = max(1, (self._max_cells - self.cells) // size)
        has_table = not is_empty and next(element.iterdescendants(f"{_TABLE}table"), None) is not None
        maximum = 1 if has_table else min(remaining, _MAX_EMPTY) if is_empty else remaining
        declared, limited = _limit(element, attribute, maximum=maximum)
        if not is_empty and declared * size > _MAX_DECLARED:
            raise UnsafeDocument
        self.is_truncated = self.is_truncated or (declared > limited and not is_empty)
        return limited


def _limit(element: Any, attribute: str, *, maximum: int) -> tuple[int, int]:
    """Reduce the number in an attribute; return the declared and the new number."""
    value = element.get(attribute)
    if value is None:
        return 1, 1
    is_number = value.isascii() and value.isdigit() and len(value) < 12  # noqa: PLR2004  # digits
    declared = int(value) if is_number else maximum + 1
    limited = max(1, min(declared, maximum))
    if limited != declared:
        element.set(attribute, str(limited))
    return declared, limited


# Sheets of binary workbooks, whose reader allocates every cell between the first and the last. A part is a sequence of
# records: a type, a length, and a content that begins with the number of a row or of a column.

_ROW: Final = 0
_CELLS: Final = frozenset({*range(2, 12), 62})  # with a value; blank cells have the type 1
_BEGIN_DATA, _END_DATA = 145, 146
_BEGIN_OF_SHEET: Final = b"\x81\x01"
_END_OF_DATA: Final = b"\x92\x01\x00"
_NUMBER: Final = struct.Struct("<I")
_MAX_EMPTY_ROWS: Final = 100  # in sequence, as in OpenDocument
_MAX_EMPTY_COLUMNS: Final = 20


class _LimitedSheet(NamedTuple):
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


def limit_grid(content: bytes, *, max_cells: int) -> _LimitedSheet | None:
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
    return _LimitedSheet(bytes(changed) + _END_OF_DATA, is_truncated=len(shown) < len(rows))


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
