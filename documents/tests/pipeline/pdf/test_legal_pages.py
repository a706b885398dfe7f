"""Pages of courts and law firms: line numbers, captions, double spacing, definitions, signatures."""

import pytest

from documents.pipeline.pdf.geometry import PageFrame
from documents.pipeline.pdf.layout.line_numbers import find_line_numbers
from documents.pipeline.pdf.page import PageContent, analyse_page
from documents.pipeline.pdf.text.styles import Style
from documents.pipeline.pdf.text.words import Word
from documents.types import Box, StructureKind

WIDTH = 5  # points of a character
SENTENCE = "the witness said that no one had been there"

Text = tuple[float, float, str]  # x from the left, y from the top, text


def words_at(*texts: Text, size: float = 10.0, weight: int = 0) -> list[Word]:
    """Return words in the order of the file, with a space of three points between them."""
    words: list[Word] = []
    for x, y, phrase in texts:
        left = x
        for text in phrase.split():
            style = Style(size, weight, "Font", (0, 0, 0))
            words.append(Word(left, y, left + WIDTH * len(text), y + size, text, 20 * len(words), style))
            left += WIDTH * len(text) + 3
    return words


def items(words: list[Word]) -> list[tuple[StructureKind, str]]:
    page, layout = analyse_page(PageContent(1, PageFrame(0, 0, 612, 792, 0), words))
    return [(draft.kind, page.text[draft.start : draft.end]) for draft in layout.drafts]


def numbered(*, count: int = 25, step: int = 1, x: float = 60, beside: str = SENTENCE) -> list[Text]:
    """Return a page of lines 24 points apart, and their numbers."""
    lines = [(100.0, 90.0 + 24 * n, beside) for n in range(count)]
    numbers = [(x, 90.0 + 24 * n, str(n + 1)) for n in range(count) if (n + 1) % step == 0]
    return [*lines, *numbers]


class TestLineNumbers:
    @pytest.mark.parametrize(
        ("texts", "count"),
        [
            (numbered(), 25),
            (numbered(x=540), 25),  # in the right margin
            (numbered(step=5), 5),  # every fifth line
            ([*numbered(), (60, 40, "14"), (300, 760, "Reporting Company")], 25),  # a page number is no line number
            ([(x, y + 7 if x == 60 else y, text) for x, y, text in numbered()], 25),  # not at the height of the lines
        ],
        ids=["left", "right", "fifths", "page number", "offset"],
    )
    def test_numbers_in_the_margin_are_line_numbers(self, texts, count):
        assert len(find_line_numbers(words_at(*texts))) == count

    @pytest.mark.parametrize(
        "texts",
        [
            numbered(beside="Finland"),  # a list of short entries, or a ranking
            numbered(count=5),  # too few
            [*numbered(), *((60, 92 + 24 * n, "noise") for n in range(25))],  # no margin: it has other words
            [(x, y, str(7 * n % 90 + 1) if x == 60 else text) for n, (x, y, text) in enumerate(numbered())],  # figures
            [*numbered(count=10), *((100, 340 + 24 * n, SENTENCE) for n in range(18))],  # a numbered part of a page
        ],
        ids=["short entries", "few", "no margin", "figures", "part"],
    )
    def test_numbers_of_the_content_are_no_line_numbers(self, texts):
        assert find_line_numbers(words_at(*texts)) == []

    def test_numbers_of_ruled_rows_are_no_line_numbers(self):
        rules = [Box(55, 104 + 24 * n, 500, 104.5 + 24 * n) for n in range(25)]
        assert find_line_numbers(words_at(*numbered()), rules) == []
        assert len(find_line_numbers(words_at(*numbered()), rules[::6])) == 25  # here and there one
        assert len(find_line_numbers(words_at(*numbered()), [rule._replace(x0=90) for rule in rules])) == 25

    def test_line_numbers_are_part_of_no_table_or_paragraph(self):
        paragraph, footer = items(words_at(*numbered()))
        assert [paragraph[0], footer[0]] == [StructureKind.PARAGRAPH, StructureKind.PAGE_FOOTER]
        assert footer[1].split() == [str(n) for n in range(1, 26)]

    def test_line_numbers_of_a_small_page_are_found(self):
        small = [word._replace(**{k: getattr(word, k) / 3 for k in ("x0", "y0", "x1", "y1")}) for word in PAGE]
        small = [word._replace(style=word.style._replace(size=10 / 3)) for word in small]
        assert len(find_line_numbers(small)) == 25


