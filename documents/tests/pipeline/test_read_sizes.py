"""Sizes of type on pictures: lines of one size have one size, whatever letters they are made of."""

import pytest
from PIL import Image, ImageDraw, ImageFont

from documents.pipeline.ocr.lines import ReadLine, ReadWord
from documents.pipeline.ocr.recognition import Glyph, in_one_width
from documents.pipeline.pdf.read_sizes import sizes_of
from documents.pipeline.pdf.read_words import words_of
from documents.types import Box, StructureKind


def line(height: float, text: str = "several words of text", confidence: float = 0.9) -> ReadLine:
    box = Box(0.0, 0.0, 300.0, height)
    return ReadLine((ReadWord(text, box, confidence),), box)


@pytest.mark.parametrize(
    ("height", "text", "size"),
    [
        (24, "several words of text", 10),
        (22, "sea moss on a cave", 10),  # nothing rises above the others
        (28, "(Tall) [brackets]", 10),
        (40, "A heading of one line", 17.5),
        (33, "• a", 10),  # too short to say anything
        (60, "3", 26.5),  # unless it is far larger
        (15, "1 a footnote below the text", 6.5),
    ],
)
def test_the_size_of_a_line_against_those_around_it(height, text, size):
    body = [line(24) for _ in range(20)]
    assert sizes_of([*body, line(height, text)], scale=2.0)[-1] == size


def test_nothing_to_measure_has_no_sizes():
    assert sizes_of([], scale=2.0) == []


def test_lines_of_which_the_engine_is_not_sure_are_left_out():
    found = words_of([line(20, "sure"), line(20, "2rrYrIH", confidence=0.4)], scale=1.0)
    assert [word.text for word in found] == ["sure"]


@pytest.mark.parametrize(
    ("read", "meant"), [("a\uff1bb\uff08c\uff09", "a;b(c)"), ("中\uff1b文", "中\uff1b文"), ("plain", "plain")]
)
def test_wide_punctuation_is_that_of_wide_scripts_only(read, meant):
    glyphs = [Glyph(character, 1.0, 0.0) for character in read]
    assert "".join(glyph.text for glyph in in_one_width(glyphs)) == meant


@pytest.mark.parametrize(
    ("stroke", "text", "weight"),
    [
        (3.0, "several words of text", 0),
        (3.2, "several words of text", 0),  # as much as letters differ
        (3.7, "several words of text", 2),
        (3.7, "• a", 0),  # too short to say anything
        (0.0, "several words of text", 0),  # nobody knows
    ],
)
def test_lines_with_wide_strokes_are_bold(stroke, text, weight):
    body = [line(24)._replace(stroke=3.0) for _ in range(10)]
    read = words_of([*body, line(24, text)._replace(stroke=stroke)], scale=2.0)
    assert read[-1].style.weight == weight


def test_a_bold_line_of_a_scanned_page_is_seen(parse, tmp_path):
    page = Image.new("RGB", (1200, 900), "white")
    draw = ImageDraw.Draw(page)
    for number in range(12):
        place, bold = (100, 60 + 60 * number), number == 3
        draw.text(
            place, "Lines of a letter as they are written", "black", ImageFont.load_default(36), stroke_width=bold
        )
    page.save(tmp_path / "letter.png", dpi=(200, 200))
    result = parse(tmp_path / "letter.png")
    (heading,) = result.items(StructureKind.TITLE, StructureKind.HEADING)
    assert heading.box.y0 == pytest.approx((60 + 60 * 3) * 72 / 200, abs=8)
