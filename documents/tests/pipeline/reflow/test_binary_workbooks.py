"""Binary workbooks (.xlsb): a table for each sheet."""

import struct
import zipfile

import pytest

from documents.errors import CorruptDocument
from documents.pipeline.mime_types import XLSB
from documents.pipeline.reflow import workbooks
from documents.pipeline.sniff import sniff_file
from documents.tests.pipeline.reflow.xlsb_writer import write_xlsb
from documents.tests.pipeline.results import collect
from documents.types import ParseOptions, StructureKind

RENTS = [["Tenant", "Rent", "Paid"], ["Ada", 1200.5, True], ["Bob", 900, False], [None, "due in May"]]
LAST_ROW, LAST_COLUMN = 1_048_575, 16_383


def test_each_sheet_is_a_heading_with_a_table(parse, tmp_path):
    book = write_xlsb(tmp_path / "rents.xlsb", {"Rents 2026": RENTS, "Empty": [[None]], "Notes": [["Call Bob"]]})
    assert sniff_file(book) == XLSB
    result = parse(book)
    assert [result.text_of(item) for item in result.items(StructureKind.HEADING)] == ["Rents 2026", "Notes"]
    first, second = (item.table for item in result.items(StructureKind.TABLE))
    assert (first.rows, first.columns) == (4, 3)
    assert [cell.text for cell in first.cells] == [
        *("Tenant", "Rent", "Paid"),
        *("Ada", "1200.5", "TRUE"),
        *("Bob", "900", "FALSE"),
        *("", "due in May", ""),
    ]
    assert [cell.text for cell in first.cells if cell.is_header] == ["Tenant", "Rent", "Paid"]
    assert [cell.text for cell in second.cells] == ["Call Bob"]
    assert not result.warnings


def test_a_long_sheet_is_truncated_with_a_warning(parse, tmp_path, monkeypatch):
    monkeypatch.setattr("documents.pipeline.reflow.workbooks.MAX_CELLS", 6)
    result = parse(write_xlsb(tmp_path / "rents.xlsb", {"Rents": RENTS}))
    (table,) = (item.table for item in result.items(StructureKind.TABLE))
    assert (table.rows, len(table.cells)) == (2, 6)
    assert [warning.code for warning in result.warnings] == ["sheet_truncated"]


def test_a_length_beyond_the_end_is_refused(tmp_path):
    book = write_xlsb(tmp_path / "rents.xlsb", {"Rents": RENTS})
    with zipfile.ZipFile(book) as package:
        parts = {name: package.read(name) for name in package.namelist()}
    name = "Rents".encode("utf-16-le")
    for length in (5_000, 2**31, 2**32 - 1):
        with zipfile.ZipFile(book, "w") as package:
            for part, content in parts.items():
                package.writestr(part, content.replace(struct.pack("<I", 5) + name, struct.pack("<I", length) + name))
        with pytest.raises(CorruptDocument):
            workbooks.read_xlsb(book)


@pytest.mark.parametrize("share", [0.3, 0.6, 0.9])
def test_a_damaged_part_is_refused_with_its_reason(tmp_path, share):
    book = write_xlsb(tmp_path / "rents.xlsb", {"Rents": RENTS})
    content = bytearray(book.read_bytes())
    place = int(len(content) * share)
    content[place : place + 40] = b"\xff" * 40
    book.write_bytes(content)
    with pytest.raises(CorruptDocument):
        workbooks.read_xlsb(book)


def test_cells_far_away_from_the_others_are_read(sandbox, tmp_path):
    cells = {(0, 0): "Tenant", (1, 1): 900, (LAST_ROW, 0): "Total", (LAST_ROW, LAST_COLUMN): "End"}
    book = write_xlsb(tmp_path / "distant.xlsb", {"Rents": cells})
    result = collect(sandbox.parse(book, ParseOptions(XLSB, str(tmp_path))))
    (table,) = (item.table for item in result.items(StructureKind.TABLE))
    assert [cell.text for cell in table.cells if cell.text] == ["Tenant", "900", "Total", "End"]
    assert (table.rows, table.columns) == (4, 4)  # one empty row and one empty column are left
    assert not result.warnings


def test_cells_in_as_many_columns_as_rows_are_truncated_with_a_warning(sandbox, tmp_path):
    book = write_xlsb(tmp_path / "diagonal.xlsb", {"Rents": {(number, number): number for number in range(5_000)}})
    result = collect(sandbox.parse(book, ParseOptions(XLSB, str(tmp_path))))
    assert "315" in result.text
    assert [warning.code for warning in result.warnings] == ["sheet_truncated"]


def test_rows_that_do_not_fit_are_reported_whatever_the_number_of_columns(parse, tmp_path, monkeypatch):
    monkeypatch.setattr("documents.pipeline.reflow.workbooks.MAX_CELLS", 7)  # no multiple of the columns
    result = parse(write_xlsb(tmp_path / "rents.xlsb", {"Rents": RENTS}))
    assert [warning.code for warning in result.warnings] == ["sheet_truncated"]
