"""Short texts side by side: addresses, signatures, labels and values, tables of contents, execution blocks."""

import pytest

from documents.pipeline.pdf.layout.reading_order import in_reading_order
from documents.pipeline.pdf.text.lines import group_into_lines, make_line
from documents.pipeline.pdf.text.styles import Style
from documents.pipeline.pdf.text.words import Word

STYLE = Style(10.0, 0, "Font", (0, 0, 0))

Text = tuple[float, float, str]  # x from the left, y from the top, text


def words_at(*texts: Text) -> list[Word]:
    """Return words in the order of the file; a character is five points wide."""
    return [Word(x, y, x + 5 * len(text), y + 10, text, 100 * n, STYLE) for n, (x, y, text) in enumerate(texts)]


def reading_order(*texts: Text) -> list[str]:
    lines = [make_line([word]) for word in words_at(*texts)]
    return [line.text for line in in_reading_order(lines, em=10.0)]


LEFT = [(50, 100, "Acme-Ltd"), (50, 112, "1-High-Street"), (50, 124, "London")]
RIGHT = [(300, 100, "Beta-Inc"), (300, 112, "2-Low-Street"), (300, 124, "Boston")]
ROW_BY_ROW = [text for pair in zip(LEFT, RIGHT, strict=True) for text in pair]
PARAGRAPHS = [(50, y, f"{y}-" + "text" * 20) for y in (60, 72, 84, 148, 160, 172)]  # they cross the gutter


@pytest.mark.parametrize("paragraphs", [[], PARAGRAPHS], ids=["alone", "between paragraphs"])
@pytest.mark.parametrize(
    ("in_file", "expected"),
    [
        ([*LEFT, *RIGHT], [*LEFT, *RIGHT]),
        (ROW_BY_ROW, ROW_BY_ROW),
        ([*RIGHT, *LEFT], ROW_BY_ROW),  # not a possible order: right column first
        ([*LEFT[::-1], *RIGHT[::-1]], ROW_BY_ROW),  # not a possible order: upwards
    ],
    ids=["column by column", "row by row", "right first", "upwards"],
)
def test_the_order_of_the_file_distinguishes_addresses_from_labels_with_values(paragraphs, in_file, expected):
    above, below = paragraphs[:3], paragraphs[3:]
    assert reading_order(*above, *in_file, *below) == [text[2] for text in (*above, *expected, *below)]


def test_a_line_over_two_boxes_does_not_mix_their_lines():
    boxes = [[(x, 100 + 12 * n, f"{name}{n}") for n in range(3)] for x, name in ((50, "a"), (200, "b"), (350, "c"))]
    texts = [(50, 60, "a-line-that-is-as-long-as-two-of-these-boxes"), *(text for box in boxes for text in box)]
    assert reading_order(*texts) == [text[2] for text in texts]


def paragraph(x: float, y: float, name: str, lines: int) -> list[Text]:
    return [(x, y + 12 * n, f"{name}{n}-" + "text" * 11) for n in range(lines)]


def test_notes_are_read_after_the_paragraphs_beside_them():
    texts = [
        text
        for y, name in ((100, "a"), (160, "b"), (220, "c"))
        for text in (*paragraph(50, y, name, 4), (320, y, f"note-{name}"))
    ]
    assert reading_order(*texts) == [text[2] for text in texts]


def test_prices_are_read_with_their_dishes():
    texts = [
        (50, 100, "Soup-of-fish-with-bread-and-butter"),
        (400, 100, "6.50"),
        (50, 112, "Soup-of-peas"),
        (400, 112, "4.00"),
        (260, 140, "Fish"),
    ]
    assert reading_order(*texts) == [text[2] for text in texts]


def test_a_file_that_crosses_columns_within_paragraphs_does_not_decide_the_order():
    left, right = paragraph(50, 100, "l", 6), paragraph(320, 100, "r", 6)
    line_by_line = [text for pair in zip(left, right, strict=True) for text in pair]
    assert reading_order(*line_by_line) == [text[2] for text in (*left, *right)]


def test_a_year_on_the_right_of_a_line_is_read_after_it():
    texts = [
        (50, 100, "Training"),
        (50, 114, "Carpenter"),
        (400, 114, "1911-1914"),
        (50, 134, "Languages"),
        (50, 148, "Norse"),
    ]
    assert reading_order(*texts[::-1]) == [text[2] for text in texts]


def line_texts(*texts: Text) -> list[str]:
    return [line.text for line in group_into_lines(words_at(*texts))]


@pytest.mark.parametrize(
    ("leaders", "page", "joined"),
    [
        ("......", "12", True),
        ("……", "iv", True),
        ("______", "12", False),  # a form blank
        ("......", "Signature", False),
        ("end.", "12", False),
    ],
)
def test_dot_leaders_and_the_page_number_are_in_one_line(leaders, page, joined):
    lines = line_texts((50, 0, "Term"), (72, 0, leaders), (140, 0, page))
    assert (f"{leaders} {page}" in lines[0]) == joined


def test_a_bracket_is_in_the_line_on_its_left():
    lines = line_texts((50, 0, "Signed"), (200, 0, ")"), (300, 0, "Director"), (200, 12, ")"))
    assert lines == ["Signed )", "Director", ")"]


def columns(count: int, *, gutter: float) -> list[Word]:
    """Return two columns of ragged lines, in a file that has them line by line, across both."""
    words: list[Word] = []
    for n in range(count):
        right = 200.0 - 30 * (n % 2)
        words.append(Word(50, 12 * n, right, 12 * n + 10, "a" * 30, 100 * n, STYLE))
        words.append(Word(200 + gutter, 12 * n, 350, 12 * n + 10, "b" * 30, 100 * n + 31, STYLE))
    return words


def test_a_narrow_gutter_separates_columns_if_many_lines_start_beside_it():
    assert len(group_into_lines(columns(14, gutter=11))) == 28
    assert len(group_into_lines(columns(4, gutter=11))) == 6  # two long lines may be one line with wide spacing


def test_gaps_below_one_another_do_not_split_lines_if_other_lines_cross_them():
    split = [[Word(50, 12 * n, 200, 12 * n + 10, "a" * 30, 200 * n, STYLE)] for n in range(20)]
    for n, row in enumerate(split):
        begin = 211 if n % 2 else 205  # after a sentence and after a word, in a typewriter font
        row.append(Word(begin, 12 * n, 350, 12 * n + 10, "b" * 30, 200 * n + 31, STYLE))
    whole = [[Word(50, 12 * n, 350, 12 * n + 10, "c" * 60, 200 * n, STYLE)] for n in range(20, 40)]
    mixed = [row for pair in zip(split, whole, strict=True) for row in pair]
    words = [word._replace(y0=12 * n, y1=12 * n + 10) for n, row in enumerate(mixed) for word in row]
    assert len(group_into_lines(words)) == 40


def test_a_heading_in_the_next_column_is_a_line_of_its_own():
    large = STYLE._replace(size=13.0)
    words = [Word(50, 0, 200, 10, "a" * 30, 0, STYLE), Word(213, 0, 300, 12, "Heading", 31, large)]
    assert len(group_into_lines(words)) == 2
    assert len(group_into_lines([words[0], words[1]._replace(x0=204)])) == 1
