"""The outline of a document as evidence for its headings."""

from dataclasses import replace

import pytest

from documents.pipeline.pdf.layout import Draft, Look, PageSketch
from documents.pipeline.pdf.levels import heading_levels
from documents.pipeline.pdf.outlined import with_outline
from documents.types import Box, OutlineEntry, StructureKind

LARGE, SMALL = Look(14.0, 2, "Bold", capitals=False), Look(10.0, 0, "Text", capitals=False)


def page(number: int, *texts: str, look: Look = SMALL, kind=StructureKind.PARAGRAPH, top: float = 90) -> PageSketch:
    return PageSketch(
        number, 612, 792, tuple(Draft(kind, Box(72, top, 90, top + 9), 0, 1, text, look) for text in texts)
    )


def found(pages: list[PageSketch], *outline: tuple[str, int, int]) -> list[tuple[str, int]]:
    """Headings and their levels."""
    marked, told = with_outline(pages, [OutlineEntry(*entry) for entry in outline])
    levels = heading_levels(marked, told)
    return [(draft.text, levels[id(draft)]) for each in marked for draft in each.drafts if id(draft) in levels]


def test_what_it_names_is_a_heading_of_that_level():
    pages = [page(1, "Terms", "Some text about terms"), page(2, "Price", "Payment")]
    assert found(pages, ("Terms", 1, 1), ("Price", 1, 2), ("Payment", 2, 2)) == [
        ("Terms", 1),
        ("Price", 1),
        ("Payment", 2),
    ]


@pytest.mark.parametrize(
    ("text", "title", "named"),
    [
        ("1.2 TERMS  AND\nCONDITIONS", "Terms and Conditions", True),
        ("Terms and Conditions", "1.2. Terms and Conditions", True),
        ("Section 4 Terms", "Terms", True),
        ("Terms and Conditions apply", "Terms and Conditions", False),
        ("第一章 总则", "第一章 总则", True),
        ("3", "3", False),  # too little to prove anything
    ],
)
def test_letters_count_and_the_number_may_be_missing(text, title, named):
    assert bool(found([page(1, text)], (title, 1, 1))) == named


def test_it_names_what_stands_on_its_page_and_is_no_running_head():
    pages = [page(1, "Terms"), page(2, "Terms", kind=StructureKind.PAGE_HEADER)]
    assert found(pages, ("Terms", 1, 2)) == []
    assert found([page(1, "Terms", top=30)], ("Terms", 1, 1)) == []
    small = page(1, "Terms", look=Look(8.0, 0, "Text", capitals=False))
    below = page(1, "The text of the page below it, as large as usual")
    assert found([replace(below, drafts=(*small.drafts, *below.drafts))], ("Terms", 1, 1)) == []


def test_other_headings_keep_their_place_among_those_that_look_alike():
    large = [page(n, f"Part {n}", look=LARGE, kind=StructureKind.HEADING) for n in (1, 2)]
    small = page(3, "Detail", "Aside")
    told = [("Part 1", 2, 1), ("Detail", 3, 3)]
    aside = PageSketch(4, 612, 792, (Draft(StructureKind.HEADING, Box(72, 90, 90, 99), 0, 1, "Note", SMALL),))
    assert found([*large, small, aside], *told) == [("Part 1", 2), ("Part 2", 2), ("Detail", 3), ("Note", 3)]


def test_a_flat_outline_tells_no_levels():
    pages = [page(1, "1 Terms", "1.1 Price"), page(2, "2 Law", "2.1 Courts")]
    told = [("1 Terms", 1, 1), ("1.1 Price", 1, 1), ("2 Law", 1, 2), ("2.1 Courts", 1, 2)]
    assert [level for _, level in found(pages, *told)] == [1, 2, 1, 2]


def test_one_entry_marks_one_line():
    assert len(found([page(1, "Terms", "Terms")], ("Terms", 1, 1))) == 1
