"""The title of an agreement, and its cover page."""

from dataclasses import replace

import pytest

from documents.pipeline.pdf.layout.document_titles import document_title, without_headings_above
from documents.pipeline.pdf.layout.heading_levels import apply_outline
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout, TextStyle
from documents.types import Box, OutlineEntry, StructureKind

BOLD = TextStyle(10.0, 2, "Bold", is_upper=True)
HEADING, PARAGRAPH = StructureKind.HEADING, StructureKind.PARAGRAPH
FIRST_SENTENCE = "This Lease Agreement is made on 1 May between the owner and the tenant of the boat named below."


def page(*texts: str, plain: tuple[str, ...] = (), number: int = 1) -> PageLayout:
    """Return a page with centred headings; `plain` are paragraphs, and those of 60 characters have the full width."""
    drafts = []
    for line, text in enumerate(texts):
        half = 234 if len(text) > 60 else 50
        box = Box(306 - half, 100 + 20 * line, 306 + half, 110 + 20 * line)
        is_plain = text in plain or len(text) > 60
        style = replace(BOLD, weight=0, is_upper=False) if is_plain else BOLD
        drafts.append(DraftItem(PARAGRAPH if is_plain else HEADING, box, 0, 1, text, style))
    return PageLayout(number, 612, 792, tuple(drafts))


def headings(pages: list[PageLayout], *outline: OutlineEntry) -> tuple[str | None, list[str]]:
    """Return the title, and all other headings."""
    pages, levels = apply_outline(pages, outline)
    title = document_title(pages)
    drafts = [draft for each in without_headings_above(pages, title, levels) for draft in each.drafts]
    others = [draft.text for draft in drafts if draft.kind is HEADING and draft is not title]
    return (title.text if title else None), others


@pytest.mark.parametrize(
    ("texts", "plain", "others"),
    [
        (["LEASE AGREEMENT", FIRST_SENTENCE, "RECITALS"], (), ["RECITALS"]),
        (["EXHIBIT 4", "BOATS, INC.", "LEASE AGREEMENT", FIRST_SENTENCE, "RECITALS"], (), ["RECITALS"]),
        (["Exhibit 4", "LEASE AGREEMENT", FIRST_SENTENCE, "RECITALS"], ("Exhibit 4", "LEASE AGREEMENT"), ["RECITALS"]),
        (
            ["LEASE AGREEMENT", "between", "BOATS, INC.", "and", "OARS LTD", FIRST_SENTENCE, "TERM"],
            ("between", "and"),
            ["TERM"],
        ),
        (["LEASE AGREEMENT", "BETWEEN OARS LTD", FIRST_SENTENCE, "TERM"], (), ["TERM"]),
    ],
)
def test_the_title_is_the_line_that_the_text_names(texts, plain, others):
    assert headings([page(*texts, plain=plain)]) == ("LEASE AGREEMENT", others)


def test_the_text_names_the_title_most():
    text = "This company and the tenant make this lease. The terms of this lease are those that are named below."
    assert headings([page("BOATS COMPANY", "LEASE OF A BOAT", text, "TERM")]) == ("LEASE OF A BOAT", ["TERM"])


def test_the_cover_may_be_a_page_of_its_own():
    pages = [page("BOATS, INC.", "OARS LTD"), page("LEASE AGREEMENT", FIRST_SENTENCE, "TERM", number=2)]
    assert headings(pages) == ("LEASE AGREEMENT", ["TERM"])


@pytest.mark.parametrize(
    "texts",
    [
        ["RECITALS", FIRST_SENTENCE, "1. TERM", "2. LEASE AGREEMENT"],  # below a number
        ["RECITALS", "A lease agreement names the owner, the tenant, and the boat that they agree upon.", "LEASE"],
    ],
)
def test_other_headings_are_not_named(texts):
    title, _ = headings([page(*texts)])
    assert title == "RECITALS"


def test_a_section_that_the_text_names_is_no_title():
    text = "In this study we measured how much rain falls on the fields of the farms in the valley."
    pages = [page("RAIN ON FIELDS", "BACKGROUND", text), page("METHODS", text, "STUDY POPULATION", number=2)]
    assert headings(pages) == ("RAIN ON FIELDS", ["BACKGROUND", "METHODS", "STUDY POPULATION"])


def test_the_first_heading_may_be_named_below_a_note():
    note = "Parts of this copy are left out, because the owner and the tenant do not want others to know them."
    assert headings([page(note, "LEASE AGREEMENT", FIRST_SENTENCE, "TERM")]) == ("LEASE AGREEMENT", ["TERM"])


def test_headings_in_the_outline_stay_above_the_title():
    pages = [page("PARTIES", "BOATS, INC.", "OARS LTD"), page("LEASE AGREEMENT", FIRST_SENTENCE, "TERM", number=2)]
    assert headings(pages, OutlineEntry("Parties", 1, 1)) == ("LEASE AGREEMENT", ["PARTIES", "TERM"])


def test_a_heading_of_a_column_is_no_title():
    left = page("RECITALS", "LEASE AGREEMENT", FIRST_SENTENCE)
    beside = DraftItem(PARAGRAPH, Box(420, 100, 540, 140), 0, 1, "text", replace(BOLD, weight=0))
    title = document_title([replace(left, drafts=(*left.drafts, beside))])
    assert title is None or title.text == "RECITALS"


def test_a_single_heading_of_the_first_page_is_no_title_if_others_look_as_it_does():
    style = replace(BOLD, size=16.0)
    drafts = [DraftItem(HEADING, Box(72, 100, 200, 116), 0, 1, text, style) for text in ("Oars", "Sails")]
    assert document_title([PageLayout(n, 612, 792, (draft,)) for n, draft in enumerate(drafts, 1)]) is None
    assert document_title([PageLayout(1, 612, 792, (drafts[0],))]) is drafts[0]
