"""Headings that are repeated: in the table of contents, at the edges of pages, and after the cover."""

from documents.pipeline.pdf.layout.contents_pages import lower_contents_entries
from documents.pipeline.pdf.layout.document_titles import document_title, without_title_again
from documents.pipeline.pdf.layout.headers_footers import mark_headers_footers
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout, TextStyle
from documents.types import Box, StructureKind

HEADING, PARAGRAPH = StructureKind.HEADING, StructureKind.PARAGRAPH
TEXT = "The boats are moored in the harbour, and the oars are kept in the shed behind it. " * 4


def item(text: str, *, y: float = 300, size: float = 10.0, kind: StructureKind = PARAGRAPH) -> DraftItem:
    style = TextStyle(size, 2 if kind is HEADING else 0, "Font", is_upper=text.isupper())
    return DraftItem(kind, Box(72, y, 400, y + size), 0, len(text), text, style)


def page(number: int, *items: DraftItem) -> PageLayout:
    return PageLayout(number, 612, 792, (*items, item(TEXT, y=500)))


def headings(pages: list[PageLayout]) -> list[str]:
    return [draft.text for each in pages for draft in each.drafts if draft.kind is HEADING]


def chapters(size: float) -> list[PageLayout]:
    texts = ("1 Boats", "2 Oars", "3 Sails")
    return [page(number, item(text, size=size, kind=HEADING)) for number, text in enumerate(texts, 2)]


def test_entries_of_contents_in_smaller_type_are_no_headings():
    entries = [item(text, size=11, kind=HEADING) for text in ("1 Boats", "2 Oars", "3 Sails")]
    pages = lower_contents_entries([page(1, *entries), *chapters(16)])
    assert headings(pages) == ["1 Boats", "2 Oars", "3 Sails"]


def test_headings_that_every_chapter_has_stay():
    pages = [page(n, *(item(text, kind=HEADING) for text in ("Aim", "Method", "Result"))) for n in (1, 2)]
    assert len(headings(lower_contents_entries(pages))) == 6


def test_titles_at_the_edges_of_later_pages_are_page_headers():
    running = [item(text, y=40, size=9, kind=HEADING) for text in ("Sails", "3.1. Jibs")]
    section = item("3.1 Jibs", size=14, kind=HEADING)
    pages = [*chapters(16), page(5, running[0], section), page(6, running[1])]
    assert headings(mark_headers_footers(pages)) == ["1 Boats", "2 Oars", "3 Sails", "3.1 Jibs"]


def test_the_heading_whose_text_the_next_pages_repeat_stays_at_the_top_of_its_page():
    text = page(3, item("2 Oars", y=72, size=16, kind=HEADING))
    pages = [page(2), text, *(page(n, item("2 Oars", y=40, size=9)) for n in (4, 5))]
    marked = mark_headers_footers(pages)
    assert headings(marked) == ["2 Oars"]
    assert [each.drafts[0].kind for each in marked[2:]] == [StructureKind.PAGE_HEADER] * 2


def test_a_label_at_the_edge_is_no_repetition_of_a_heading_with_another_number():
    pages = [page(1, item("1 Boats", y=420, size=16, kind=HEADING)), page(2, item("2 Boats", y=40, kind=HEADING))]
    assert headings(mark_headers_footers(pages)) == ["1 Boats", "2 Boats"]


def test_the_largest_line_of_a_cover_is_the_title():
    cover = PageLayout(1, 612, 792, (item("Boats and Harbours", size=24), item("May 2012", y=400, size=14)))
    again = page(2, item("Boats and Harbours", size=14, kind=HEADING))
    pages = [cover, again, *chapters(16)]
    title = document_title(pages)
    assert title is cover.drafts[0]
    assert headings(without_title_again(pages, title)) == ["1 Boats", "2 Oars", "3 Sails"]


def test_a_page_with_text_is_no_cover():
    first = page(1, item("Boats and Harbours", size=24))
    assert document_title([first, *chapters(16)]) is None
