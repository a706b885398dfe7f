"""Small files that say of a table that it is enormous."""

import zipfile

import pytest
from docling_core.types.doc import TableCell, TableData

from documents.errors import UnsafeDocument
from documents.pipeline.flow.docling_tables import table_of
from documents.pipeline.flow.repeats import shortened
from documents.tests.pipeline.conftest import DATA

ROOT = (
    '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:t="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">'
    "{}</office:document-content>"
)
EMPTY = '<t:table-cell t:number-columns-repeated="16384"/>'
FULL = "<t:table-cell {}><text:p>x</text:p></t:table-cell>"


def rows(said: str, cells: str) -> str:
    return f'<t:table-row t:number-rows-repeated="{said}">{cells}</t:table-row>'


@pytest.mark.parametrize(
    ("body", "cells", "is_cut"),
    [
        (rows("1048576", EMPTY), 1000, False),
        (rows("3", FULL.format("")) + rows("1048576", EMPTY), 903, False),
        (rows("1000", FULL.format('t:number-columns-repeated="1000"')), 1000, True),
        (rows("100000", FULL.format("")), 1000, True),
        (rows("100000", FULL.format("").replace(">x<", "><t:table/><")), 1, True),
        (rows("&#49;00000000000", FULL.format("")), 1000, True),
        (rows("-5", FULL.format("") + EMPTY.replace("16384", "many")), 909, True),
    ],
    ids=["empty", "empty at the end", "in both directions", "rows", "tables in tables", "disguised", "no numbers"],
)
def test_repetition_has_bounds(body, cells, is_cut):
    # proves: V5.2.3
    part = shortened(ROOT.format(body).encode(), room=1000)
    assert part is not None
    assert (part.cells, part.is_cut) == (cells, is_cut)


@pytest.mark.parametrize("said", ["1000000", "99999999999"])
def test_what_nobody_could_have_meant_is_refused(said):
    # proves: V5.2.3
    body = rows(said, FULL.format('t:number-columns-repeated="1000000"'))
    with pytest.raises(UnsafeDocument):
        shortened(ROOT.format(body).encode(), room=100_000)


def test_blanks_have_bounds():
    part = shortened(ROOT.format('<text:p>a<text:s text:c="2000000000"/>b</text:p>').encode(), room=1000)
    assert part is not None
    assert b'text:c="100"' in part.content


@pytest.mark.parametrize("body", [rows("99", FULL.format("")), "<text:p>text:c</text:p>", "<torn"])
def test_what_is_usual_stays_as_it_is(body):
    assert shortened(ROOT.format(body).encode(), room=1000) is None


def test_a_cell_at_the_end_of_the_sheet_is_left_out(parse, tmp_path):
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
    assert "sheet_cut" in [warning.code for warning in result.warnings]
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
    ids=["a chapter again and again", "a chapter too deep, by another name"],
)
def test_books_without_end_are_refused(parse, tmp_path, spine, chapter):
    # proves: V5.2.3
    path = tmp_path / "book.epub"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as book:
        book.writestr("mimetype", "application/epub+zip", zipfile.ZIP_STORED)
        book.writestr("META-INF/container.xml", CONTAINER)
        book.writestr("c.opf", BOOK.format(spine))
        book.writestr("a.png", CHAPTER.format(chapter))
    with pytest.raises(UnsafeDocument):
        parse(path)


def test_a_cell_reaches_no_further_than_its_table():
    far = 2_000_000_000
    cell = TableCell(
        start_row_offset_idx=0, end_row_offset_idx=far, start_col_offset_idx=0, end_col_offset_idx=far, text="x"
    )
    table = table_of(TableData(table_cells=[cell], num_rows=2, num_cols=3))
    assert (table.rows, table.columns) == (2, 3)
    assert (table.cells[0].row_span, table.cells[0].column_span) == (2, 3)
