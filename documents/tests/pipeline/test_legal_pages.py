"""Pages as courts and law firms set them: numbered lines, captions, double spacing, definitions, signatures."""

import pytest

from documents.pipeline.pdf.frame import PageFrame
from documents.pipeline.pdf.line_numbers import line_numbers
from documents.pipeline.pdf.page import RawPage, analyse_page
from documents.pipeline.pdf.words import Style, Word
from documents.types import StructureKind

WIDTH = 5  # points of a letter
SENTENCE = "the witness said that nobody had been there"

Piece = tuple[float, float, str]  # from the left, from the top, what


def words_at(*pieces: Piece, size: float = 10.0, weight: int = 0) -> list[Word]:
    """In the order of the file, with a space of three points between words."""
    words: list[Word] = []
    for x, y, phrase in pieces:
        left = x
        for text in phrase.split():
            style = Style(size, weight, "Font", (0, 0, 0))
            words.append(Word(left, y, left + WIDTH * len(text), y + size, text, 20 * len(words), style))
            left += WIDTH * len(text) + 3
    return words


def items(words: list[Word]) -> list[tuple[StructureKind, str]]:
    page, sketch = analyse_page(RawPage(1, PageFrame(0, 0, 612, 792, 0), words))
    return [(draft.kind, page.text[draft.start : draft.end]) for draft in sketch.drafts]


def numbered(*, count: int = 25, step: int = 1, x: float = 60, beside: str = SENTENCE) -> list[Piece]:
    """A page of lines 24 points apart, and their numbers."""
    lines = [(100.0, 90.0 + 24 * n, beside) for n in range(count)]
    numbers = [(x, 90.0 + 24 * n, str(n + 1)) for n in range(count) if (n + 1) % step == 0]
    return [*lines, *numbers]


class TestLineNumbers:
    @pytest.mark.parametrize(
        ("pieces", "found"),
        [
            (numbered(), 25),
            (numbered(x=540), 25),  # in the right margin
            (numbered(step=5), 5),  # every fifth line
            ([*numbered(), (60, 40, "14"), (300, 760, "Reporting Company")], 25),  # a page number does not count lines
            ([(x, y + 7 if x == 60 else y, text) for x, y, text in numbered()], 25),  # not at the height of the lines
        ],
        ids=["left", "right", "fifths", "page number", "off"],
    )
    def test_numbers_in_the_margin_count_lines(self, pieces, found):
        assert len(line_numbers(words_at(*pieces))) == found

    @pytest.mark.parametrize(
        "pieces",
        [
            numbered(beside="Finland"),  # a list of short entries, or a ranking
            numbered(count=5),  # too few to prove anything
            [*numbered(), *((60, 92 + 24 * n, "noise") for n in range(25))],  # no margin: other words stand there
            [(x, y, str(7 * n % 90 + 1) if x == 60 else text) for n, (x, y, text) in enumerate(numbered())],  # figures
            [*numbered(count=10), *((100, 340 + 24 * n, SENTENCE) for n in range(18))],  # a numbered part of a page
        ],
        ids=["short entries", "few", "no margin", "figures", "part"],
    )
    def test_numbers_that_say_something_do_not(self, pieces):
        assert line_numbers(words_at(*pieces)) == []

    def test_they_are_no_part_of_a_table_or_of_the_text(self):
        found = items(words_at(*numbered()))
        assert [kind for kind, _ in found] == [StructureKind.PARAGRAPH, StructureKind.PAGE_FOOTER]
        assert found[1][1].split() == [str(n) for n in range(1, 26)]

    def test_they_do_not_hang_on_the_size_of_the_page(self):
        small = [word._replace(**{k: getattr(word, k) / 3 for k in ("x0", "y0", "x1", "y1")}) for word in PAGE]
        small = [word._replace(style=word.style._replace(size=10 / 3)) for word in small]
        assert len(line_numbers(small)) == 25


PAGE = words_at(*numbered())


def paragraphs(*pieces: Piece) -> list[str]:
    return [" ".join(text.split()) for _, text in items(words_at(*pieces))]


