"""Binary workbooks of Excel since 2007 (MS-XLSB), read with calamine: one table per sheet."""

from collections.abc import Iterable
from datetime import date, datetime, time, timedelta
from itertools import islice
from pathlib import Path
from typing import TypeAlias

from documents.errors import CorruptDocument
from documents.pipeline.reflow.model import ReflowDocument
from documents.pipeline.reflow.packages import MAX_CELLS
from documents.pipeline.reflow.sheets import moment_text, number_text, read_sheets, without_empty_rows
from documents.types import Table, TableCell

_Value: TypeAlias = int | float | str | bool | date | datetime | time | timedelta


def read_xlsb(path: Path) -> ReflowDocument:
    """Return the workbook as blocks. Sheets of charts and macros have no cells."""
    from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum  # noqa: PLC0415  # only for this format

    try:
        with CalamineWorkbook.from_path(path) as book:
            names = [each.name for each in book.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet]
            sheets = [(name, book.get_sheet_by_name(name)) for name in names]
            return read_sheets([(name, _table(sheet.iter_rows(), sheet.width)) for name, sheet in sheets])
    except (CalamineError, OSError, ValueError) as error:
        raise CorruptDocument(detail=str(error)[:200]) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # of Rust: no `Exception`, and in no module
            raise
        raise CorruptDocument(detail=str(error)[:200]) from error


def _table(rows: Iterable[list[_Value]], columns: int) -> Table:
    shown = list(islice(rows, MAX_CELLS // max(1, columns)))
    cells = tuple(
        TableCell(row, column, _text(value), is_header=row == 0)
        for row, values in enumerate(shown)
        for column, value in enumerate(values)
    )
    return without_empty_rows(Table(len(shown), columns, cells))


def _text(value: _Value) -> str:
    match value:
        case bool():
            return "TRUE" if value else "FALSE"
        case float() | int():
            return number_text(value)
        case datetime():
            return moment_text(value)
        case date():
            return value.isoformat()
        case _:
            return str(value).strip()