PAGE = words_at(*numbered())


def paragraphs(*texts: Text) -> list[str]:
    return [" ".join(text.split()) for _, text in items(words_at(*texts))]


class TestDoubleSpacing:
    LONG, SHORT = "word " * 40, "the end."

    def test_full_lines_are_one_paragraph(self):
        lines = [(72, 72 + 24 * n, f"{n} {self.LONG}"[:76]) for n in range(12)]
        assert len(paragraphs(*lines)) == 1

    def test_a_line_that_ends_early_ends_the_paragraph(self):
        texts = [self.LONG[:75]] * 5 + [self.SHORT] + [self.LONG[:75]] * 5
        assert len(paragraphs(*((72, 72 + 24 * n, text) for n, text in enumerate(texts)))) == 2

    def test_on_a_single_spaced_page_the_same_gap_separates_paragraphs(self):
        close = [(72, 72 + 12 * n, self.LONG[:75]) for n in range(12)]
        assert len(paragraphs(*close, (72, 72 + 12 * 11 + 24, self.LONG[:75]))) == 2


def test_text_with_font_size_0_is_accepted():
    assert items(words_at(*((72, 72 + 24 * n, SENTENCE) for n in range(12)), size=0.0))


def test_both_sides_of_a_court_caption_are_read_one_after_the_other():
    left = ["ACME CORP.,", "Plaintiff,", "v.", "BETA LLC,", "Defendant."]
    right = ["Case No. 123", "Notice of Motion", "", "Dept. 12", "Judge Doe"]
    columns = ((72, left), (300, [")"] * 5), (330, right))
    texts = [(x, 72 + 24 * n, text) for x, column in columns for n, text in enumerate(column) if text]
    assert paragraphs(*texts) == [*(f"{text} )" for text in left), *(text for text in right if text)]


def test_the_marks_q_and_a_stay_with_their_text():
    texts = [text for n in range(4) for text in ((90, 72 + 60 * n, "Q"), (120, 72 + 60 * n, f"Where were you {n}?"))]
    assert paragraphs(*texts) == [f"Q Where were you {n}?" for n in range(4)]


@pytest.mark.parametrize("count", [2, 3])
def test_signatures_side_by_side_are_no_table(count):
    labels = ["By: ______", "Name: A. Smith", "Title: Director", "Date: 1/2/20"]
    texts = [(72 + 160 * side, 72 + 26 * row, text) for row, text in enumerate(labels) for side in range(count)]
    heads = words_at(*((72 + 160 * side, 46, "LENDER") for side in range(count)), weight=2)
    assert StructureKind.TABLE not in [kind for kind, _ in items([*heads, *words_at(*texts)])]


def test_a_table_with_some_labels_is_a_table():
    rows = [
        ("Loan", "Rate", "Term"),
        ("A: 100", "B: 4.5", "C: 12"),
        ("D: 200", "E: 4.6", "F: 24"),
        ("300", "4.7", "36"),
    ]
    texts = [(72 + 160 * side, 72 + 14 * n, text) for n, row in enumerate(rows) for side, text in enumerate(row)]
    assert StructureKind.TABLE in [kind for kind, _ in items(words_at(*texts))]


def test_terms_are_read_with_their_definitions():
    definition = "means a day on which banks in London are open"
    texts = [(72, 40, "Definitions")]
    for n in range(5):
        texts += [(72, 80 + 40 * n, f"Term{n}"), (200, 80 + 40 * n, definition), (200, 92 + 40 * n, "for business.")]
    column_by_column = sorted(texts, key=lambda text: (text[0], text[1]))
    pairs = ((f"Term{n}", f"{definition} for business.") for n in range(5))
    assert paragraphs(*column_by_column) == ["Definitions", *(text for pair in pairs for text in pair)]


def test_a_field_label_is_no_heading():
    texts = [(72, 72, "MEMORANDUM"), (72, 120, "FROM:"), (140, 120, "General Counsel"), (72, 150, "SENT TO:")]
    texts += [(140, 150, "Board of Directors"), *((72, 200 + 12 * n, SENTENCE) for n in range(8))]
    kinds = {text: kind for kind, text in items(words_at(*texts))}
    assert kinds["MEMORANDUM"] is StructureKind.HEADING
    assert kinds["FROM:"] is kinds["SENT TO:"] is StructureKind.PARAGRAPH
