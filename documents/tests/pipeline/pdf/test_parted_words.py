"""Words that pdfium parts are joined: glyphs that are drawn one by one, and spaced lines."""

import pytest

from documents.pipeline.pdf.file import frame_of, open_page, open_pdf
from documents.pipeline.pdf.text.word_reader import read_words
from documents.tests.pipeline.pdf.make_pdf import show, write_content_pdf

PAGE = b"0 0 400 500"
# Widths of Helvetica in thousandths of the size.
WIDTHS = {
    "i": 222,
    "l": 222,
    "t": 278,
    "f": 278,
    "r": 333,
    "I": 278,
    " ": 278,
    **dict.fromkeys("cksvy", 500),
    "m": 833,
    "w": 722,
}


def glyphs(x: float, y: float, text: str, *, size: float = 10, extra: float = 0.3) -> bytes:
    """Return the content that draws each glyph as an object of its own, with a little space after it."""
    content = b""
    for character in text:
        if character != " ":
            content += show(round(x, 2), y, character, size=size)
        x += WIDTHS.get(character, 556) * size / 1000 + extra
    return content


def texts_of(tmp_path, content: bytes) -> list[str]:
    path = write_content_pdf(tmp_path / "page.pdf", (PAGE, content))
    with open_pdf(path) as document, open_page(document, 1) as page:
        return [word.text for word in read_words(page, frame_of(page))]


def two_columns(*lines: tuple[str, str]) -> bytes:
    """Return the content of lines that follow so closely that pdfium takes the text for vertical columns."""
    rows = [glyphs(40, 400 - 9 * n, left) + glyphs(300, 400 - 9 * n, right) for n, (left, right) in enumerate(lines)]
    return b"".join(rows)


def test_glyphs_that_are_drawn_one_by_one_are_words(tmp_path):
    lines = [("mallards", "pintails"), ("shelducks", "eiders"), ("goosanders", "scoters"), ("wigeons", "garganeys")]
    assert texts_of(tmp_path, two_columns(*lines)) == [text for line in lines for text in line]


def test_words_of_glyphs_are_parted_by_their_spaces(tmp_path):
    lines = [("blue teal", "pond one"), ("red pochard", "pond two"), ("tufted duck", "river"), ("all", "ditch")]
    assert texts_of(tmp_path, two_columns(*lines)) == [word for line in lines for text in line for word in text.split()]


@pytest.mark.parametrize("extra", [2.2, 2.6])
def test_the_characters_of_a_spaced_line_are_words(tmp_path, extra):
    content = glyphs(40, 400, "across the marsh", extra=extra) + show(40, 380, "The path is wet in spring.")
    assert texts_of(tmp_path, content) == ["across", "the", "marsh", "The", "path", "is", "wet", "in", "spring."]


def test_characters_that_stand_far_apart_are_words_of_their_own(tmp_path):
    content = b"".join(show(40 + 12 * number, 400, name) for number, name in enumerate("ABCDEF"))
    assert texts_of(tmp_path, content) == list("ABCDEF")


def test_characters_between_typed_spaces_are_words_of_their_own(tmp_path):
    assert texts_of(tmp_path, show(40, 400, "a b c d e f g")) == list("abcdefg")


def test_columns_of_single_figures_are_not_joined(tmp_path):
    content = b"".join(show(40 + 8.5 * column, 400 - 14 * row, "7") for row in range(3) for column in range(6))
    assert texts_of(tmp_path, content) == ["7"] * 18


def at_gaps(y: float, *parts: tuple[float, str]) -> bytes:
    """Return the content that draws each part after a gap, without white space."""
    content, x = b"", 40.0
    for gap, text in parts:
        content += show(round(x + gap, 3), y, text)
        x += gap + sum(WIDTHS.get(character, 556) for character in text) / 100
    return content


@pytest.mark.parametrize("last", ["heath.", "(heath)"])
def test_words_are_parted_where_the_space_is_too_narrow_for_pdfium(tmp_path, last):
    WIDTHS.update({".": 278, "(": 333, ")": 333})
    content = at_gaps(400, (0, "blue"), (2.6, "on"), (2.6, "the"), (2.6, last), (1.9, "It"), (2.6, "has"))
    assert texts_of(tmp_path, content) == ["blue", "on", "the", last, "It", "has"]


def test_characters_a_pixel_apart_are_one_word(tmp_path):
    content = at_gaps(400, (0, "the"), (2.6, "plants"), (2.6, "bloom"), (2.6, "most"), (1.4, "ly"), (2.6, "in"))
    assert texts_of(tmp_path, content) == ["the", "plants", "bloom", "mostly", "in"]


def test_narrow_spaces_part_words_if_all_spaces_of_the_line_are_narrow(tmp_path):
    words = ["its", "still", "skills", "lists", "sills", "silk"]
    assert texts_of(tmp_path, at_gaps(400, *((1.4, word) for word in words))) == words


def test_a_space_after_an_overhanging_character_is_narrow(tmp_path):
    content = at_gaps(400, (0, "the"), (2.6, "seeds"), (2.6, "of"), (1.3, "some"), (2.6, "plant"), (2.6, "are"))
    assert texts_of(tmp_path, content) == ["the", "seeds", "of", "some", "plant", "are"]
