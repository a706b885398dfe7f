"""Cells of workbooks far away from the others, in files that other programs than Excel have written."""

import re
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from documents.pipeline.mime_types import XLSX
from documents.tests.pipeline.conftest import DATA
from documents.tests.pipeline.results import collect
from documents.types import ParseOptions

DISTANT = b'<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>far</t></is></c></row></sheetData>'
MERGED = b'</sheetData><mergeCells count="1"><mergeCell ref="XFC1048575:XFD1048576"/></mergeCells>'


def with_distant_cell(sheet: bytes) -> bytes:
    return sheet.replace(b"</sheetData>", DISTANT)


def with_single_quotes(sheet: bytes) -> bytes:
    return re.sub(rb'\br="(\w+)"', rb"r='\1'", with_distant_cell(sheet))


def with_prefix(sheet: bytes) -> bytes:
    names = re.sub(rb"<(/?)([a-zA-Z]+)(?=[\s>/])", rb"<\1x:\2", with_distant_cell(sheet))
    return names.replace(b' xmlns="', b' xmlns:x="', 1)


def with_merged_cells(sheet: bytes) -> bytes:
    return sheet.replace(b"</sheetData>", MERGED)


def workbook_with(change: Callable[[bytes], bytes], path: Path) -> Path:
    with zipfile.ZipFile(DATA / "xlsx_01.xlsx") as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            target.writestr(name, change(content) if name == "xl/worksheets/sheet1.xml" else content)
    return path


@pytest.mark.parametrize(
    ("change", "warnings"),
    [(with_single_quotes, {"sheet_truncated"}), (with_prefix, {"sheet_truncated"}), (with_merged_cells, set())],
)
def test_a_sheet_is_read_without_its_distant_cells(sandbox, tmp_path, change, warnings):
    book = workbook_with(change, tmp_path / "distant.xlsx")
    result = collect(sandbox.parse(book, ParseOptions(XLSX, str(tmp_path))))
    intact = collect(sandbox.parse(DATA / "xlsx_01.xlsx", ParseOptions(XLSX, str(tmp_path))))
    assert result.text == intact.text
    assert {warning.code for warning in result.warnings} - {warning.code for warning in intact.warnings} == warnings
