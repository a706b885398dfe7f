"""What is a heading beside size and weight: numbers of East Asia, italics alone, coloured bars; and what is none."""

import pytest

from documents.pipeline.pdf.frame import PageFrame
from documents.pipeline.pdf.graphics import Graphics
from documents.pipeline.pdf.headings import BodyStyle, HeadingRules
from documents.pipeline.pdf.layout import Draft, Look, PageSketch
from documents.pipeline.pdf.levels import heading_levels
from documents.pipeline.pdf.lines import Line, make_line
from documents.pipeline.pdf.numbering import east_asian_depth, is_labelled, is_numbered
from documents.pipeline.pdf.page import RawPage, analyse_page
from documents.pipeline.pdf.tables.guards import runs_over_borders
from documents.pipeline.pdf.words import Style, Word
from documents.types import Box, StructureKind

BODY = Style(10.0, 0, "Times-Roman", (0, 0, 0))
ITALIC, OTHER = BODY._replace(font="Times-Italic"), BODY._replace(font="Dotum")
BOLD = BODY._replace(weight=2, font="Times-Bold")


def line(text: str, y: float, style: Style = BODY, x: float = 72) -> Line:
    return make_line([Word(x, y, x + 5 * len(text), y + style.size, text, int(y) * 100, style)])


def is_heading(run: Line, *, above: float = 14, figures: tuple[Box, ...] = ()) -> bool:
    rules = HeadingRules(BodyStyle(10.0, "Times-Roman", 0), 792, figures)
    before, after = line("what stands before it, as long as usual", run.y0 - above - 10), line("word " * 16, run.y1 + 3)
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
        ("（三）付款方式", 5),  # as it is written
        ("第一次会议", None),
        ("一般规定", None),
        ("제목", None),
    ],
)
def test_numbers_of_east_asia_say_how_deep_they_lie(text, depth):
    assert east_asian_depth(text) == depth


@pytest.mark.parametrize(
    "text", ["1. 서론", "3 문제점", "(2) 「약관」의 해석", "가. 개요", "2.1 概要", "一、总则", "第1条 目的"]
)
def test_they_make_a_line_in_another_font_a_heading(text):
    assert is_numbered(text)
    assert is_heading(line(text, 300, OTHER))
    assert not is_heading(line(text, 300))


@pytest.mark.parametrize(
    "text", ["[표 1] 비교", "<그림 2> 추이", "表3 结果", "図1. 構成", "图 4", "Table 2. Costs", "Note: all"]
)
def test_captions_are_no_headings_in_any_script(text):
    assert is_labelled(text)
    assert not is_heading(line(text, 300, BOLD))


def test_levels_follow_parts_chapters_and_articles():
    texts = ["第一章 总则", "第一条 目的", "第二条 范围", "第二章 分则", "第一节 一般规定", "第三条 定义"]
    look = Look(12.0, 2, "Song", capitals=False)
    box = Box(72, 100, 200, 112)
    drafts = tuple(Draft(StructureKind.HEADING, box, 0, 9, text, look=look) for text in texts)
    levels = heading_levels([PageSketch(1, 612, 792, drafts)])
    assert [levels[id(draft)] for draft in drafts] == [1, 3, 3, 1, 2, 3]


class TestItalics:
    def test_alone_above_a_paragraph(self):
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
    def test_inside_a_text(self, text, above):
        assert not is_heading(line(text, 300, ITALIC), above=above)


@pytest.mark.parametrize(
    ("text", "height", "expected"),
    [("3 문제점", 24, True), ("3 문제점", 200, False), ("문제점", 24, False)],
    ids=["bar", "chart", "no number"],
)
def test_a_number_on_a_coloured_bar_is_a_heading(text, height, expected):
    run = line(text, 300, OTHER._replace(weight=2))
    assert is_heading(run, figures=(Box(60, 295, 300, 295 + height),)) == expected


def test_a_broken_address_is_no_heading():
    assert not is_heading(line("ntsc_aviation/baru/2018%20-%20035%20-%20PK-LQP%20Final", 300, BOLD))
    assert is_heading(line("What the report of the committee says", 300, BOLD))


