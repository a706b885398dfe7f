"""Levels of headings: from styles, from numbers, and from the outline of the PDF."""

from dataclasses import replace

import pytest

from documents.pipeline.pdf.layout.document_titles import document_title
from documents.pipeline.pdf.layout.heading_levels import apply_outline, heading_levels
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout, TextStyle
from documents.types import Box, OutlineEntry, StructureKind

LARGE, SMALL = TextStyle(14.0, 2, "Bold", is_upper=False), TextStyle(10.0, 0, "Text", is_upper=False)


def heading(text: str, size: float, weight: int = 0) -> DraftItem:
    style = TextStyle(size, weight, "Font", is_upper=text.isupper())
    return DraftItem(StructureKind.HEADING, Box(0, 0, 1, 1), 0, len(text), text, style)


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        ([heading("Big", 20), heading("Small", 12), heading("Big again", 20)], [1, 2, 1]),  # by size
        ([heading("Bold", 12, 2), heading("Plain", 12)], [1, 2]),  # by weight
        ([heading("1 One", 14), heading("1.1 In it", 14), heading("1.1.1 Deep", 14)], [1, 2, 3]),  # by number
        ([heading("Title", 20), heading("1. One", 14), heading("1.1 In it", 16)], [1, 2, 3]),  # numbers before sizes
        ([heading("2019 in figures", 14)], [1]),  # one number is no numbering
        ([heading("Big", 20), heading("Small", 12), heading("Nearly as small", 11.7)], [1, 2, 2]),
        ([heading("Terms", 12), heading("Price", 12), heading("ACME", 12, 2)], [1, 1, 1]),  # one of them is in bold
        ([heading("RECITALS", 12, 2), heading("1. One", 12), heading("2. Two", 12)], [1, 1, 1]),
        (  # numbers that begin again are below the others
            [heading("Part", 12, 2), heading("1. One", 12), heading("Part", 12, 2), heading("1. One", 12)],
            [1, 2, 1, 2],
        ),
    ],
)
def test_levels_come_from_styles_and_numbers(headings, expected):
    levels = heading_levels([PageLayout(1, 100, 100, tuple(headings))])
    assert [levels[id(draft)] for draft in headings] == expected


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        # A numbering has no members without a number.
        (
            [heading("1. One", 12), heading("1.1 In it", 12), heading("Ways", 12), heading("1.2 In it", 12)],
            [1, 2, 3, 2],
        ),
        ([heading("1. One", 12), heading("Annex", 12), heading("3. Three", 12)], [1, 1, 1]),
        ([heading("1. One", 12), heading("NOTE", 12, 2), heading("NOTE", 12, 2), heading("2. Two", 12)], [1, 1, 1, 1]),
        (
            [heading("1. One", 12), heading("Exhibit A", 12), heading("1. One", 12), heading("Exhibit B", 12)],
            [1, 1, 2, 1],
        ),
    ],
)
def test_headings_without_a_number_stand_below_numbered_ones(headings, expected):
    levels = heading_levels([PageLayout(1, 100, 100, tuple(headings))])
    assert [levels[id(draft)] for draft in headings] == expected


def test_a_numbering_is_below_headings_that_stand_right_above_its_beginnings():
    text = replace(heading("Whereas the boats are moored in the harbour", 12), kind=StructureKind.PARAGRAPH)
    parts = [heading("Recitals", 12), heading("1. One", 12), heading("Work", 12), heading("1. One", 12)]
    for between, expected in (((), [1, 2, 1, 2]), ((text,), [1, 1, 1, 1])):
        drafts = (parts[0], *between, parts[1], parts[2], *between, parts[3])
        levels = heading_levels([PageLayout(1, 100, 100, drafts)])
        assert [levels[id(draft)] for draft in parts] == expected


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        # Headings of a higher look are above a numbering if they begin its parts, though it runs on.
        (
            [heading("Hire", 14), heading("§ 1 Boats", 12), heading("Price", 14), heading("§ 2 Rent", 12)],
            [1, 2, 1, 2],
        ),
        # Contents and references are beside it.
        (
            [heading("1. Hire", 12), heading("1.1 Oars", 12), heading("2. Price", 12), heading("References", 14)],
            [1, 2, 1, 1],
        ),
        # One of a lower look is below the number before it.
        (
            [heading("1. Hire", 12, 2), heading("Oars", 12), heading("2. Price", 12, 2), heading("Rent", 12)],
            [1, 2, 1, 2],
        ),
    ],
)
def test_looks_have_a_place_among_the_numberings(headings, expected):
    levels = heading_levels([PageLayout(1, 100, 100, tuple(headings))])
    assert [levels[id(draft)] for draft in headings] == expected


def test_names_between_the_title_and_the_text_are_above_nothing():
    texts = [heading("Boats", 20), heading("Ann Author", 16), heading("1. Hire", 12), heading("2. Price", 12)]
    pages = [PageLayout(1, 100, 100, tuple(texts))]
    levels = heading_levels(pages, title=texts[0])
    assert [levels[id(draft)] for draft in texts[1:]] == [1, 1, 1]


def placed(text: str, *, x0: float = 72, y0: float = 80, width: float = 100, style=LARGE, kind=StructureKind.HEADING):
    return DraftItem(kind, Box(x0, y0, x0 + width, y0 + 14), 0, 1, text, style)


