"""Paragraphs and list items that go on after a page or column break are one in Markdown; each part keeps its box."""

import textwrap

import pytest

from documents.pipeline.markdown import markdown_of
from documents.pipeline.pdf.layout.continued import mark_continued
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout, TextEdges, TextStyle
from documents.tests.pipeline.pdf.make_pdf import grid, show, write_content_pdf
from documents.types import Box, StructureKind

PORTRAIT, LANDSCAPE = (612, 792), (792, 612)
FILLER = (
    "The harbour was built in the years after the great flood, when the town had lost nearly all of its ships. "
    "Every spring the council orders new stones for the outer wall, which the storms of the winter have carried away. "
)
LONG = FILLER + (
    "The masters of the guild met every second week in the old tower to agree upon the prices of wood, stones and iron "
    "and they wrote down all of what was said there, since none of them trusted the memory of another. "
)


def cut(text: str = LONG, rows: int = 3, *, width: int = 88) -> tuple[str, str]:
    """Return full lines of a paragraph and the rest of it."""
    wrapped = textwrap.wrap(text, width)
    return " ".join(wrapped[:rows]), " ".join(wrapped[rows:])


OPEN, REST = cut()


def lines(x: float, top: float, text: str, *, width: int = 88, size: float = 10) -> bytes:
    """Draw a paragraph whose lines have about `width` characters."""
    rows = textwrap.wrap(text, width)
    return b"".join(show(x, top - 1.2 * size * number, row, size=size) for number, row in enumerate(rows))


def markdown(parse_pdf, tmp_path, *pages: bytes, sizes=(), running: bool = False) -> str:
    """Return the Markdown of pages with a header and a footer."""
    contents = []
    for number, content in enumerate(pages, 1):
        width, height = sizes[number - 1] if sizes else PORTRAIT
        box = f"0 0 {width} {height}".encode()
        edges = show(90, height - 40, "History of the harbour") + show(300, 30, f"Page {number} of {len(pages)}")
        contents.append((box, edges + content))
    result = parse_pdf(write_content_pdf(tmp_path / "text.pdf", *contents))
    items = result.structure.items
    for item in items:
        assert result.text_of(item) == result.pages[item.page - 1].text[item.start : item.end]
        assert 0 <= item.box.y0 < item.box.y1 or item.kind is StructureKind.FIGURE
    return markdown_of(items, [result.text_of(item) for item in items], running=running)


def full_page(text: str = OPEN, *, x: float = 90) -> bytes:
    """Draw paragraphs; the last one reaches the foot of the page."""
    return b"".join(lines(x, top, FILLER) for top in (700, 620, 540, 460, 380, 300, 220)) + lines(x, 140, text)


def joined(text: str, *, whole: str = LONG) -> bool:
    """Check that a paragraph is one in Markdown."""
    return whole.strip() in [" ".join(block.split()) for block in text.split("\n\n")]


def test_a_paragraph_goes_on_at_the_head_of_the_next_page(parse_pdf, tmp_path):
    text = markdown(parse_pdf, tmp_path, full_page(), lines(90, 700, REST) + lines(90, 600, FILLER))
    assert joined(text)
    assert "Page 1" not in text


def test_page_headers_and_footers_come_after_the_whole_paragraph(parse_pdf, tmp_path):
    text = markdown(parse_pdf, tmp_path, full_page(), lines(90, 700, REST) + lines(90, 600, FILLER), running=True)
    assert text.index("Page 1 of 2") > text.index("memory of another")


def test_a_paragraph_goes_on_over_three_pages(parse_pdf, tmp_path):
    first, rest = cut(LONG * 5)
    middle, last = cut(rest, 5)
    text = markdown(parse_pdf, tmp_path, full_page(first), lines(90, 700, middle), lines(90, 700, last))
    assert joined(text, whole=LONG * 5)


@pytest.mark.parametrize(
    ("end", "start"),
    [
        pytest.param("and it was so.", "down below the gate stood another tower. " + FILLER, id="end of a sentence"),
        pytest.param(OPEN, "(a) down by the river stood the mills of the town.", id="list item"),
        pytest.param(OPEN, "2. Down by the river stood the mills of the town.", id="number"),
        pytest.param(FILLER + "They met and wrote", "down all of it. " + FILLER, id="short last line"),
        pytest.param("They met there and wrote", "Down by the river stood the mills of it.", id="short lines"),
    ],
)
def test_another_paragraph_is_not_joined(end, start, parse_pdf, tmp_path):
    text = markdown(parse_pdf, tmp_path, full_page(end), lines(90, 700, start))
    assert text.count("\n\n") == 8


def test_a_page_number_right_below_explains_a_short_line(parse_pdf, tmp_path):
    cut = full_page(FILLER + "They met in the tower and wrote") + show(290, 84, "- 12 -")
    text = markdown(parse_pdf, tmp_path, cut, lines(90, 700, REST))
    assert "in the tower and wrote" in text
    assert text.count("\n\n") == 7


@pytest.mark.parametrize("shift", [-24, 30])
def test_the_margins_of_pages_may_be_mirrored(shift, parse_pdf, tmp_path):
    assert joined(markdown(parse_pdf, tmp_path, full_page(), lines(90 + shift, 700, REST)))


