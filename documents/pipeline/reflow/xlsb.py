"""Binary workbooks of Excel since 2007 (MS-XLSB), read with calamine: one table per sheet."""

from datetime import date, datetime, time, timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from documents.errors import CorruptDocument
from documents.pipeline.reflow.distant_cells import MAX_CELLS
from documents.pipeline.reflow.model import ReflowDocument
from documents.pipeline.reflow.sheets import Sheet, moment_text, number_text, read_sheets, without_empty_rows
from documents.types import Table, TableCell

if TYPE_CHECKING:
    from python_calamine import CalamineSheet

_Value: TypeAlias = int | float | str | bool | date | datetime | time | timedelta


def read_xlsb(path: Path) -> ReflowDocument:
    """Return the workbook as blocks. Sheets of charts and macros have no cells."""
    from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum  # noqa: PLC0415  # only for this format

    try:
        with CalamineWorkbook.from_path(path) as book:
            names = [each.name for each in book.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet]
            return read_sheets([_sheet(book.get_sheet_by_name(name)) for name in names])
    except (CalamineError, OSError, ValueError) as error:
        raise CorruptDocument(detail=str(error)[:200]) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # of Rust: no `Exception`, and in no module
            raise
        raise CorruptDocument(detail=str(error)[:200]) from error


def _sheet(sheet: "CalamineSheet") -> Sheet:
    rows, columns = sheet.iter_rows(), sheet.width
    shown = list(islice(rows, MAX_CELLS // max(1, columns)))
    cells = tuple(
        TableCell(row, column, _text(value), is_header=row == 0)
        for row, values in enumerate(shown)
        for column, value in enumerate(values)
    )
    table = without_empty_rows(Table(len(shown), columns, cells))
    return Sheet(sheet.name, table, is_truncated=next(rows, None) is not None)


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