class TestDoubleSpacing:
    LONG, SHORT = "word " * 40, "the end."

    def test_full_lines_go_on(self):
        lines = [(72, 72 + 24 * n, f"{n} {self.LONG}"[:76]) for n in range(12)]
        assert len(paragraphs(*lines)) == 1

    def test_a_line_that_ends_early_ends_the_paragraph(self):
        texts = [self.LONG[:75]] * 5 + [self.SHORT] + [self.LONG[:75]] * 5
        assert len(paragraphs(*((72, 72 + 24 * n, text) for n, text in enumerate(texts)))) == 2

    def test_where_lines_stand_closely_white_space_parts_paragraphs(self):
        """On a page set as usual the same gap is one between paragraphs."""
        close = [(72, 72 + 12 * n, self.LONG[:75]) for n in range(12)]
        assert len(paragraphs(*close, (72, 72 + 12 * 11 + 24, self.LONG[:75]))) == 2


def test_letters_without_a_size_break_nothing():
    assert items(words_at(*((72, 72 + 24 * n, SENTENCE) for n in range(12)), size=0.0))


def test_the_two_sides_of_a_caption_are_read_one_after_the_other():
    left = ["ACME CORP.,", "Plaintiff,", "v.", "BETA LLC,", "Defendant."]
    right = ["Case No. 123", "Notice of Motion", "", "Dept. 12", "Judge Doe"]
    columns = ((72, left), (300, [")"] * 5), (330, right))
    pieces = [(x, 72 + 24 * n, text) for x, texts in columns for n, text in enumerate(texts) if text]
    found = paragraphs(*pieces)
    assert found == [*(f"{text} )" for text in left), *(text for text in right if text)]


def test_question_and_answer_stay_with_what_is_asked():
    pieces = [piece for n in range(4) for piece in ((90, 72 + 60 * n, "Q"), (120, 72 + 60 * n, f"Where were you {n}?"))]
    assert paragraphs(*pieces) == [f"Q Where were you {n}?" for n in range(4)]


@pytest.mark.parametrize("count", [2, 3])
def test_signatures_side_by_side_are_no_table(count):
    labels = ["By: ______", "Name: A. Smith", "Title: Director", "Date: 1/2/20"]
    pieces = [(72 + 160 * side, 72 + 26 * row, text) for row, text in enumerate(labels) for side in range(count)]
    heads = words_at(*((72 + 160 * side, 46, "LENDER") for side in range(count)), weight=2)
    assert StructureKind.TABLE not in [kind for kind, _ in items([*heads, *words_at(*pieces)])]


def test_a_table_with_the_same_columns_is_one():
    rows = [
        ("Loan", "Rate", "Term"),
        ("A: 100", "B: 4.5", "C: 12"),
        ("D: 200", "E: 4.6", "F: 24"),
        ("300", "4.7", "36"),
    ]
    pieces = [(72 + 160 * side, 72 + 14 * n, text) for n, row in enumerate(rows) for side, text in enumerate(row)]
    assert StructureKind.TABLE in [kind for kind, _ in items(words_at(*pieces))]


def test_terms_are_read_with_what_they_mean():
    meaning = "means a day on which banks in London are open"
    pieces = [(72, 40, "Definitions")]
    for n in range(5):
        pieces += [(72, 80 + 40 * n, f"Term{n}"), (200, 80 + 40 * n, meaning), (200, 92 + 40 * n, "for business.")]
    shuffled = sorted(pieces, key=lambda piece: (piece[0], piece[1]))
    found = paragraphs(*shuffled)
    assert found == ["Definitions", *(text for n in range(5) for text in (f"Term{n}", f"{meaning} for business."))]


def test_a_label_is_no_heading():
    pieces = [(72, 72, "MEMORANDUM"), (72, 120, "FROM:"), (140, 120, "General Counsel"), (72, 150, "SENT TO:")]
    pieces += [(140, 150, "Board of Directors"), *((72, 200 + 12 * n, SENTENCE) for n in range(8))]
    kinds = {text: kind for kind, text in items(words_at(*pieces))}
    assert kinds["MEMORANDUM"] is StructureKind.HEADING
    assert kinds["FROM:"] is kinds["SENT TO:"] is StructureKind.PARAGRAPH
