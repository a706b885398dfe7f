"""Contents in several columns are joined entry by entry, and no word is lost or repeated."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from documents.pipeline.pdf.geometry import PageFrame
from documents.pipeline.pdf.layout.contents_pages import join_contents_lines
from documents.pipeline.pdf.page import PageContent, analyse_page
from documents.pipeline.pdf.text.lines import Line, make_line
from documents.pipeline.pdf.text.styles import Style
from documents.pipeline.pdf.text.words import Word

STYLE = Style(10.0, 0, "Helvetica", (0, 0, 0))
LEFT = ["Introduction to law", "Sources of law", "Courts and judges", "Contracts", "Property"]
RIGHT = ["Criminal procedure", "Evidence", "Appeals and review", "Enforcement", "Index of cases"]
ODD = ["World War 2", "A", "Chapter 3", "civil", "Part I", "12 Angry Men", *LEFT]


def text_at(x: float, y: float, text: str) -> Line:
    """Return a line whose characters are five points wide."""
    words: list[Word] = []
    for part in text.split():
        words.append(Word(x, y, x + 5 * len(part), y + 10, part, int(1000 * y + x), STYLE))
        x += 5 * len(part) + 3
    return make_line(words)


def number_at(right: float, y: float, text: str) -> Line:
    return text_at(right - 5 * len(text), y, text)


def words_of(lines: Sequence[Line]) -> Counter[Word]:
    return Counter(word for line in lines for word in line.words)


def texts(lines: Sequence[Line]) -> list[str]:
    return [line.text for line in lines]


@pytest.mark.parametrize("numbered", [False, True], ids=["plain", "numbered"])
def test_two_columns_of_entries_are_joined_apart(numbered):
    lines: list[Line] = []
    expected: list[str] = []
    for n, (left, right) in enumerate(zip(LEFT, RIGHT, strict=True)):
        y = 100 + 20 * n
        for x, number, title, page in ((40, n + 1, left, 1 + 9 * n), (300, n + 6, right, 40 + 9 * n)):
            entry = [text_at(x, y, str(number))] if numbered else []
            lines += [*entry, text_at(x + 20, y, title), number_at(x + 230, y, str(page))]
            expected.append(f"{number} {title} {page}" if numbered else f"{title} {page}")
    assert texts(join_contents_lines(lines)) == expected


def test_page_numbers_of_a_short_column_stay_with_their_titles():
    """Three entries are no column of numbers. Their page numbers are not those of entries on the right."""
    lines: list[Line] = []
    for n, right in enumerate(RIGHT):
        y = 100 + 20 * n
        lines += [text_at(40, y, LEFT[n]), number_at(230, y, str(n + 1))] if n < 3 else []
        lines += [text_at(260, y, right), number_at(500, y, str(40 + n))]
    joined = texts(join_contents_lines(lines))
    assert joined[:3] == [LEFT[0], "1", f"{RIGHT[0]} 40"]
    assert joined[-1] == f"{RIGHT[4]} 44"


@st.composite
def columns_of_entries(draw) -> list[Line]:
    """Draw entries of one to three columns with all their pieces as lines of their own; most page numbers rise."""
    lines: list[Line] = []
    pitch, width = draw(st.sampled_from([16, 20])), draw(st.sampled_from([190, 260]))
    for column in range(draw(st.integers(1, 3))):
        x, top, page = 20 + width * column, draw(st.sampled_from([60, 63])), draw(st.integers(1, 300))
        titles = st.sampled_from(draw(st.sampled_from([[*LEFT, *RIGHT], ODD])))
        numbered, leaders = draw(st.booleans()), draw(st.sampled_from(["", ".....", ". . . . ."]))
        step = st.sampled_from(draw(st.sampled_from([[0, 1, 7], [0, 7, -1]])))
        for row in range(draw(st.integers(3, 10))):
            y = top + pitch * row
            title = text_at(x + 16, y, draw(titles))
            lines += [text_at(x, y, str(row + 1))] if numbered else []
            lines += [title, *([text_at(title.x1 + 12, y, leaders)] if leaders else [])]
            page += draw(step)
            lines.append(number_at(x + width - 20, y, str(max(1, page))))
    return lines


@given(columns_of_entries())
def test_no_word_is_lost_or_repeated(lines):
    assert words_of(join_contents_lines(lines)) == words_of(lines)


@given(columns_of_entries())
def test_a_page_of_entries_has_all_its_words(lines):
    words = [word for line in lines for word in line.words]
    frame = PageFrame(0, 0, 850, 500, 0)
    page, _ = analyse_page(PageContent(1, frame, words))
    assert Counter(token.text for token in page.tokens) == Counter(word.text for word in words)
