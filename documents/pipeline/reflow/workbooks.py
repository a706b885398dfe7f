"""Workbooks of Excel that docling does not read: those before 2007, and binary ones. Each sheet is one table."""

from collections.abc import Sequence
from datetime import date, datetime, time, timedelta
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from documents.errors import CorruptDocument, EncryptedDocument
from documents.pipeline.reflow.cell_limits import MAX_CELLS
from documents.pipeline.reflow.layout import sheet_section
from documents.pipeline.reflow.model import Block, ReflowDocument
from documents.types import ParseWarning, StructureKind, Table, TableCell

if TYPE_CHECKING:
    from python_calamine import CalamineSheet


# Sheets of workbooks that are read without docling: one table each.


class _Sheet(NamedTuple):
    """A named table, and whether the sheet has more rows."""

    name: str
    table: Table
    is_truncated: bool


def _read_sheets(sheets: Sequence[_Sheet]) -> ReflowDocument:
    """Return named tables as a document; empty ones are left out, and truncated ones reported."""
    warnings = []
    if any(sheet.is_truncated for sheet in sheets):
        message = f"Only the first {MAX_CELLS:,} cells of each sheet are displayed."
        warnings.append(ParseWarning("sheet_truncated", message))
    sections = [
        sheet_section(sheet.name, [Block(StructureKind.TABLE, table=sheet.table)])
        for sheet in sheets
        if sheet.table.cells
    ]
    return ReflowDocument(sections, warnings=warnings)


def _without_empty_rows(table: Table) -> Table:
    """Return the table without empty rows at the end; an empty sheet has no cells."""
    last = max((cell.row + cell.row_span for cell in table.cells if cell.text), default=0)
    return Table(last, table.columns, tuple(cell for cell in table.cells if cell.row + cell.row_span <= last))


def _number_text(value: float) -> str:
    """Return a number as Excel shows it without a format."""
    return f"{value:.15g}"


def _moment_text(moment: datetime) -> str:
    """Return a date, with its time unless that is midnight."""
    return moment.date().isoformat() if moment.time() == datetime.min.time() else moment.isoformat(" ", "seconds")


_Value: TypeAlias = int | float | str | bool | date | datetime | time | timedelta


def read_xlsb(path: Path) -> ReflowDocument:
    """Return the workbook as blocks. Sheets of charts and macros have no cells."""
    from python_calamine import CalamineError, CalamineWorkbook, SheetTypeEnum  # noqa: PLC0415  # only for this format

    try:
        with CalamineWorkbook.from_path(path) as book:
            names = [each.name for each in book.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet]
            return _read_sheets([_xlsb_sheet(book.get_sheet_by_name(name)) for name in names])
    except (CalamineError, OSError, ValueError) as error:
        raise CorruptDocument(detail=str(error)[:200]) from error
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # of Rust: no `Exception`, and in no module
            raise
        raise CorruptDocument(detail=str(error)[:200]) from error


def _xlsb_sheet(sheet: "CalamineSheet") -> _Sheet:
    rows, columns = sheet.iter_rows(), sheet.width
    shown = list(islice(rows, MAX_CELLS // max(1, columns)))
    cells = tuple(
        TableCell(row, column, _xlsb_text(value), is_header=row == 0)
        for row, values in enumerate(shown)
        for column, value in enumerate(values)
    )
    table = _without_empty_rows(Table(len(shown), columns, cells))
    return _Sheet(sheet.name, table, is_truncated=next(rows, None) is not None)


def _xlsb_text(value: _Value) -> str:
    match value:
        case bool():
            return "TRUE" if value else "FALSE"
        case float() | int():
            return _number_text(value)
        case datetime():
            return _moment_text(value)
        case date():
            return value.isoformat()
        case _:
            return str(value).strip()


# Workbooks before 2007, read with xlrd, with merged cells.


def read_xls(path: Path) -> ReflowDocument:
    """Return the workbook as blocks."""
    import xlrd  # noqa: PLC0415  # only for this format

    try:
        with xlrd.open_workbook(path, formatting_info=True) as book:
            sheets = [_xls_sheet(sheet, book.datemode) for sheet in book.sheets()]
    except xlrd.XLRDError as error:
        raise (EncryptedDocument if "encrypted" in str(error) else CorruptDocument) from error
    except (ValueError, IndexError, AssertionError, KeyError, TypeError, AttributeError, EOFError, OSError) as error:
        raise CorruptDocument(detail=str(error)[:200]) from error  # xlrd raises these for damaged files
    return _read_sheets(sheets)


def _xls_sheet(sheet: Any, datemode: int) -> _Sheet:
    spans = {(low, left): (high - low, right - left) for low, high, left, right in sheet.merged_cells}
    covered = {
        (row, column)
        for low, high, left, right in sheet.merged_cells
        for row in range(low, high)
        for column in range(left, right)
    } - spans.keys()
    rows = min(sheet.nrows, MAX_CELLS // max(1, sheet.ncols))
    cells = tuple(
        TableCell(
            row, column, _xls_text(sheet.cell(row, column), datemode), *spans.get((row, column), (1, 1)), row == 0
        )
        for row in range(rows)
        for column in range(sheet.ncols)
        if (row, column) not in covered
    )
    table = _without_empty_rows(Table(rows, sheet.ncols, cells))
    return _Sheet(sheet.name, table, is_truncated=rows < sheet.nrows)


def _xls_text(cell: Any, datemode: int) -> str:
    import xlrd  # noqa: PLC0415  # only for this format

    match cell.ctype:
        case xlrd.XL_CELL_NUMBER:
            return _number_text(cell.value)
        case xlrd.XL_CELL_DATE:
            return _xls_date(cell.value, datemode)
        case xlrd.XL_CELL_BOOLEAN:
            return "TRUE" if cell.value else "FALSE"
        case xlrd.XL_CELL_ERROR:
            return str(xlrd.error_text_from_code.get(cell.value, ""))
        case _:
            return str(cell.value).strip()


def _xls_date(value: float, datemode: int) -> str:
    from xlrd.xldate import XLDateError, xldate_as_datetime  # noqa: PLC0415  # only for this format

    try:
        moment: datetime = xldate_as_datetime(value, datemode)
    except (XLDateError, OverflowError, ValueError):
        return _number_text(value)
    return _moment_text(moment)
