"""Rows of dots, hyphens and underscores on scanned pages are counted, and nothing else is taken for one."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from documents.pipeline.ocr.marks import Leader, find_form_blanks, find_leaders, insert_leaders
from documents.pipeline.ocr.model import OcrLine, OcrWord, RulingLines
from documents.types import Box

FONT = ImageFont.load_default(34)


def sheet(*texts: str) -> Image.Image:
    """Draw lines of text on light grey paper, at 200 dpi."""
    page = Image.new("RGB", (1654, 2339), (250, 250, 248))
    for number, text in enumerate(texts):
        ImageDraw.Draw(page).text((200, 300 + 70 * number), text, fill=(20, 20, 20), font=FONT)
    return page


@pytest.mark.parametrize("mark", [".", "-"])
@pytest.mark.parametrize("count", [12, 47])
def test_marks_of_a_row_are_counted(mark, count):
    (leader,) = find_leaders(np.asarray(sheet(f"Term {mark * count} 5", "A contract.")))
    assert (leader.mark, leader.mark_count) == (mark, count)


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(("i.e. a. b. c. d. e.", "well-known, long-term, so-called"), id="text has its own marks"),
        pytest.param(tuple("." * 60 for _ in range(8)), id="eight rows far apart"),
    ],
)
def test_punctuation_makes_no_leaders_and_rows_far_apart_do(texts):
    assert len(find_leaders(np.asarray(sheet(*texts)))) == (8 if "...." in texts[0] else 0)


def test_a_halftone_raster_has_no_leaders():
    page = sheet("A picture in a newspaper:")
    for x in range(200, 900, 10):
        for y in range(500, 900, 10):
            ImageDraw.Draw(page).ellipse((x, y, x + 4, y + 4), fill=(20, 20, 20))
    assert find_leaders(np.asarray(page)) == []


def ocr_line(*words: tuple[str, float, float], top: float = 100, bottom: float = 130) -> OcrLine:
    ocr_words = tuple(OcrWord(text, Box(left, top, right, bottom), 0.9) for text, left, right in words)
    return OcrLine(ocr_words, Box(words[0][1], top, words[-1][2], bottom))


@pytest.mark.parametrize(
    ("words", "remaining"),
    [
        ([("Term", 10, 80), ("..", 90, 110), ("5", 905, 920)], ["Term", "5"]),
        ([("Term...5", 10, 920)], ["Term", "5"]),
        ([("Term..", 10, 300)], ["Term"]),
        ([("No.", 10, 80), ("5", 905, 920)], ["No.", "5"]),
    ],
)
def test_a_leader_replaces_the_recognized_marks(words, remaining):
    text, leader = insert_leaders([ocr_line(*words)], [Leader(".", 70, Box(90, 120, 900, 123))])
    assert [word.text for word in text.words] == remaining
    assert [word.text for word in leader.words] == ["." * 70]
    assert (leader.box.y0, leader.box.y1) == (100, 130)


def test_a_leader_outside_all_lines_has_the_usual_height():
    _, leader = insert_leaders([ocr_line(("Heading", 10, 200))], [Leader("-", 20, Box(10, 148, 200, 151))])
    assert leader.box == (10, 134.5, 200, 164.5)


LINE = ocr_line(("dated", 10, 80), ("20", 300, 340), ("By:", 570, 620))


@pytest.mark.parametrize(
    ("rule", "vertical", "counts"),
    [
        pytest.param(Box(90, 125, 290, 127), [], [16], id="between two words"),
        pytest.param(Box(650, 125, 850, 127), [], [], id="after the last word, for a signature"),
        pytest.param(Box(360, 125, 560, 127), [], [], id="before the label of another field"),
        pytest.param(Box(10, 128, 80, 130), [], [], id="underline of a word"),
        pytest.param(Box(90, 102, 290, 104), [], [], id="above the middle of the line"),
        pytest.param(Box(90, 125, 290, 127), [Box(290, 60, 292, 200)], [], id="side of a frame"),
    ],
)
def test_a_ruling_line_is_a_form_blank_only_if_text_follows_it(rule, vertical, counts):
    assert [blank.mark_count for blank in find_form_blanks(RulingLines([rule], vertical), [LINE])] == counts
