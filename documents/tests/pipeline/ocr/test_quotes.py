"""Quotation marks in OCR results."""

import pytest

from documents.pipeline.ocr.model import OcrLine, OcrWord
from documents.pipeline.ocr.ppocr import fix_quotes
from documents.types import Box


def lines(*texts: str) -> list[OcrLine]:
    def words(text: str) -> tuple[OcrWord, ...]:
        return tuple(OcrWord(word, Box(100 * n, 0, 100 * n + 90, 20), 0.9) for n, word in enumerate(text.split()))

    return [OcrLine(words(text), Box(0, 0, 900, 20)) for text in texts]


def texts(ocr_lines: list[OcrLine]) -> list[str]:
    return [" ".join(word.text for word in line.words) for line in ocr_lines]


@pytest.mark.parametrize(
    ("recognized", "expected"),
    [
        (['(the “Bank") and'], ["(the “Bank”) and"]),
        (['the“Funds") or', 'the "Bank\'s" own'], ["the “Funds”) or", "the “Bank\u2019s” own"]),
        (['2.03“Day"has the'], ["2.03 “Day” has the"]),
        (['(the "Bank") and Bank\'s'], ['(the "Bank") and Bank\'s']),
        (['"Prospectus"shall refer'], ['"Prospectus" shall refer']),
        (["a “screw” of 5\" and 3'"], ["a “screw” of 5\" and 3'"]),
        (["a board of 5\" and 3'"], ["a board of 5\" and 3'"]),
        (["“One of", 'them" left'], ["“One of", "them” left"]),
        (["no marks at all"], ["no marks at all"]),
    ],
)
def test_marks_of_a_page_have_one_style_and_spaces_around_them(recognized, expected):
    assert texts(fix_quotes(lines(*recognized))) == expected


def test_the_parts_of_a_split_word_are_side_by_side():
    (line,) = fix_quotes(lines("2.03“Day"))
    assert [(word.text, word.box.x0, word.box.x1) for word in line.words] == [("2.03", 0, 45), ("“Day", 45, 90)]
