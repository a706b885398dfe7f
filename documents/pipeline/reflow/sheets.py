"""Sheets of workbooks that are read without docling: one table each."""

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from documents.pipeline.reflow.distant_cells import MAX_CELLS
from documents.pipeline.reflow.layout import sheet_section
from documents.pipeline.reflow.model import Block, ReflowDocument
from documents.types import ParseWarning, StructureKind, Table


class Sheet(NamedTuple):
    """A named table, and whether the sheet has more rows."""

    name: str
    table: Table
    is_truncated: bool


def read_sheets(sheets: Sequence[Sheet]) -> ReflowDocument:
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


def without_empty_rows(table: Table) -> Table:
    """Return the table without empty rows at the end; an empty sheet has no cells."""
    last = max((cell.row + cell.row_span for cell in table.cells if cell.text), default=0)
    return Table(last, table.columns, tuple(cell for cell in table.cells if cell.row + cell.row_span <= last))


def number_text(value: float) -> str:
    """Return a number as Excel shows it without a format."""
    return f"{value:.15g}"


def moment_text(moment: datetime) -> str:
    """Return a date, with its time unless that is midnight."""
    return moment.date().isoformat() if moment.time() == datetime.min.time() else moment.isoformat(" ", "seconds")
