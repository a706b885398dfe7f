"""Stamps and watermarks that run aslant over a page."""

import pytest

from documents.pipeline.pdf.parser import PdfParser
from documents.pipeline.pdf.slanted import parted
from documents.pipeline.pdf.words import Style, Word
from documents.tests.pipeline.printing import print_pdf
from documents.tests.pipeline.results import Result, collect
from documents.types import ParseOptions, StructureKind

LINES = [(72, 700 - 14 * n, f"line {n} of a page that is stamped all over") for n in range(40)]


@pytest.fixture
def stamped(tmp_path) -> Result:
    path = tmp_path / "stamped.pdf"
    print_pdf(path, [LINES], stamp="STRICTLY SECRET")
    return collect(PdfParser().parse(path, ParseOptions("application/pdf", str(tmp_path))))


def test_a_stamp_is_whole_words(stamped):
    boxes = {token.text: token.box for token in stamped.pages[0].tokens}
    assert {"STRICTLY", "SECRET"} <= boxes.keys()
    assert boxes["STRICTLY"].y1 - boxes["STRICTLY"].y0 > 200  # letters climb over the page
    assert boxes["SECRET"].y1 < boxes["STRICTLY"].y1


def test_it_stands_in_no_line_and_is_no_content(stamped):
    page = stamped.pages[0]
    assert page.text.split() == [*" ".join(text for _, _, text in LINES).split(), "STRICTLY", "SECRET"]
    (stamp,) = stamped.items(StructureKind.PAGE_FOOTER)
    assert stamped.text_of(stamp) == "STRICTLY SECRET"


def test_small_labels_are_content(tmp_path):
    style = Style(8.0, 0, "Font", (0, 0, 0))
    label = Word(10, 10, 20, 20, "2019", 0, style._replace(is_slanted=True))
    words = [label, *(Word(50, 50, 80, 60, "word", 10 + n, style) for n in range(9))]
    straight, slanted = parted(words)
    assert (len(straight), slanted) == (9, [label])


def test_where_most_is_slanted_the_page_is():
    style = Style(8.0, 0, "Font", (0, 0, 0), is_slanted=True)
    words = [Word(50, 50, 80, 60, "word", 10 * n, style) for n in range(9)]
    assert parted(words) == (words, [])
