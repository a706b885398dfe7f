"""Sheets of workbooks that are read without docling: one table each."""

from collections.abc import Sequence
from datetime import datetime

from documents.pipeline.reflow.layout import sheet_section
from documents.pipeline.reflow.model import Block, ReflowDocument
from documents.pipeline.reflow.packages import MAX_CELLS
from documents.types import ParseWarning, StructureKind, Table


def read_sheets(sheets: Sequence[tuple[str, Table]]) -> ReflowDocument:
    """Return named tables as a document; empty ones are left out, and truncated ones reported."""
    warnings = []
    if any(len(table.cells) >= MAX_CELLS for _, table in sheets):
        message = f"Only the first {MAX_CELLS:,} cells of each sheet are displayed."
        warnings.append(ParseWarning("sheet_truncated", message))
    sections = [sheet_section(name, [Block(StructureKind.TABLE, table=table)]) for name, table in sheets if table.cells]
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