def test_a_page_may_be_wider_than_the_one_before(parse_pdf, tmp_path):
    wide = lines(90, 520, REST, width=130) + lines(90, 400, FILLER, width=130)
    assert joined(markdown(parse_pdf, tmp_path, full_page(), wide, sizes=(PORTRAIT, LANDSCAPE)))


def test_footnotes_are_no_end_of_a_paragraph(parse_pdf, tmp_path):
    notes = lines(90, 80, "1 The stones came by ship from the north of the country, as was said at the time.", size=7)
    notes += show(90, 66, "and later by road, from the quarries of the hills behind the town.", size=7)
    assert joined(markdown(parse_pdf, tmp_path, full_page() + notes, lines(90, 700, REST)))


def test_an_indented_line_begins_a_paragraph(parse_pdf, tmp_path):
    first, *rest = textwrap.wrap(REST, 80)
    content = show(110, 700, first) + lines(90, 688, " ".join(rest))
    assert markdown(parse_pdf, tmp_path, full_page(), content).count("\n\n") == 8


def test_text_in_another_type_does_not_go_on(parse_pdf, tmp_path):
    text = markdown(parse_pdf, tmp_path, full_page(), lines(90, 700, REST, size=8) + lines(90, 500, FILLER * 3))
    assert not joined(text)


def test_a_heading_ends_a_paragraph(parse_pdf, tmp_path):
    content = show(90, 690, "Later years", size=16, font="B") + lines(90, 660, REST)
    text = markdown(parse_pdf, tmp_path, full_page(), content)
    assert "Later years" in text
    assert not joined(text)


def test_a_table_at_the_head_of_the_page_stands_after_the_whole_paragraph(parse_pdf, tmp_path):
    rows = [("Year", "Ships", "Tons"), ("1701", "14", "310"), ("1702", "17", "365"), ("1703", "12", "290")]
    table = grid((90, 200, 300, 400), (640, 656, 672, 688, 704))
    for number, row in enumerate(rows):
        table += b"".join(show(x, 692 - 16 * number, text) for x, text in zip((96, 206, 306), row, strict=True))
    text = markdown(parse_pdf, tmp_path, full_page(), table + lines(90, 600, REST))
    assert joined(text)
    assert "| 1702 | 17 | 365 |" in text
    assert text.index("memory of another") < text.index("1702")


def test_a_hyphenated_word_goes_on_without_a_space(parse_pdf, tmp_path):
    text = markdown(parse_pdf, tmp_path, full_page(f"{OPEN} har-"), lines(90, 700, f"bour {REST}"))
    assert joined(text, whole=f"{OPEN} har-bour {REST}")


def test_a_list_item_goes_on_over_the_page_break(parse_pdf, tmp_path):
    first, rest = cut(f"1. {LONG}")
    text = markdown(parse_pdf, tmp_path, full_page(first), lines(90, 700, rest))
    assert joined(text, whole=f"1. {LONG}")


def test_a_name_may_begin_the_rest_of_a_wrapped_paragraph(parse_pdf, tmp_path):
    first, rest = cut(LONG.replace("week in", "Wednesday in"))
    assert rest[0].isupper()
    text = markdown(parse_pdf, tmp_path, full_page(first), lines(90, 700, rest))
    assert joined(text, whole=f"{first} {rest}")


def test_a_paragraph_goes_on_in_the_next_column(parse_pdf, tmp_path):
    left = b"".join(lines(60, top, FILLER, width=44) for top in (700, 610, 520, 430, 340, 250))
    first, rest = cut(rows=7, width=44)
    left += lines(60, 160, first, width=44)
    right = lines(330, 700, rest, width=44) + b"".join(lines(330, top, FILLER, width=44) for top in (560, 470, 380))
    text = markdown(parse_pdf, tmp_path, left + right)
    assert joined(text)


def draft(text: str, *, room: float = 0.2, count: int = 3) -> DraftItem:
    style = TextStyle(10.0, 0, "Song", is_upper=False)
    edges = TextEdges(
        width=40, indent=0, room=room, first_room=0.3, first_word=len(text), lines=count, last_style=style
    )
    box = Box(90, 100, 490, 140)
    return DraftItem(StructureKind.PARAGRAPH, box, 0, len(text), text, style, text_edges=edges)


@pytest.mark.parametrize(
    ("first", "second", "goes_on"),
    [
        (draft("港口建于大洪水之后的几年里"), draft("当时城里几乎失去了所有的船只。"), True),
        (draft("港口建于大洪水之后的几年里。"), draft("当时城里几乎失去了所有的船只。"), False),
        (draft("港口建于大洪水之后的几年里", room=6), draft("当时城里几乎失去了所有的船只。"), False),
        (draft("港口的历史", count=1), draft("当时城里几乎失去了所有的船只。"), False),
        (draft("بني الميناء في السنوات التي تلت"), draft("الفيضان الكبير"), True),
        (draft("بني الميناء في السنوات التي تلت؟"), draft("الفيضان الكبير"), False),
    ],
)
def test_scripts_without_lower_case_need_full_lines(first, second, goes_on):
    pages = [PageLayout(number, 600, 800, (each,)) for number, each in enumerate((first, second), 1)]
    assert [page.drafts[0].continues for page in mark_continued(pages)] == [False, goes_on]
