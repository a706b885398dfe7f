"""Underlined lines as headings."""

import pytest

from documents.pipeline.pdf.geometry import PageFrame
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.page import PageContent, analyse_page
from documents.pipeline.pdf.text.styles import Style
from documents.pipeline.pdf.text.words import Word
from documents.types import Box, StructureKind

LEFT, TOP, SIZE, CHARACTER = 72, 300, 10, 5
TEXT = "The hirer returns the boat with its oars at the end of the day on which"


def words(text: str, y: float, color: tuple[int, int, int] = (0, 0, 0)) -> list[Word]:
    found, x = [], float(LEFT)
    for position, word in enumerate(text.split()):
        style = Style(SIZE, 0, "Times-Roman", color)
        found.append(Word(x, y, x + CHARACTER * len(word), y + SIZE, word, int(y) * 100 + position, style))
        x += CHARACTER * (len(word) + 1)
    return found


def headings(text: str, *rules: tuple[float, float], color: tuple[int, int, int] = (0, 0, 0)) -> list[str]:
    """Return the headings of a page on which the text stands in a line of its own, with rules below it."""
    lines = [TEXT, TEXT, text, TEXT, TEXT, TEXT]
    content = [
        word for n, each in enumerate(lines) for word in words(each, TOP + 12 * n, color if n == 2 else (0, 0, 0))
    ]
    bottom = TOP + 2 * 12 + SIZE
    graphics = Graphics(horizontal=[Box(LEFT + x0, bottom, LEFT + x1, bottom + 0.5) for x0, x1 in rules])
    _, layout = analyse_page(PageContent(1, PageFrame(0, 0, 612, 792, 0), content, graphics))
    return [draft.text for draft in layout.drafts if draft.kind is StructureKind.HEADING]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Return of Boats", [(0, 75)]),
        ("3. Return of Boats.", [(15, 95)]),  # the number is not underlined
        ("(b) Return of Boats", [(20, 95)]),
        ("Repairs by the Hirer", [(0, 12), (18, 70), (74, 100)]),  # browsers leave gaps at descenders
    ],
)
def test_a_line_is_a_heading_if_its_words_are_underlined(text, rules):
    assert headings(text, *rules) == [text]


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        ("Return of Boats", []),
        ("Return of Boats", [(0, 30)]),  # one word
        ("Return of Boats", [(0, 300)]),  # a form, or a table
        ("3. Return of Boats. The hirer returns", [(15, 95)]),  # the line goes on
        ("and all other boats", [(0, 95)]),  # underlined words inside a sentence
    ],
)
def test_other_rules_below_a_line_make_no_heading(text, rules):
    assert headings(text, *rules) == []


def test_a_link_is_no_heading():
    assert headings("Return of Boats", (0, 75), color=(20, 40, 220)) == []
