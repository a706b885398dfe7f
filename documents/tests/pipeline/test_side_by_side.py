"""Short pieces side by side: addresses, signatures, labels and values, tables of contents, execution blocks."""

import pytest

from documents.pipeline.pdf.lines import lines_of, make_line
from documents.pipeline.pdf.reading_order import in_reading_order
from documents.pipeline.pdf.words import Style, Word

STYLE = Style(10.0, 0, "Font", (0, 0, 0))

Row = tuple[float, float, str]  # from the left, from the top, what


def words_at(*placed: Row) -> list[Word]:
    """In the order of the file; a letter is five points wide."""
    return [Word(x, y, x + 5 * len(text), y + 10, text, 100 * n, STYLE) for n, (x, y, text) in enumerate(placed)]


def read(*placed: Row) -> list[str]:
    lines = [make_line([word]) for word in words_at(*placed)]
    return [line.text for line in in_reading_order(lines, em=10.0)]


LEFT = [(50, 100, "Acme-Ltd"), (50, 112, "1-High-Street"), (50, 124, "London")]
RIGHT = [(300, 100, "Beta-Inc"), (300, 112, "2-Low-Street"), (300, 124, "Boston")]
ACROSS = [piece for pair in zip(LEFT, RIGHT, strict=True) for piece in pair]
AROUND = [(50, y, f"{y}-" + "text" * 20) for y in (60, 72, 84, 148, 160, 172)]  # across the gutter, so no columns


@pytest.mark.parametrize("around", [[], AROUND], ids=["alone", "between paragraphs"])
@pytest.mark.parametrize(
    ("in_file", "expected"),
    [
        ([*LEFT, *RIGHT], [*LEFT, *RIGHT]),
        (ACROSS, ACROSS),
        ([*RIGHT, *LEFT], ACROSS),  # nobody reads the right one first
        ([*LEFT[::-1], *RIGHT[::-1]], ACROSS),  # nor upwards
    ],
    ids=["cell by cell", "across", "right first", "upwards"],
)
def test_the_order_of_the_file_tells_addresses_from_labels_and_values(around, in_file, expected):
    above, below = around[:3], around[3:]
    assert read(*above, *in_file, *below) == [piece[2] for piece in (*above, *expected, *below)]


def segments(*placed: Row) -> list[str]:
    return [line.text for line in lines_of(words_at(*placed))]


@pytest.mark.parametrize(
    ("leaders", "page", "joined"),
    [
        ("......", "12", True),
        ("……", "iv", True),
        ("______", "12", False),  # to be filled in
        ("......", "Signature", False),
        ("end.", "12", False),
    ],
)
def test_leaders_lead_to_the_page(leaders, page, joined):
    found = segments((50, 0, "Term"), (72, 0, leaders), (140, 0, page))
    assert (f"{leaders} {page}" in found[0]) == joined


def test_brackets_hold_the_lines_on_their_left_together():
    found = segments((50, 0, "Signed"), (200, 0, ")"), (300, 0, "Director"), (200, 12, ")"))
    assert found == ["Signed )", "Director", ")"]


def columns(count: int, *, gutter: float) -> list[Word]:
    """Two columns of ragged lines that the file has line by line, across both."""
    words: list[Word] = []
    for n in range(count):
        right = 200.0 - 30 * (n % 2)
        words.append(Word(50, 12 * n, right, 12 * n + 10, "a" * 30, 100 * n, STYLE))
        words.append(Word(200 + gutter, 12 * n, 350, 12 * n + 10, "b" * 30, 100 * n + 31, STYLE))
    return words


def test_a_narrow_gutter_parts_columns_where_many_lines_begin_beside_it():
    assert len(lines_of(columns(14, gutter=11))) == 28
    assert len(lines_of(columns(4, gutter=11))) == 6  # two long lines alone may be one that is set wide


def test_gaps_of_typewriters_one_below_the_other_part_no_text_that_runs_across():
    parted = [[Word(50, 12 * n, 200, 12 * n + 10, "a" * 30, 200 * n, STYLE)] for n in range(20)]
    for n, row in enumerate(parted):
        begin = 211 if n % 2 else 205  # after the end of a sentence, and after a word
        row.append(Word(begin, 12 * n, 350, 12 * n + 10, "b" * 30, 200 * n + 31, STYLE))
    whole = [[Word(50, 12 * n, 350, 12 * n + 10, "c" * 60, 200 * n, STYLE)] for n in range(20, 40)]
    mixed = [row for pair in zip(parted, whole, strict=True) for row in pair]
    words = [word._replace(y0=12 * n, y1=12 * n + 10) for n, row in enumerate(mixed) for word in row]
    assert len(lines_of(words)) == 40


def test_a_heading_in_the_next_column_is_no_end_of_a_line():
    large = STYLE._replace(size=13.0)
    words = [Word(50, 0, 200, 10, "a" * 30, 0, STYLE), Word(213, 0, 300, 12, "Heading", 31, large)]
    assert len(lines_of(words)) == 2
    assert len(lines_of([words[0], words[1]._replace(x0=204)])) == 1
