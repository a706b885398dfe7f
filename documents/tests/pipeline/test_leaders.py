"""Rows of dots, hyphens and underscores on scanned pages: as many as there are, and none where there are none."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from documents.pipeline.ocr.blanks import find_blanks
from documents.pipeline.ocr.leaders import Leader, find_leaders
from documents.pipeline.ocr.leading import with_leaders
from documents.pipeline.ocr.lines import DrawnRules, ReadLine, ReadWord
from documents.types import Box

FONT = ImageFont.load_default(34)


def sheet(*texts: str) -> Image.Image:
    """Lines of text on a sheet of paper, 200 dots to the inch."""
    page = Image.new("RGB", (1654, 2339), (250, 250, 248))
    for number, text in enumerate(texts):
        ImageDraw.Draw(page).text((200, 300 + 70 * number), text, fill=(20, 20, 20), font=FONT)
    return page


@pytest.mark.parametrize("mark", [".", "-"])
@pytest.mark.parametrize("count", [12, 47])
def test_marks_of_a_row_are_counted(mark, count):
    (leader,) = find_leaders(np.asarray(sheet(f"Term {mark * count} 5", "A contract.")))
    assert (leader.mark, leader.number) == (mark, count)


@pytest.mark.parametrize(
    "texts",
    [
        pytest.param(("i.e. a. b. c. d. e.", "well-known, long-term, so-called"), id="text has its own marks"),
        pytest.param(tuple("." * 60 for _ in range(8)), id="eight rows far apart"),
    ],
)
def test_text_has_no_leaders_and_rows_far_apart_are_some(texts):
    assert len(find_leaders(np.asarray(sheet(*texts)))) == (8 if "...." in texts[0] else 0)


def test_a_raster_is_no_text():
    page = sheet("A picture in a newspaper:")
    for x in range(200, 900, 10):
        for y in range(500, 900, 10):
            ImageDraw.Draw(page).ellipse((x, y, x + 4, y + 4), fill=(20, 20, 20))
    assert find_leaders(np.asarray(page)) == []


def read_line(*words: tuple[str, float, float], top: float = 100, bottom: float = 130) -> ReadLine:
    read = tuple(ReadWord(text, Box(left, top, right, bottom), 0.9) for text, left, right in words)
    return ReadLine(read, Box(words[0][1], top, words[-1][2], bottom))


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ([("Term", 10, 80), ("..", 90, 110), ("5", 905, 920)], ["Term", "5"]),
        ([("Term...5", 10, 920)], ["Term", "5"]),
        ([("Term..", 10, 300)], ["Term"]),
        ([("No.", 10, 80), ("5", 905, 920)], ["No.", "5"]),
    ],
)
def test_a_leader_takes_the_place_of_what_was_read_of_it(words, left):
    text, leader = with_leaders([read_line(*words)], [Leader(".", 70, Box(90, 120, 900, 123))])
    assert [word.text for word in text.words] == left
    assert [word.text for word in leader.words] == ["." * 70]
    assert (leader.box.y0, leader.box.y1) == (100, 130)


def test_a_leader_that_stands_alone_is_a_line():
    _, leader = with_leaders([read_line(("Heading", 10, 200))], [Leader("-", 20, Box(10, 148, 200, 151))])
    assert leader.box == (10, 134.5, 200, 164.5)


BETWEEN = read_line(("dated", 10, 80), ("20", 300, 340), ("By:", 570, 620))


@pytest.mark.parametrize(
    ("rule", "vertical", "found"),
    [
        pytest.param(Box(90, 125, 290, 127), [], [16], id="between two words"),
        pytest.param(Box(650, 125, 850, 127), [], [], id="behind the last word: for a signature"),
        pytest.param(Box(360, 125, 560, 127), [], [], id="before the name of another field"),
        pytest.param(Box(10, 128, 80, 130), [], [], id="below a word: it is underlined"),
        pytest.param(Box(90, 102, 290, 104), [], [], id="above the middle of the line"),
        pytest.param(Box(90, 125, 290, 127), [Box(290, 60, 292, 200)], [], id="a side of a frame"),
    ],
)
def test_a_rule_is_a_blank_where_the_line_goes_on_behind_it(rule, vertical, found):
    assert [blank.number for blank in find_blanks(DrawnRules([rule], vertical), [BETWEEN])] == found
