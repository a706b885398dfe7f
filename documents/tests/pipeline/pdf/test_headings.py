"""Headings by rules other than size and weight: East Asian numbers, italics, coloured bars; and false headings."""

import pytest

from documents.pipeline.pdf.geometry import PageFrame
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.layout.captions import has_caption_label
from documents.pipeline.pdf.layout.heading_levels import heading_levels
from documents.pipeline.pdf.layout.headings import (
    HeadingRules,
    east_asian_depth,
    is_numbered,
    names_of_columns,
)
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout, TextStyle
from documents.pipeline.pdf.page import PageContent, analyse_page
from documents.pipeline.pdf.tables.plausibility import text_crosses_borders
from documents.pipeline.pdf.text.lines import BodyStyle, Line, make_line
from documents.pipeline.pdf.text.styles import Style
from documents.pipeline.pdf.text.words import Word
from documents.types import Box, StructureKind

BODY = Style(10.0, 0, "Times-Roman", (0, 0, 0))
ITALIC, OTHER = BODY._replace(font="Times-Italic"), BODY._replace(font="Dotum")
BOLD = BODY._replace(weight=2, font="Times-Bold")


def line(text: str, y: float, style: Style = BODY, x: float = 72) -> Line:
    return make_line([Word(x, y, x + 5 * len(text), y + style.size, text, int(y) * 100, style)])


def is_heading(run: Line, *, above: float = 14, below: float = 3, figures: tuple[Box, ...] = ()) -> bool:
    rules = HeadingRules(BodyStyle(10.0, "Times-Roman", 0), 792, figures)
    before, after = (
        line("what stands before it, as long as usual", run.y0 - above - 10),
        line("word " * 16, run.y1 + below),
    )
    return rules.is_heading([run], before=before, after=after)


@pytest.mark.parametrize(
    ("text", "depth"),
    [
        ("第一编 总则", 0),
        ("第三章 合同的效力", 1),
        ("第12章 雑則", 1),
        ("제2장 권리", 1),
        ("第二節 定義", 2),
        ("第十二条 违约责任", 3),
        ("제15조(목적)", 3),
        ("一、合同标的", 4),
        ("Ⅱ. 조사 결과", 4),
        ("（三）付款方式", 5),  # full-width brackets
        ("第一次会议", None),
        ("一般规定", None),
        ("제목", None),
    ],
)
def test_east_asian_heading_numbers_have_a_depth(text, depth):
    assert east_asian_depth(text) == depth


@pytest.mark.parametrize(
    "text", ["1. 서론", "3 문제점", "(2) 「약관」의 해석", "가. 개요", "2.1 概要", "一、总则", "第1条 目的"]
)
def test_a_numbered_line_in_another_font_is_a_heading(text):
    assert is_numbered(text)
    assert is_heading(line(text, 300, OTHER))
    assert not is_heading(line(text, 300))


@pytest.mark.parametrize(
    "text", ["[표 1] 비교", "<그림 2> 추이", "表3 结果", "図1. 構成", "图 4", "Table 2. Costs", "Note: all"]
)
def test_captions_in_all_scripts_are_no_headings(text):
    assert has_caption_label(text)
    assert not is_heading(line(text, 300, BOLD))


def test_levels_of_east_asian_headings_follow_their_numbers():
    texts = ["第一章 总则", "第一条 目的", "第二条 范围", "第二章 分则", "第一节 一般规定", "第三条 定义"]
    style = TextStyle(12.0, 2, "Song", is_upper=False)
    box = Box(72, 100, 200, 112)
    drafts = tuple(DraftItem(StructureKind.HEADING, box, 0, 9, text, style=style) for text in texts)
    levels = heading_levels([PageLayout(1, 612, 792, drafts)])
    assert [levels[id(draft)] for draft in drafts] == [1, 2, 2, 1, 2, 3]


