"""Names at signatures and addresses."""

import pytest

from documents.pipeline.pdf.layout.headings import names_at_signatures
from documents.pipeline.pdf.text.lines import Line, make_line
from documents.pipeline.pdf.text.styles import Style
from documents.pipeline.pdf.text.words import Word


def line(text: str, y: float, x: float = 300) -> Line:
    return make_line([Word(x, y, x + 120, y + 10, text, int(y), Style(10.0, 2, "Bold", (0, 0, 0)))])


def names(*lines: Line) -> list[str]:
    found = names_at_signatures(lines)
    return [line.text for line in lines if id(line) in found]


@pytest.mark.parametrize(
    "field", ["By: ________", "By its partner:", "/s/ Ann Oar", "Name: Ann Oar", "Address:", "________"]
)
def test_the_name_above_a_field_is_no_heading(field):
    assert names(line("BOATS, INC.", 100), line(field, 125)) == ["BOATS, INC.", field]


def test_the_name_below_a_signature_is_no_heading():
    assert names(line("By: /s/ Ann Oar", 100), line("Ann Oar - President", 112)) == [
        "By: /s/ Ann Oar",
        "Ann Oar - President",
    ]


@pytest.mark.parametrize(
    ("text", "y", "x"),
    [
        ("BOATS, INC.", 60, 300),  # far above
        ("BOATS, INC.", 110, 72),  # in another column
        ("9. SIGNATURES", 110, 300),  # a number
    ],
)
def test_other_lines_stay_headings(text, y, x):
    assert names(line(text, y, x), line("By: ________", 125)) == ["By: ________"]


def test_words_that_begin_as_a_field_are_none():
    assert names(line("By the sea", 100), line("Titles and headings", 125)) == []
