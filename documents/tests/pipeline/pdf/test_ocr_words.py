"""Font sizes and weights of OCR lines: lines of the same size have one size, whatever characters they have."""

import pytest
from PIL import Image, ImageDraw, ImageFont

from documents.pipeline.ocr.model import OcrLine, OcrWord
from documents.pipeline.pdf.ocr.pages import font_sizes, words_from_ocr
from documents.types import Box, StructureKind


def line(height: float, text: str = "several words of text", confidence: float = 0.9) -> OcrLine:
    box = Box(0.0, 0.0, 300.0, height)
    return OcrLine((OcrWord(text, box, confidence),), box)


@pytest.mark.parametrize(
    ("height", "text", "size"),
    [
        (24, "several words of text", 10),
        (22, "sea moss on a cave", 10),  # no ascenders
        (28, "(Tall) [brackets]", 10),
        (40, "A heading of one line", 17.5),
        (33, "• a", 10),  # too short
        (60, "3", 26.5),  # short, but much larger
        (15, "1 a footnote below the text", 6.5),
    ],
)
def test_the_size_of_a_line_depends_on_the_usual_height(height, text, size):
    body = [line(24) for _ in range(20)]
    assert font_sizes([*body, line(height, text)], scale=2.0)[-1] == size


def test_no_lines_have_no_sizes():
    assert font_sizes([], scale=2.0) == []


def test_lines_with_low_confidence_are_left_out():
    words = words_from_ocr([line(20, "sure"), line(20, "2rrYrIH", confidence=0.4)], scale=1.0)
    assert [word.text for word in words] == ["sure"]


@pytest.mark.parametrize(
    ("stroke_width", "text", "weight"),
    [
        (3.0, "several words of text", 0),
        (3.2, "several words of text", 0),  # characters differ by so much
        (3.7, "several words of text", 2),
        (3.7, "• a", 0),  # too short
        (0.0, "several words of text", 0),  # not known
    ],
)
def test_lines_with_wide_strokes_are_bold(stroke_width, text, weight):
    body = [line(24)._replace(stroke_width=3.0) for _ in range(10)]
    words = words_from_ocr([*body, line(24, text)._replace(stroke_width=stroke_width)], scale=2.0)
    assert words[-1].style.weight == weight


def test_a_bold_line_of_a_scanned_page_is_a_heading(parse, tmp_path):
    page = Image.new("RGB", (1200, 900), "white")
    draw = ImageDraw.Draw(page)
    for number in range(12):
        place, is_bold = (100, 60 + 60 * number), number == 3
        draw.text(
            place, "Lines of a report as they are written", "black", ImageFont.load_default(36), stroke_width=is_bold
        )
    page.save(tmp_path / "page.png", dpi=(200, 200))
    result = parse(tmp_path / "page.png")
    (heading,) = result.items(StructureKind.TITLE, StructureKind.HEADING)
    assert heading.box.y0 == pytest.approx((60 + 60 * 3) * 72 / 200, abs=8)