class TestItalics:
    def test_a_short_line_above_a_paragraph_is_a_heading(self):
        assert is_heading(line("Boots Self-Locking Nut", 300, ITALIC))

    @pytest.mark.parametrize(
        ("text", "above"),
        [
            ("Boots Self-Locking Nut", 3),  # no white space above: words of a paragraph
            ("and therefore by some of them", 14),
            ("This is what he said.", 14),
            ("So it was that " * 5 + "then", 14),
        ],
    )
    def test_italics_inside_a_text_are_no_heading(self, text, above):
        assert not is_heading(line(text, 300, ITALIC), above=above)


@pytest.mark.parametrize(
    ("text", "height", "expected"),
    [("3 문제점", 24, True), ("3 문제점", 200, False), ("문제점", 24, False)],
    ids=["bar", "chart", "no number"],
)
def test_a_number_on_a_coloured_bar_is_a_heading(text, height, expected):
    run = line(text, 300, OTHER._replace(weight=2))
    assert is_heading(run, figures=(Box(60, 295, 300, 295 + height),)) == expected


def test_a_wrapped_url_is_no_heading():
    assert not is_heading(line("ntsc_aviation/baru/2018%20-%20035%20-%20PK-LQP%20Final", 300, BOLD))
    assert is_heading(line("What the report of the committee says", 300, BOLD))


def prose(rows: int) -> list[Word]:
    return [
        Word(72 + 45 * n, 100 + 14 * r, 112 + 45 * n, 110 + 14 * r, "word", 9 * (r * 9 + n), BODY)
        for r in range(rows)
        for n in range(9)
    ]


def test_shapes_behind_the_text_are_no_table():
    edges = [60.0, 130, 250, 400, 500]
    graphics = Graphics(
        vertical=[Box(x, 60, x, 300) for x in edges], horizontal=[Box(60, y, 500, y) for y in (60, 170, 240, 300)]
    )
    assert text_crosses_borders(prose(10), edges)
    _, layout = analyse_page(PageContent(1, PageFrame(0, 0, 612, 792, 0), prose(10), graphics))
    assert StructureKind.TABLE not in {draft.kind for draft in layout.drafts}


def test_cells_between_their_borders_do_not_cross_them():
    words = [
        Word(x + 5, 100 + 14 * r, x + 40, 110 + 14 * r, "cell", 10 * r, BODY) for r in range(5) for x in (60, 130, 250)
    ]
    assert not text_crosses_borders(words, [60.0, 130, 250, 400])


def items(*lines: Line) -> list[tuple[StructureKind, str]]:
    words = [word for each in lines for word in each.words]
    page, layout = analyse_page(PageContent(1, PageFrame(0, 0, 612, 792, 0), words))
    return [(draft.kind, " ".join(page.text[draft.start : draft.end].split())) for draft in layout.drafts]


def mixed(y: float, *parts: tuple[str, float]) -> Line:
    """Return a line of words of several sizes."""
    words, left = [], 72.0
    for text, size in parts:
        words.append(
            Word(left, y, left + 5 * len(text), y + 10, text, int(y) * 100 + int(left), BODY._replace(size=size))
        )
        left += 5 * len(text) + 3
    return make_line(words)


BODY_LINES = [line("word " * 16, 400 + 12 * n) for n in range(12)]


def test_a_paragraph_that_starts_in_small_capitals_continues_in_the_next_line():
    first = mixed(300, ("FOR", 7), ("FURTHER", 7), ("INFORMATION", 7), ("CONTACT:", 7), ("Ian", 10))
    paragraph = items(first, line("Won, Manager, Seattle ACO Branch, 2200 South", 312), *BODY_LINES)[0]
    assert paragraph[1].endswith("CONTACT: Ian Won, Manager, Seattle ACO Branch, 2200 South")


def test_a_small_line_in_the_middle_of_a_sentence_is_no_footnote():
    small = line("in the further information that follows below", 500, BODY._replace(size=7.0))
    assert dict(map(reversed, items(*BODY_LINES[:8], small)))[small.text] is StructureKind.PARAGRAPH
    note = line("1 See the report of the committee of that year", 500, BODY._replace(size=7.0))
    assert dict(map(reversed, items(*BODY_LINES[:8], note)))[note.text] is StructureKind.FOOTNOTE


