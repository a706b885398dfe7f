"""Headings of agreements, set without white space: at the top of a page, in the middle, with numbers and labels."""

import pytest

from documents.pipeline.pdf.geometry import PageFrame
from documents.pipeline.pdf.page import PageContent, analyse_page
from documents.pipeline.pdf.text.styles import Style
from documents.pipeline.pdf.text.words import Word
from documents.types import StructureKind

LEFT, RIGHT, SIZE, CHARACTER, LINE = 72, 540, 10, 5, 12
PLAIN = Style(float(SIZE), 0, "Times-Roman", (0, 0, 0))
BOLD = PLAIN._replace(weight=2, font="Times-Bold")
TEXT = "The hirer brings the boat back at the end of the day with its oars and sails on board and dry"

Row = tuple[str, str, Style]  # alignment, text, style


def row(text: str, align: str = "left", style: Style = PLAIN) -> Row:
    return align, text, style


def bold(text: str, align: str = "left") -> Row:
    return row(text, align, BOLD)


BODY = row(TEXT)


def words_at(x: float, y: float, text: str, style: Style = PLAIN) -> list[Word]:
    words = []
    for part in text.split():
        words.append(Word(x, y, x + CHARACTER * len(part), y + SIZE, part, int(1000 * y + x), style))
        x += CHARACTER * (len(part) + 1)
    return words


def headings_of(words: list[Word]) -> list[str]:
    _, layout = analyse_page(PageContent(1, PageFrame(0, 0, 612, 792, 0), words))
    return [draft.text for draft in layout.drafts if draft.kind is StructureKind.HEADING]


def headings(*rows: Row, top: float = 200, gaps: tuple[float, ...] = ()) -> list[str]:
    """Return the headings of a page with these lines. `gaps` are additional points below the first ones."""
    words: list[Word] = []
    y = top
    for number, (align, text, style) in enumerate(rows):
        width = CHARACTER * len(text)
        x = {"left": LEFT, "middle": (LEFT + RIGHT - width) / 2, "right": RIGHT - width}[align]
        words += words_at(x, y, text, style)
        y += LINE + (gaps[number] if number < len(gaps) else 0)
    return headings_of(words)


class TestNumbers:
    @pytest.mark.parametrize("text", ["3. Return of the Boat.", "3.RETURN", "Section 3. Return.", "ARTICLE III Return"])
    def test_a_bold_line_with_a_number_may_end_with_a_full_stop(self, text):
        assert headings(BODY, BODY, bold(text), BODY, BODY) == [text]

    @pytest.mark.parametrize("text", ["and return the boat.", "return of the boat;", "return of the boat\u037e"])
    def test_the_end_of_a_clause_is_no_heading(self, text):
        assert headings(BODY, BODY, bold(text), BODY, BODY) == []

    def test_capitals_with_a_number_are_a_heading_in_plain_type(self):
        assert headings(BODY, BODY, row("3. RETURN"), BODY, BODY, row("4. REPAIRS"), BODY) == [
            "3. RETURN",
            "4. REPAIRS",
        ]

    def test_a_clause_in_capitals_is_none(self):
        clause = row(f"3. {TEXT[:80].upper()}")
        assert headings(BODY, BODY, clause, row(TEXT.upper()), BODY) == []


class TestMargin:
    @pytest.mark.parametrize(("gap", "expected"), [(0, ["Return"]), (12, ["Return"]), (30, [])])
    def test_a_bold_line_right_above_the_text_is_no_page_header(self, gap, expected):
        assert headings(bold("Return"), BODY, BODY, BODY, BODY, top=40, gaps=(gap,)) == expected

    def test_the_label_of_an_exhibit_is_none(self):
        assert headings(bold("EXHIBIT A", "middle"), BODY, BODY, BODY, top=40, gaps=(40,)) == ["EXHIBIT A"]


class TestMiddle:
    def test_capitals_are_a_heading(self):
        assert headings(BODY, BODY, BODY, row("RECITALS", "middle"), BODY, BODY) == ["RECITALS"]

    @pytest.mark.parametrize(
        "rows", [[row("RECITALS", "left")], [row("Recitals", "middle")], [row("RECITALS", "right")]]
    )
    def test_other_plain_lines_are_none(self, rows):
        assert headings(BODY, BODY, BODY, *rows, BODY, BODY) == []

    def test_it_is_a_heading_of_its_own(self):
        rows = [bold("STATEMENT OF WORK", "middle"), bold("Services")]
        assert headings(BODY, BODY, BODY, *rows, BODY, BODY, BODY) == ["STATEMENT OF WORK", "Services"]


class TestLabels:
    @pytest.mark.parametrize("label", ["EXHIBIT A", "Schedule 2", "ARTICLE IV"])
    def test_the_title_below_the_label_of_a_part_is_of_the_same_heading(self, label):
        rows = [BODY, BODY, BODY, bold(label, "middle"), bold("List of Boats", "middle"), BODY, BODY]
        assert headings(*rows, gaps=(0, 0, 20, 8, 8)) == [f"{label} List of Boats"]

    def test_a_label_beside_the_title_is_none(self):
        rows = [BODY, BODY, BODY, bold("EXHIBIT 4", "right"), bold("LEASE OF A BOAT", "middle"), BODY, BODY]
        assert headings(*rows, gaps=(0, 0, 20, 8, 8)) == ["EXHIBIT 4", "LEASE OF A BOAT"]

    def test_the_number_of_an_exhibit_of_a_filing_is_none(self):
        rows = [row("EXHIBIT 10.6", "middle"), row("LEASE OF A BOAT", "middle")]
        assert "LEASE OF A BOAT" in headings(BODY, BODY, BODY, *rows, BODY, BODY, BODY)

    def test_the_title_ends_at_the_parties(self):
        rows = [bold("LEASE OF A BOAT", "middle"), bold("BETWEEN", "middle"), bold("BOATS, INC.", "middle")]
        assert headings(BODY, BODY, BODY, *rows, BODY, BODY, BODY)[0] == "LEASE OF A BOAT"


@pytest.mark.parametrize("text", ["[Signature page follows]", "“Return Day”", '"Boat"'])
def test_notes_in_brackets_and_quoted_terms_are_no_headings(text):
    assert headings(BODY, BODY, bold(text), BODY, BODY, gaps=(0, 12, 12)) == []


def test_capitals_with_text_beside_them_are_a_term():
    text = [word for n in range(4) for word in words_at(LEFT, 230 + LINE * n, TEXT)]
    assert headings_of([*words_at(LEFT, 200, "HIRER"), *words_at(220, 200, "means the one"), *text]) == []


def test_a_bold_beginning_that_is_wrapped_is_no_heading():
    first = "The Duty of the Hirer to Bring Back the Boat and the Oars and the Sails at the End of the Day"
    wrapped = [*words_at(LEFT, 212, first, BOLD), *words_at(LEFT, 224, "or Later.", BOLD)]
    text = [word for n in range(3) for word in words_at(LEFT, 236 + LINE * n, TEXT)]
    assert headings_of([*words_at(LEFT, 200, TEXT), *wrapped, *words_at(LEFT + 50, 224, TEXT[:80]), *text]) == []


def test_a_line_of_dashes_below_a_heading_is_no_part_of_it():
    """So typewriters underline."""
    assert headings(row("LEASE OF A BOAT", "middle"), row("---------------", "middle"), BODY, BODY, BODY) == [
        "LEASE OF A BOAT"
    ]
