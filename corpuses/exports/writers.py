"""Write tables as CSV, Excel, JSON Lines or Parquet, in pieces: the whole table is never in memory."""

import csv
import io
import json
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any, Final

from corpuses.exports.tables import Table

_CHUNK: Final = 64 * 1024
_LINES: Final = 500
_EXCEL_TEXT: Final = 32_767  # characters of a cell
EXCEL_LINES: Final = 1_048_575
# A spreadsheet program would calculate a text that begins so (CSV injection); also after a semicolon, which separates
# the cells in countries where a comma separates decimals, and after characters that it leaves out.
_LEFT_OUT: Final = "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff"
_FORMULA: Final = re.compile(f"(^|;)(?=[{_LEFT_OUT}]*[=+@\uff1d\uff0b\uff0d\uff20\t\r-])")


@dataclass(frozen=True, slots=True)
class Format:
    """A file format: its media type, and the function that writes a table."""

    media_type: str
    write: Callable[[Table], Iterator[bytes]]


def write_csv(table: Table) -> Iterator[bytes]:
    """Write CSV in UTF-8, with a byte order mark for Excel."""
    buffer = io.StringIO()
    writer = csv.writer(buffer)
    buffer.write("\ufeff")
    writer.writerow(map(_inert, table.header))
    for lines in _batches(table):
        writer.writerows([_inert(value) for value in line] for line in lines)
        yield buffer.getvalue().encode()
        buffer.seek(0)
        buffer.truncate()
    yield buffer.getvalue().encode()


def write_json_lines(table: Table) -> Iterator[bytes]:
    """Write one JSON object per line."""
    for each in (table, *table.others):
        for lines in _batches(each):
            objects = (dict(zip(each.header, line, strict=True)) for line in lines)
            yield "".join(json.dumps(row, ensure_ascii=False) + "\n" for row in objects).encode()


def write_excel(table: Table) -> Iterator[bytes]:
    """Write an Excel workbook. It is a ZIP file, which is complete only at its end: it is written to disk first."""
    import xlsxwriter  # noqa: PLC0415  # heavy

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.xlsx"
        book = xlsxwriter.Workbook(path, {"constant_memory": True, "tmpdir": folder})
        bold = book.add_format({"bold": True})
        for each in (table, *table.others):
            _write_sheet(book.add_worksheet(each.title or None), each, bold)
        book.close()
        yield from _file(path)


def _write_sheet(sheet: Any, table: Table, bold: Any) -> None:
    """Write the lines for which a sheet has room; of the first table, the caller has checked the number."""
    sheet.freeze_panes(1, 1)
    for number, name in enumerate(table.header):
        sheet.write_string(0, number, name, bold)
    for number, line in enumerate(islice(table.lines, EXCEL_LINES), 1):
        for place, value in enumerate(line):
            sheet.write_string(number, place, value[:_EXCEL_TEXT])


def write_parquet(table: Table) -> Iterator[bytes]:
    """Write a Parquet file with a row group for each batch of lines; its index is at its end, so to disk first."""
    import pyarrow as pa  # noqa: PLC0415  # heavy
    import pyarrow.parquet as pq  # noqa: PLC0415  # as above

    schema = pa.schema([(name, pa.string()) for name in table.header])
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.parquet"
        with pq.ParquetWriter(path, schema, compression="zstd") as writer:
            for lines in _batches(table):
                columns = [pa.array(values, pa.string()) for values in zip(*lines, strict=True)]
                writer.write_table(pa.Table.from_arrays(columns, schema=schema))
        yield from _file(path)


FORMATS: Final[Mapping[str, Format]] = {
    "csv": Format("text/csv", write_csv),
    "xlsx": Format("application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", write_excel),
    "jsonl": Format("application/jsonl", write_json_lines),
    "parquet": Format("application/vnd.apache.parquet", write_parquet),
}


def _inert(value: str) -> str:
    return value if _is_number(value) else _FORMULA.sub(r"\1'", value)


def _is_number(value: str) -> bool:
    return value[1:].replace(".", "", 1).replace(",", "").isdigit()


def _batches(table: Table) -> Iterator[list[list[str]]]:
    batch: list[list[str]] = []
    for line in table.lines:
        batch.append(line)
        if len(batch) == _LINES:
            yield batch
            batch = []
    if batch:
        yield batch


def _file(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        while chunk := file.read(_CHUNK):
            yield chunk
