"""Headings in plain type that are found by their numbers."""

import pytest

from documents.pipeline.pdf.layout.model import DraftItem, PageLayout, TextStyle
from documents.pipeline.pdf.layout.numbered_headings import mark_numbered_headings
from documents.types import Box, StructureKind

STYLE = TextStyle(10.0, 0, "Text", is_upper=False)
CLAUSE = "The tenant pays the rent on the first day of each month, and keeps the house in good repair. " * 2
NAMES = ("Definitions.", "Rent", "Repairs.", "Governing Law")


def item(text: str, *, x0: float = 72, lines: int = 1, kind=StructureKind.LIST_ITEM) -> DraftItem:
    return DraftItem(kind, Box(x0, 100, x0 + 200, 100 + 12 * lines), 0, 1, text, STYLE)


def clause(text: str = CLAUSE) -> DraftItem:
    return item(text, x0=90, lines=3, kind=StructureKind.PARAGRAPH)


def document(*drafts: DraftItem) -> list[PageLayout]:
    """Return two pages with these items."""
    half = len(drafts) // 2
    return [PageLayout(1, 612, 792, drafts[:half]), PageLayout(2, 612, 792, drafts[half:])]


def headings(pages: list[PageLayout]) -> list[str]:
    marked = mark_numbered_headings(pages)
    return [draft.text for page in marked for draft in page.drafts if draft.kind is StructureKind.HEADING]


def test_short_lines_with_text_between_them_are_headings():
    names = [f"{number}. {name}" for number, name in enumerate(NAMES, 1)]
    assert headings(document(*(each for name in names for each in (item(name), clause())))) == names


def test_the_numbers_of_a_schedule_begin_again():
    names = [f"{number}. {name}" for _ in range(2) for number, name in enumerate(NAMES, 1)]
    assert headings(document(*(each for name in names for each in (item(name), clause())))) == names


def test_words_with_capitals_are_headings_among_clauses():
    titles = ["1. Use of the House", "2. Rent", "4. Repairs and Duties.", "5. GOVERNING LAW"]
    drafts = [item(titles[0]), clause(), item(titles[1]), clause(), item(f"3. {CLAUSE}", lines=3)]
    drafts += [item(titles[2]), clause(), item(titles[3]), clause()]
    assert headings(document(*drafts)) == titles


def test_numbers_may_have_parts():
    titles = [f"{number}.{part} Use of Rooms" for number in (1, 2) for part in (1, 2)]
    assert headings(document(*(each for title in titles for each in (item(title), clause())))) == titles


@pytest.mark.parametrize(
    "drafts",
    [
        [item(f"{number}. {name}") for number, name in enumerate(NAMES, 1)],  # a list
        [each for number in (1, 2, 4, 5) for each in (item(f"{number}. Rent"), clause())],  # 3 is missing
        [each for number in range(1, 4) for each in (item(f"{number}. Rent"), clause())],  # too few
        [each for number in range(1, 6) for each in (item(f"{number}. Rent", x0=72 + 20 * number), clause())],
        [item(f"{number}. {CLAUSE}", lines=3) for number in range(1, 6)],  # clauses
        [each for number in range(1, 6) for each in (item(f"{number}. the rent,"), clause())],  # parts of a sentence
        [
            *(each for number in range(1, 5) for each in (item(f"{number}. Rent must be paid"), clause())),
            item(f"5. {CLAUSE}", lines=3),  # one of them is a clause, and the words have no capitals
        ],
        [
            *(each for number in range(1, 5) for each in (item(f"{number}. Rent"), clause())),
            *(item(f"{number}. {CLAUSE}", lines=3) for number in range(5, 11)),  # most of them are clauses
        ],
    ],
)
def test_other_numbered_items_stay_what_they_are(drafts):
    assert headings(document(*drafts)) == []