def test_a_ragged_list_item_continues_if_its_next_word_did_not_fit():
    ragged = mixed(300, ("•", 10), ("Mail:", 10), ("Department", 10), ("of", 10))
    ragged = make_line([word._replace(x0=word.x0 + 12, x1=word.x1 + 12) for word in ragged.words])
    below = mixed(312, ("Transportation,", 10), ("Docket", 10), ("Operations", 10))
    assert (StructureKind.LIST_ITEM, f"{ragged.text} {below.text}") in items(ragged, below, *BODY_LINES)


@pytest.mark.parametrize(("last", "expected"), [(BODY, False), (BOLD, True)], ids=["runs on", "stands alone"])
def test_bold_words_are_a_heading_only_if_the_line_does_not_continue_in_regular_type(last, expected):
    texts = [("Lines", BOLD), ("seventeen", BOLD), ("and", BOLD), ("eighteen", BOLD), ("Enter", last)]
    words, left = [], 72.0
    for text, style in texts:
        words.append(Word(left, 300, left + 5 * len(text), 310, text, 3000 + int(left), style))
        left += 5 * len(text) + 3
    kinds = [kind for kind, _ in items(make_line(words), line("the amount of " * 5, 312), *BODY_LINES)]
    assert (StructureKind.HEADING in kinds) == expected


@pytest.mark.parametrize(("texts", "are_names"), [(("Bird", "Nest", "Eggs"), True), (("Birds", "Nests"), False)])
def test_three_bold_lines_beside_one_another_are_names_of_columns(texts, are_names):
    row = [line(text, 300, BOLD, x=72 + 150 * number) for number, text in enumerate(texts)]
    lines = [*row, line("Herons nest in colonies.", 330), line("Old colonies", 360, BOLD)]
    body = BodyStyle(10.0, "Times-Roman", 0)
    names = names_of_columns(lines, body)
    assert names == (frozenset(map(id, row)) if are_names else frozenset())
    rules = HeadingRules(body, 792, names=names)
    assert rules.is_heading([row[0]], before=None, after=row[1]) is not are_names


@pytest.mark.parametrize(
    ("above", "text", "expected"), [(14, "Poles", True), (4, "Poles", False), (14, "P" * 70, False)]
)
def test_a_short_bold_line_above_larger_text_is_a_heading(above, text, expected):
    """Web pages print the lowest levels of headings smaller than their text."""
    small = line(text, 300, BOLD._replace(size=8.0))
    rules = HeadingRules(BodyStyle(10.0, "Times-Roman", 0), 792)
    before, after = line("what stands before it", 300 - above - 10), line("word " * 16, 320)
    assert rules.is_heading([small], before=before, after=after) is expected


@pytest.mark.parametrize(("indent", "above", "expected"), [(30, 3, False), (30, 14, True), (12, 3, True)])
def test_a_bold_term_right_above_its_indented_definition_is_no_heading(indent, above, expected):
    """Headings have more space above them; first lines of paragraphs are indented less than definitions."""
    term = line("Bowline", 100, BOLD)
    before, after = (
        line("the definition before", 90 - above, x=102),
        line("a loop that does not slip", 112, x=72 + indent),
    )
    rules = HeadingRules(BodyStyle(10.0, "Times-Roman", 0), 792)
    assert rules.is_heading([term], before=before, after=after) is expected


@pytest.mark.parametrize(
    ("text", "expected"), [("Watch the tide.", True), ("The ferry leaves " + "again " * 9 + "at dawn.", False)]
)
def test_a_long_sentence_in_large_type_is_no_heading(text, expected):
    """Below a table in small type, usual text is large."""
    assert is_heading(line(text, 300, BODY._replace(size=13.5))) is expected


@pytest.mark.parametrize(
    ("text", "style", "expected"),
    [("4.2 Moorings", BOLD, True), ("Moorings", BOLD, False), ("4.2 Moorings", BODY, False)],
)
def test_a_bold_numbered_line_at_the_top_of_a_page_is_no_running_head(text, style, expected):
    assert is_heading(line(text, 40, style), below=20) is expected
