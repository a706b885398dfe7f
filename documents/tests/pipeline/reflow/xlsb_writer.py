"""Write small binary workbooks (MS-XLSB): records of a type, a length and a content, in the parts of a package."""

import struct
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from operator import itemgetter
from pathlib import Path

Value = str | float | bool | None
Cells = Mapping[tuple[int, int], Value]

_ROW, _BOOL, _REAL, _TEXT = 0, 4, 5, 6
_BEGIN_SHEET, _END_SHEET, _BEGIN_BOOK, _END_BOOK = 129, 130, 131, 132
_BEGIN_SHEETS, _END_SHEETS, _BEGIN_DATA, _END_DATA = 143, 144, 145, 146
_DIMENSION, _BOOK_PROPERTIES, _SHEET, _CALCULATION = 148, 153, 156, 157

_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPES = (
    f'<Types xmlns="{_PACKAGE}/content-types">'
    '<Default Extension="bin" ContentType="application/vnd.ms-excel.sheet.binary.macroEnabled.main"/></Types>'
)


def write_xlsb(path: Path, sheets: Mapping[str, Sequence[Sequence[Value]] | Cells]) -> Path:
    """Write a workbook with the rows of each sheet, or with its cells by their row and column, in this order."""
    with zipfile.ZipFile(path, "w") as package:
        package.writestr("[Content_Types].xml", _TYPES)
        package.writestr("_rels/.rels", _relations([("officeDocument", "xl/workbook.bin")]))
        targets = [("worksheet", f"worksheets/sheet{number}.bin") for number in range(1, len(sheets) + 1)]
        package.writestr("xl/_rels/workbook.bin.rels", _relations(targets))
        package.writestr("xl/workbook.bin", _workbook(sheets))
        for (_, target), rows in zip(targets, sheets.values(), strict=True):
            package.writestr(f"xl/{target}", _sheet(rows))
    return path


def _relations(targets: Iterable[tuple[str, str]]) -> str:
    rows = (
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets, 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{"".join(rows)}</Relationships>'


def _workbook(names: Iterable[str]) -> bytes:
    sheets = (
        _record(_SHEET, struct.pack("<II", 0, number) + _wide(f"rId{number}") + _wide(name))
        for number, name in enumerate(names, 1)
    )
    return b"".join(
        (
            _record(_BEGIN_BOOK),
            _record(_BOOK_PROPERTIES, bytes(8) + _wide("")),
            _record(_BEGIN_SHEETS),
            *sheets,
            _record(_END_SHEETS),
            _record(_CALCULATION, bytes(26)),
            _record(_END_BOOK),
        )
    )


def _sheet(content: Sequence[Sequence[Value]] | Cells) -> bytes:
    cells = content if isinstance(content, Mapping) else _numbered(content)
    size = struct.pack("<IIII", 0, max(row for row, _ in cells), 0, max(column for _, column in cells))
    rows = (
        _record(_ROW, struct.pack("<I", number) + bytes(13))
        + b"".join(_cell(column, cells[row, column]) for row, column in places)
        for number, places in groupby(cells, key=itemgetter(0))
    )
    begin = _record(_BEGIN_SHEET) + _record(_DIMENSION, size) + _record(_BEGIN_DATA)
    return begin + b"".join(rows) + _record(_END_DATA) + _record(_END_SHEET)


def _numbered(rows: Sequence[Sequence[Value]]) -> Cells:
    return {(row, column): value for row, values in enumerate(rows) for column, value in enumerate(values)}


def _cell(column: int, value: Value) -> bytes:
    place = struct.pack("<II", column, 0)
    match value:
        case bool():
            return _record(_BOOL, place + bytes([value]))
        case str():
            return _record(_TEXT, place + _wide(value))
        case None:
            return b""
        case _:
            return _record(_REAL, place + struct.pack("<d", value))


def _record(kind: int, content: bytes = b"") -> bytes:
    return _number(kind) + _number(len(content)) + content


def _number(value: int) -> bytes:
    """Return a number as groups of seven bits, the lowest first."""
    groups = bytearray()
    while True:
        value, group = value >> 7, value & 0x7F
        groups.append(group | 0x80 if value else group)
        if not value:
            return bytes(groups)


def _wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")
