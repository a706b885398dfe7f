"""Words that pdfium parts are joined: glyphs that are drawn one by one, and spaced lines."""

import pytest

from documents.pipeline.pdf.file import frame_of, open_page, open_pdf
from documents.pipeline.pdf.text.words import read_words
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
