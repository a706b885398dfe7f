"""A slide is a page, a sheet begins one."""

import pytest

from documents.types import StructureKind


@pytest.fixture
def slides(parse):
    return parse("powerpoint_sample.pptx")


def test_each_slide_is_one_page_of_its_size(slides):
    assert [(page.width, page.height) for page in slides.pages] == [(960, 540)] * 3
    assert slides.pages[1].text.startswith("Second slide title\n")


def test_what_stands_on_a_slide_stands_where_it_stood(slides):
    left, right = (
        next(item for item in slides.items() if slides.text_of(item) == text)
        for text in ("Let\u2019s introduce a list", "A rectangle shape with this text inside.")
    )
    assert left.box.x0 < 70
    assert right.box.x0 > 480


def test_a_table_on_a_slide_keeps_its_spans(slides):
    (table,) = slides.items(StructureKind.TABLE)
    spans = {cell.text: cell.column_span for cell in table.table.cells if cell.column_span > 1}
    assert spans["Class1"] == 3


def test_each_sheet_begins_a_page_under_its_name(parse):
    result = parse("xlsx_01.xlsx")
    assert [result.text_of(item) for item in result.items(StructureKind.HEADING)] == ["Sheet1", "Sheet2", "Sheet3"]
    assert [item.page for item in result.items(StructureKind.HEADING)] == [1, 2, 3]
    merged = [cell for item in result.items(StructureKind.TABLE) for cell in item.table.cells if cell.row_span > 1]
    assert {cell.text for cell in merged} >= {"first"}