BODY = placed(
    "A paragraph of the text below, which is as long as paragraphs are.", kind=StructureKind.PARAGRAPH, y0=200
)
OTHER, THIRD = placed("Term", y0=220), placed("Law", y0=300)


@pytest.mark.parametrize(
    ("drafts", "title"),
    [
        ([placed("LEASE", x0=256), BODY, OTHER, THIRD], "LEASE"),  # centred
        ([placed("Lease", style=SMALL), BODY, OTHER, THIRD], "Lease"),  # looks like no other heading
        ([placed("Lease", style=replace(LARGE, size=20.0)), BODY, OTHER], "Lease"),  # larger
        ([placed("Exhibit 1", kind=StructureKind.PARAGRAPH), placed("LEASE", x0=256, y0=95), OTHER], "LEASE"),
        ([placed("Parties"), BODY, OTHER, THIRD], None),
        *(
            ([placed(numbered, x0=256), BODY, OTHER, THIRD], None)
            for numbered in ("1 Parties", "ARTICLE I", "CHAPTER 1", "A. Background", "第一章 总则")
        ),
        ([BODY, placed("LEASE", x0=256), OTHER, THIRD], None),  # below text
    ],
)
def test_the_title_begins_the_first_page(drafts, title):
    pages = [PageLayout(1, 612, 792, tuple(drafts))]
    found = document_title(pages)
    assert (found.text if found else None) == title
    levels = heading_levels(pages, title=found)
    assert {levels.get(id(each)) for each in drafts if each.text in {"Term", "Law"}} == {1}
    assert found is None or id(found) not in levels


def page(number: int, *texts: str, style: TextStyle = SMALL, kind=StructureKind.PARAGRAPH, top: float = 90):
    drafts = tuple(DraftItem(kind, Box(72, top, 90, top + 9), 0, 1, text, style) for text in texts)
    return PageLayout(number, 612, 792, drafts)


def headings_of(pages: list[PageLayout], *outline: tuple[str, int, int]) -> list[tuple[str, int]]:
    """Return the headings and their levels. Outline entries have a title, a level and a page."""
    marked, outline_levels = apply_outline(pages, [OutlineEntry(*entry) for entry in outline])
    levels = heading_levels(marked, outline_levels)
    return [(draft.text, levels[id(draft)]) for each in marked for draft in each.drafts if id(draft) in levels]


class TestOutline:
    def test_items_in_the_outline_are_headings_of_its_levels(self):
        pages = [page(1, "Terms", "Some text about terms"), page(2, "Price", "Payment")]
        assert headings_of(pages, ("Terms", 1, 1), ("Price", 1, 2), ("Payment", 2, 2)) == [
            ("Terms", 1),
            ("Price", 1),
            ("Payment", 2),
        ]

    @pytest.mark.parametrize(
        ("text", "title", "matches"),
        [
            ("1.2 TERMS  AND\nCONDITIONS", "Terms and Conditions", True),
            ("Terms and Conditions", "1.2. Terms and Conditions", True),
            ("Section 4 Terms", "Terms", True),
            ("Terms and Conditions apply", "Terms and Conditions", False),
            ("第一章 总则", "第一章 总则", True),
            ("3", "3", False),  # too short
        ],
    )
    def test_titles_match_without_case_white_space_and_numbers(self, text, title, matches):
        assert bool(headings_of([page(1, text)], (title, 1, 1))) == matches

    def test_page_headers_and_small_text_do_not_match(self):
        pages = [page(1, "Terms"), page(2, "Terms", kind=StructureKind.PAGE_HEADER)]
        assert headings_of(pages, ("Terms", 1, 2)) == []
        assert headings_of([page(1, "Terms", top=30)], ("Terms", 1, 1)) == []
        small = page(1, "Terms", style=TextStyle(8.0, 0, "Text", is_upper=False))
        below = page(1, "The text of the page below it, as large as usual")
        both = replace(below, drafts=(*small.drafts, *below.drafts))
        assert headings_of([both], ("Terms", 1, 1)) == []

    def test_other_headings_get_the_level_of_their_style(self):
        large = [page(n, f"Part {n}", style=LARGE, kind=StructureKind.HEADING) for n in (1, 2)]
        small = page(3, "Detail", "Aside")
        outline = [("Part 1", 2, 1), ("Detail", 3, 3)]
        aside = PageLayout(4, 612, 792, (DraftItem(StructureKind.HEADING, Box(72, 90, 90, 99), 0, 1, "Note", SMALL),))
        levels = [("Part 1", 2), ("Part 2", 2), ("Detail", 3), ("Note", 3)]
        assert headings_of([*large, small, aside], *outline) == levels

    def test_a_flat_outline_sets_no_levels(self):
        pages = [page(1, "1 Terms", "1.1 Price"), page(2, "2 Law", "2.1 Courts")]
        outline = [("1 Terms", 1, 1), ("1.1 Price", 1, 1), ("2 Law", 1, 2), ("2.1 Courts", 1, 2)]
        assert [level for _, level in headings_of(pages, *outline)] == [1, 2, 1, 2]

    def test_one_entry_marks_one_item(self):
        assert len(headings_of([page(1, "Terms", "Terms")], ("Terms", 1, 1))) == 1
