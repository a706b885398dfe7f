"""Slanted stamps, watermarks and labels."""

import pytest

from documents.pipeline.pdf.layout.rotated_text import split_slanted
from documents.pipeline.pdf.parser import PdfParser
from documents.pipeline.pdf.text.styles import Style
from documents.pipeline.pdf.text.words import Word
from documents.tests.pipeline.pdf.make_pdf import write_pdf
from documents.tests.pipeline.results import Result, collect
from documents.types import ParseOptions, StructureKind

LINES = [(72, 700 - 14 * n, f"line {n} of a page that is stamped all over") for n in range(40)]


@pytest.fixture
def stamped(tmp_path) -> Result:
    path = tmp_path / "stamped.pdf"
    write_pdf(path, [LINES], stamp="STRICTLY SECRET")
    return collect(PdfParser().parse(path, ParseOptions("application/pdf", str(tmp_path))))


def test_a_stamp_is_split_into_words_only(stamped):
    boxes = {token.text: token.box for token in stamped.pages[0].tokens}
    assert {"STRICTLY", "SECRET"} <= boxes.keys()
    assert boxes["STRICTLY"].y1 - boxes["STRICTLY"].y0 > 200  # it runs up the page
    assert boxes["SECRET"].y1 < boxes["STRICTLY"].y1


def test_a_stamp_comes_after_the_text_and_is_no_content(stamped):
    page = stamped.pages[0]
    assert page.text.split() == [*" ".join(text for _, _, text in LINES).split(), "STRICTLY", "SECRET"]
    (stamp,) = stamped.items(StructureKind.PAGE_FOOTER)
    assert stamped.text_of(stamp) == "STRICTLY SECRET"


def test_a_few_slanted_words_are_separated_from_the_others():
    style = Style(8.0, 0, "Font", (0, 0, 0))
    label = Word(10, 10, 20, 20, "2019", 0, style._replace(is_slanted=True))
    words = [label, *(Word(50, 50, 80, 60, "word", 10 + n, style) for n in range(9))]
    straight, slanted = split_slanted(words)
    assert (len(straight), slanted) == (9, [label])


def test_a_page_with_mostly_slanted_words_is_not_separated():
    style = Style(8.0, 0, "Font", (0, 0, 0), is_slanted=True)
    words = [Word(50, 50, 80, 60, "word", 10 * n, style) for n in range(9)]
    assert split_slanted(words) == (words, [])
