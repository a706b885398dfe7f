"""Quotation marks of pages that were read off pictures."""

import pytest

from documents.pipeline.ocr.lines import ReadLine, ReadWord
from documents.pipeline.ocr.quotes import with_quotes
from documents.types import Box


def lines(*texts: str) -> list[ReadLine]:
    def words(text: str) -> tuple[ReadWord, ...]:
        return tuple(ReadWord(word, Box(100 * n, 0, 100 * n + 90, 20), 0.9) for n, word in enumerate(text.split()))

    return [ReadLine(words(text), Box(0, 0, 900, 20)) for text in texts]


def texts(found: list[ReadLine]) -> list[str]:
    return [" ".join(word.text for word in line.words) for line in found]


@pytest.mark.parametrize(
    ("read", "meant"),
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
def test_marks_of_a_page_are_of_one_kind_and_have_their_blanks(read, meant):
    assert texts(with_quotes(lines(*read))) == meant


def test_parts_of_a_word_lie_side_by_side():
    (line,) = with_quotes(lines("2.03“Day"))
    assert [(word.text, word.box.x0, word.box.x1) for word in line.words] == [("2.03", 0, 45), ("“Day", 45, 90)]
