"""Small files that declare enormous tables."""

import zipfile

import pytest
from docling_core.types.doc import TableCell, TableData

from documents.errors import UnsafeDocument
from documents.pipeline.reflow.cell_limits import limit_repeats
from documents.pipeline.reflow.docling_blocks import convert_table
from documents.tests.pipeline.conftest import DATA

ROOT = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:t="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">'
    "{}</office:document-content>"
)
EMPTY = '<t:table-cell t:number-columns-repeated="16384"/>'
FULL = "<t:table-cell {}><text:p>x</text:p></t:table-cell>"


def rows(repeated: str, cells: str) -> str:
    return f'<t:table-row t:number-rows-repeated="{repeated}">{cells}</t:table-row>'


@pytest.mark.parametrize(
    ("body", "cells", "is_truncated"),
    [
        (rows("1048576", EMPTY), 1000, False),
        (rows("3", FULL.format("")) + rows("1048576", EMPTY), 903, False),
        (rows("1000", FULL.format('t:number-columns-repeated="1000"')), 1000, True),
        (rows("100000", FULL.format("")), 1000, True),
        (rows("100000", FULL.format("").replace(">x<", "><t:table/><")), 1, True),
        (rows("&#49;00000000000", FULL.format("")), 1000, True),
        (rows("-5", FULL.format("") + EMPTY.replace("16384", "many")), 909, True),
    ],
    ids=[
        "empty",
        "empty at the end",
        "rows and columns",
        "rows",
        "nested tables",
        "character reference",
        "not a number",
    ],
)
def test_repetitions_are_limited(body, cells, is_truncated):
    # proves: V5.2.3
    part = limit_repeats(ROOT.format(body).encode(), max_cells=1000)
    assert part is not None
    assert (part.cells, part.is_truncated) == (cells, is_truncated)


@pytest.mark.parametrize("repeated", ["1000000", "99999999999"])
def test_an_absurd_number_of_cells_is_refused(repeated):
    # proves: V5.2.3
    body = rows(repeated, FULL.format('t:number-columns-repeated="1000000"'))
    with pytest.raises(UnsafeDocument):
        limit_repeats(ROOT.format(body).encode(), max_cells=100_000)


def test_repeated_spaces_are_limited():
    part = limit_repeats(ROOT.format('<text:p>a<text:s text:c="2000000000"/>b</text:p>').encode(), max_cells=1000)
    assert part is not None
    assert b'text:c="100"' in part.content


@pytest.mark.parametrize("body", [rows("99", FULL.format("")), "<text:p>text:c</text:p>", "<broken"])
def test_ordinary_content_is_not_changed(body):
    assert limit_repeats(ROOT.format(body).encode(), max_cells=1000) is None


def test_a_distant_cell_is_left_out(parse, tmp_path):
    # proves: V5.2.3
    path = tmp_path / "far.xlsx"
    with zipfile.ZipFile(DATA / "xlsx_01.xlsx") as source, zipfile.ZipFile(path, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "xl/worksheets/sheet1.xml":
                far = b'<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>far</t></is></c></row></sheetData>'
                content = content.replace(b"</sheetData>", far)
            target.writestr(name, content)
    result = parse(path)
    assert "sheet_truncated" in [warning.code for warning in result.warnings]
    assert "far" not in result.text


CONTAINER = (
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container" version="1.0"><rootfiles>'
    '<rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
)
BOOK = (
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata/><manifest>'
    '<item id="i" href="a.png" media-type="application/xhtml+xml"/></manifest><spine>{}</spine></package>'
)
CHAPTER = '<html xmlns="http://www.w3.org/1999/xhtml"><body>{}</body></html>'


@pytest.mark.parametrize(
    ("spine", "chapter"),
    [
        ('<itemref idref="i"/>' * 100_000, "<p>once</p>"),
        ('<itemref idref="i"/>', "<div>" * 5_000 + "deep" + "</div>" * 5_000),
    ],
    ids=["repeated chapter", "deep nesting in a part with another extension"],
)
def test_books_that_expand_too_much_are_refused(parse, tmp_path, spine, chapter):
    # proves: V5.2.3
    path = tmp_path / "book.epub"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        book.writestr("META-INF/container.xml", CONTAINER)
        book.writestr("c.opf", BOOK.format(spine))
        book.writestr("a.png", CHAPTER.format(chapter))
    with pytest.raises(UnsafeDocument):
        parse(path)


def test_the_span_of_a_cell_ends_with_the_table():
    far = 2_000_000_000
    cell = TableCell(
        start_row_offset_idx=0, end_row_offset_idx=far, start_col_offset_idx=0, end_col_offset_idx=far, text="x"
    )
    table = convert_table(TableData(table_cells=[cell], num_rows=2, num_cols=3))
    assert (table.rows, table.columns) == (2, 3)
    assert (table.cells[0].row_span, table.cells[0].column_span) == (2, 3)