def prose(rows: int) -> list[Word]:
    return [
        Word(72 + 45 * n, 100 + 14 * r, 112 + 45 * n, 110 + 14 * r, "word", 9 * (r * 9 + n), BODY)
        for r in range(rows)
        for n in range(9)
    ]


def test_shapes_behind_a_page_are_no_table():
    edges = [60.0, 130, 250, 400, 500]
    graphics = Graphics(
        vertical=[Box(x, 60, x, 300) for x in edges], horizontal=[Box(60, y, 500, y) for y in (60, 170, 240, 300)]
    )
    assert runs_over_borders(prose(10), edges)
    _, sketch = analyse_page(RawPage(1, PageFrame(0, 0, 612, 792, 0), prose(10), graphics))
    assert StructureKind.TABLE not in {draft.kind for draft in sketch.drafts}


def test_cells_that_keep_between_their_borders_are_one():
    words = [
        Word(x + 5, 100 + 14 * r, x + 40, 110 + 14 * r, "cell", 10 * r, BODY) for r in range(5) for x in (60, 130, 250)
    ]
    assert not runs_over_borders(words, [60.0, 130, 250, 400])


def items(*lines: Line) -> list[tuple[StructureKind, str]]:
    words = [word for each in lines for word in each.words]
    page, sketch = analyse_page(RawPage(1, PageFrame(0, 0, 612, 792, 0), words))
    return [(draft.kind, " ".join(page.text[draft.start : draft.end].split())) for draft in sketch.drafts]


def mixed(y: float, *pieces: tuple[str, float]) -> Line:
    """A line of words of several sizes."""
    words, left = [], 72.0
    for text, size in pieces:
        words.append(
            Word(left, y, left + 5 * len(text), y + 10, text, int(y) * 100 + int(left), BODY._replace(size=size))
        )
        left += 5 * len(text) + 3
    return make_line(words)


BODY_LINES = [line("word " * 16, 400 + 12 * n) for n in range(12)]


def test_a_line_that_begins_in_small_capitals_goes_on_below():
    first = mixed(300, ("FOR", 7), ("FURTHER", 7), ("INFORMATION", 7), ("CONTACT:", 7), ("Ian", 10))
    found = items(first, line("Won, Manager, Seattle ACO Branch, 2200 South", 312), *BODY_LINES)
    assert found[0][1].endswith("CONTACT: Ian Won, Manager, Seattle ACO Branch, 2200 South")


def test_a_small_line_in_the_middle_of_a_sentence_is_no_footnote():
    small = line("in the further information that follows below", 500, BODY._replace(size=7.0))
    assert dict(map(reversed, items(*BODY_LINES[:8], small)))[small.text] is StructureKind.PARAGRAPH
    note = line("1 See the report of the committee of that year", 500, BODY._replace(size=7.0))
    assert dict(map(reversed, items(*BODY_LINES[:8], note)))[note.text] is StructureKind.FOOTNOTE


def test_a_ragged_item_of_a_list_goes_on_when_its_next_word_had_no_room():
    ragged = mixed(300, ("•", 10), ("Mail:", 10), ("Department", 10), ("of", 10))
    ragged = make_line([word._replace(x0=word.x0 + 12, x1=word.x1 + 12) for word in ragged.words])
    below = mixed(312, ("Transportation,", 10), ("Docket", 10), ("Operations", 10))
    assert (StructureKind.LIST_ITEM, f"{ragged.text} {below.text}") in items(ragged, below, *BODY_LINES)


@pytest.mark.parametrize(("last", "expected"), [(BODY, False), (BOLD, True)], ids=["runs on", "stands alone"])
def test_bold_words_at_the_beginning_of_a_paragraph_are_no_heading(last, expected):
    texts = [("Lines", BOLD), ("seventeen", BOLD), ("and", BOLD), ("eighteen", BOLD), ("Enter", last)]
    words, left = [], 72.0
    for text, style in texts:
        words.append(Word(left, 300, left + 5 * len(text), 310, text, 3000 + int(left), style))
        left += 5 * len(text) + 3
    kinds = [kind for kind, _ in items(make_line(words), line("the amount of " * 5, 312), *BODY_LINES)]
    assert (StructureKind.HEADING in kinds) == expected
