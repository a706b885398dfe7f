"""Tables in CSV and TSV files, read as spreadsheet programs do: wrong quotes and long cells are no errors."""

import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from typing import Any, Final

from documents.pipeline.mime_types import TSV
from documents.pipeline.reflow.cell_limits import MAX_CELLS
from documents.types import ParseWarning

_SAMPLE: Final = 4096  # characters in which the delimiter is looked for
_DELIMITERS: Final = ",;\t|:"
_MAX_CELL: Final = 1 << 30  # characters; Python's limit is global, and lower than what cells may have


def read_table(path: Path, mime_type: str, warnings: list[ParseWarning]) -> Any:
    """Return a file in UTF-8 as a DoclingDocument with one table; add a warning if it does not have all rows."""
    from docling_core.types import doc  # noqa: PLC0415  # heavy

    types: Any = doc
    rows = _limited_rows(path.read_text("utf-8"), mime_type, warnings)
    cells = [
        types.TableCell(
            text=text,
            start_row_offset_idx=row,
            end_row_offset_idx=row + 1,
            start_col_offset_idx=column,
            end_col_offset_idx=column + 1,
            column_header=row == 0,
        )
        for row, texts in enumerate(rows)
        for column, text in enumerate(texts)
    ]
    document = types.DoclingDocument(name=path.name)
    if cells:
        columns = max(len(texts) for texts in rows)
        document.add_table(data=types.TableData(num_rows=len(rows), num_cols=columns, table_cells=cells))
    return document


def _limited_rows(text: str, mime_type: str, warnings: list[ParseWarning]) -> list[list[str]]:
    """Return the first rows whose grid, as wide as the widest of them, has at most `MAX_CELLS` cells."""
    kept: list[list[str]] = []
    count = widest = 0
    for count, row in enumerate(_rows(text, mime_type), 1):
        widest = max(widest, min(len(row), MAX_CELLS))
        if len(kept) == count - 1 and count * widest <= MAX_CELLS:
            kept.append(row[:MAX_CELLS])
    if len(kept) < count:
        message = f"Only the first {len(kept):,} of {count:,} lines of this table are displayed."
        warnings.append(ParseWarning("sheet_truncated", message))
    return kept


def _rows(text: str, mime_type: str) -> Iterator[list[str]]:
    """Yield the rows. A line whose quotes are wrong is a row of its own, and the rows after it are read as usual."""
    csv.field_size_limit(_MAX_CELL)
    dialect = _dialect(text, mime_type)
    lines = list(StringIO(text))
    position = 0
    while position < len(lines):
        rest = (lines[index] for index in range(position, len(lines)))  # without copying them
        reader = csv.reader(rest, dialect, doublequote=True, strict=True)
        read = 0
        try:
            for row in reader:
                read = reader.line_num
                if row:
                    yield row
        except csv.Error:
            yield _row_with_wrong_quotes(lines[position + read], dialect)
            read += 1
        position += read


def _row_with_wrong_quotes(line: str, dialect: type[csv.Dialect]) -> list[str]:
    """Return the cells of a line in which text follows a closing quote, or a quote is not closed."""
    end = "\n"
    row = next(csv.reader([line.rstrip(end) + end], dialect, doublequote=True))
    if row[-1].endswith(end):  # the quote is a character, as in inches
        row = next(csv.reader([line], dialect, quoting=csv.QUOTE_NONE))
    return row


def _dialect(text: str, mime_type: str) -> type[csv.Dialect]:
    """Return the delimiter and the quotes by the first line, or by more of them; commas if neither shows them."""
    if mime_type == TSV:
        return csv.excel_tab
    start = text.lstrip("\n")[:_SAMPLE]
    line = start.partition("\n")[0]
    try:
        dialect = csv.Sniffer().sniff(line, _DELIMITERS)
        next(csv.reader([line], dialect, doublequote=True, strict=True))  # fails in a quoted cell of several lines
    except csv.Error:
        return _dialect_of_sample(start)
    return dialect


def _dialect_of_sample(sample: str) -> type[csv.Dialect]:
    try:
        return csv.Sniffer().sniff(sample, _DELIMITERS)
    except csv.Error:
        return csv.excel
