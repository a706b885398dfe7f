"""A slide is one page, a sheet starts a new page."""

import pytest
from pptx import Presentation

from documents.types import StructureKind


@pytest.fixture
def slides(parse):
    return parse("powerpoint_sample.pptx")


def test_each_slide_is_a_page_of_the_same_size(slides):
    assert [page.width for page in slides.pages] == [960] * 3
    assert slides.pages[0].height == 540
    assert slides.pages[1].text.startswith("Second slide title\n")


def test_texts_of_a_slide_keep_their_position(slides):
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


def test_a_single_paragraph_in_a_cell_has_no_bullet(parse):
    table = parse("odf_presentation_01.odp").items(StructureKind.TABLE)[0]
    assert not any("\u2022" in cell.text for cell in table.table.cells)
    assert {cell.text for cell in table.table.cells} >= {"R1", "True", "False"}


def test_each_sheet_starts_a_page_with_its_name(parse):
    result = parse("xlsx_01.xlsx")
    assert [result.text_of(item) for item in result.items(StructureKind.HEADING)] == ["Sheet1", "Sheet2", "Sheet3"]
    assert [item.page for item in result.items(StructureKind.HEADING)] == [1, 2, 3]
    merged = [cell for item in result.items(StructureKind.TABLE) for cell in item.table.cells if cell.row_span > 1]
    assert {cell.text for cell in merged} >= {"first"}


def test_notes_and_comments_are_below_their_slide(parse):
    result = parse("powerpoint_sample.pptx")
    first, second, third = result.pages
    assert (first.height, second.width) == (540, 960)
    (note,) = (item for item in result.items(StructureKind.PAGE_FOOTER) if item.page == 2)
    assert result.text_of(note) == "Notes: Some notes on the second slide."
    assert note.box.y0 > 540
    assert 540 < note.box.y1 < second.height
    assert third.height > second.height  # two lines


def test_hidden_slides_are_skipped_with_a_warning(parse, tmp_path):
    deck = Presentation()
    for title in ("Visible", "Hidden", "Hidden, too"):
        slide = deck.slides.add_slide(deck.slide_layouts[5])
        slide.shapes.title.text = title
    for slide in list(deck.slides)[1:]:
        slide._element.set("show", "0")
    deck.save(tmp_path / "deck.pptx")
    result = parse(tmp_path / "deck.pptx")
    assert result.text.strip() == "Visible"
    (warning,) = result.warnings
    assert (warning.code, warning.message) == ("hidden_skipped", "2 hidden slides were skipped.")
