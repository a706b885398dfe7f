"""Workbooks of Excel before 2007, read with xlrd: one table per sheet, with merged cells."""

from datetime import datetime
from pathlib import Path
from typing import Any

from documents.errors import CorruptDocument, EncryptedDocument
from documents.pipeline.reflow.distant_cells import MAX_CELLS
from documents.pipeline.reflow.model import ReflowDocument
from documents.pipeline.reflow.sheets import Sheet, moment_text, number_text, read_sheets, without_empty_rows
from documents.types import Table, TableCell


def read_xls(path: Path) -> ReflowDocument:
    """Return the workbook as blocks."""
    import xlrd  # noqa: PLC0415  # only for this format

    try:
        with xlrd.open_workbook(path, formatting_info=True) as book:
            sheets = [_sheet(sheet, book.datemode) for sheet in book.sheets()]
    except xlrd.XLRDError as error:
        raise (EncryptedDocument if "encrypted" in str(error) else CorruptDocument) from error
    except (ValueError, IndexError, AssertionError, KeyError, TypeError, AttributeError, EOFError, OSError) as error:
        raise CorruptDocument(detail=str(error)[:200]) from error  # xlrd raises these for damaged files
    return read_sheets(sheets)


def _sheet(sheet: Any, datemode: int) -> Sheet:
    spans = {(low, left): (high - low, right - left) for low, high, left, right in sheet.merged_cells}
    covered = {
        (row, column)
        for low, high, left, right in sheet.merged_cells
        for row in range(low, high)
        for column in range(left, right)
    } - spans.keys()
    rows = min(sheet.nrows, MAX_CELLS // max(1, sheet.ncols))
    cells = tuple(
        TableCell(row, column, _text(sheet.cell(row, column), datemode), *spans.get((row, column), (1, 1)), row == 0)
        for row in range(rows)
        for column in range(sheet.ncols)
        if (row, column) not in covered
    )
    table = without_empty_rows(Table(rows, sheet.ncols, cells))
    return Sheet(sheet.name, table, is_truncated=rows < sheet.nrows)


def _text(cell: Any, datemode: int) -> str:
    import xlrd  # noqa: PLC0415  # only for this format

    match cell.ctype:
        case xlrd.XL_CELL_NUMBER:
            return number_text(cell.value)
        case xlrd.XL_CELL_DATE:
            return _date(cell.value, datemode)
        case xlrd.XL_CELL_BOOLEAN:
            return "TRUE" if cell.value else "FALSE"
        case xlrd.XL_CELL_ERROR:
            return str(xlrd.error_text_from_code.get(cell.value, ""))
        case _:
            return str(cell.value).strip()


def _date(value: float, datemode: int) -> str:
    from xlrd.xldate import XLDateError, xldate_as_datetime  # noqa: PLC0415  # only for this format

    try:
        moment: datetime = xldate_as_datetime(value, datemode)
    except (XLDateError, OverflowError, ValueError):
        return number_text(value)
    return moment_text(moment)
