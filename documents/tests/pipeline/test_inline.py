"""Marks as Markdown and HTML, and joining of items that were split by page breaks."""

import pytest

from documents.pipeline.inline import clip_marks, html_inline, markdown_inline
from documents.pipeline.markdown import TableStyle, markdown_of, table_markdown
from documents.pipeline.split_items import join_split_items, join_table_parts, join_texts
from documents.types import Box, Item, Mark, StructureKind, Table, TableCell

_BOX = Box(0, 0, 1, 1)
_ADDRESS = "https://example.org/a"


@pytest.mark.parametrize(
    ("mark", "markdown"),
    [
        (Mark(4, 8, "b"), "Pay **rent** now"),
        (Mark(4, 8, "bi"), "Pay ***rent*** now"),
        (Mark(3, 9, "i"), "Pay *rent* now"),  # delimiters must touch a word
        (Mark(4, 8, "s"), "Pay ~~rent~~ now"),
        (Mark(4, 8, "c"), "Pay `rent` now"),
        (Mark(4, 8, "", _ADDRESS), f"Pay [rent]({_ADDRESS}) now"),
        (Mark(4, 8, "b", _ADDRESS), f"Pay [**rent**]({_ADDRESS}) now"),
        (Mark(4, 8, "", "/a b(1).html"), "Pay [rent](</a b(1).html>) now"),
        (Mark(4, 8, "", "javascript:alert(1)"), "Pay rent now"),  # would run a script
        (Mark(4, 8, "", " DATA:text/html,x"), "Pay rent now"),
        (Mark(3, 4, "b"), "Pay rent now"),  # white space has no style
    ],
)
def test_each_mark_has_its_markdown(mark, markdown):
    assert markdown_inline("Pay rent now", [mark]) == markdown


def test_adjacent_marks_of_one_style_are_merged():
    assert markdown_inline("abcd", [Mark(0, 2, "b"), Mark(2, 3, "b"), Mark(3, 4, "i")]) == "**abc***d*"


def test_backticks_and_brackets_are_escaped():
    assert markdown_inline("a`b", [Mark(0, 3, "c")]) == "``a`b``"
    assert markdown_inline("[1]", [Mark(0, 3, "", _ADDRESS)]) == f"[\\[1\\]]({_ADDRESS})"


def test_html_is_escaped():
    marks = [Mark(0, 1, "b", _ADDRESS + '"><script>'), Mark(4, 5, "c", "javascript:x")]
    html = html_inline("a < b", marks)
    assert html == f'<a href="{_ADDRESS}&quot;&gt;&lt;script&gt;"><strong>a</strong></a> &lt; <code>b</code>'


def test_clipped_marks_have_offsets_into_the_slice():
    marks = [Mark(0, 4, "b"), Mark(6, 9, "i"), Mark(12, 13, "c")]
    assert clip_marks(marks, 2, 8) == (Mark(0, 2, "b"), Mark(4, 6, "i"))


def _item(kind, *, continues=False, **options):
    return Item(kind, 1, _BOX, 0, 0, continues=continues, **options)


def test_a_paragraph_split_by_a_page_break_is_joined():
    kind = StructureKind.PARAGRAPH
    items = [_item(kind), _item(kind, continues=True, marks=(Mark(0, 3, "b"),)), _item(kind)]
    assert markdown_of(items, ["It goes ", "on.", "Next"]) == "It goes **on.**\n\nNext\n"


def test_footers_and_floats_between_the_parts_of_a_paragraph_follow_it():
    kinds = [StructureKind.PARAGRAPH, StructureKind.PAGE_FOOTER, StructureKind.CAPTION]
    items = [*map(_item, kinds), _item(StructureKind.PARAGRAPH, continues=True), _item(StructureKind.PARAGRAPH)]
    texts = ["It goes", "Page 1", "Figure 1", "on.", "Next"]
    assert markdown_of(items, texts) == "It goes on.\n\nPage 1\n\nFigure 1\n\nNext\n"


@pytest.mark.parametrize(
    ("texts", "whole"),
    [
        (["It goes", "on."], "It goes on."),
        (["It goes ", "on."], "It goes on."),
        (["a well-", "known place"], "a well-known place"),
        (["1939\u2013", "1945"], "1939\u20131945"),
        (["so it was \u2013", "until now"], "so it was \u2013 until now"),
        (["港口建于", "大洪水"], "港口建于大洪水"),
        (["", "alone"], "alone"),
    ],
)
def test_a_space_between_parts_is_added_where_one_is_missing(texts, whole):
    assert join_texts(texts) == whole


def test_a_repeated_header_is_in_the_whole_table_once():
    head = TableCell(0, 0, "Name", is_header=True)
    first = Table(2, 1, (head, TableCell(1, 0, "a")), (0, 1))
    second = Table(3, 1, (head, TableCell(1, 0, "b"), TableCell(2, 0, "b")), (0, 2, 3))
    table = join_table_parts([first, second])
    assert [(cell.row, cell.text) for cell in table.cells] == [(0, "Name"), (1, "a"), (2, "b"), (3, "b")]


def test_a_table_split_by_a_page_break_is_joined_by_row_numbers():
    head = TableCell(0, 0, "Name", is_header=True)
    first = Table(2, 1, (head, TableCell(1, 0, "a long")), (0, 1))
    second = Table(2, 1, (TableCell(0, 0, "name", marks=(Mark(0, 4, "b"),)), TableCell(1, 0, "b")), (1, 2))
    kind = StructureKind.TABLE
    items = [_item(kind, table=first), _item(kind, table=second, continues=True)]
    assert [item.table for item, _ in join_split_items(items, ["", ""])] == [join_table_parts([first, second])]
    markdown = markdown_of(items, ["", ""], tables=TableStyle.PLAIN)
    assert markdown == "| Name |\n| --- |\n| a long **name** |\n| b |\n"


def test_a_cell_that_spans_a_page_break_gets_its_row_span_back():
    first = Table(1, 2, (TableCell(0, 0, "a"), TableCell(0, 1, "b")), (0,))
    second = Table(2, 2, (TableCell(0, 0, "", row_span=2), TableCell(1, 1, "c")), (0, 1))
    table = join_table_parts([first, second])
    assert [(cell.row, cell.column, cell.text, cell.row_span) for cell in table.cells] == [
        (0, 0, "a", 2),
        (0, 1, "b", 1),
        (1, 1, "c", 1),
    ]
    assert table.rows == 2


def test_nested_lists_and_checkboxes():
    kind = StructureKind.LIST_ITEM
    items = [_item(kind, level=1), _item(kind, level=2), _item(kind, level=1)]
    assert markdown_of(items, ["• a", "1. b", "☒ c\nd"]) == "- a\n    1. b\n- [x] c\n  d\n"


def test_links_in_cells_are_kept_in_markdown_and_html_tables():
    table = Table(1, 1, (TableCell(0, 0, "see | it", marks=(Mark(0, 3, "", _ADDRESS),)),))
    assert f"[see]({_ADDRESS}) \\| it" in table_markdown(table, TableStyle.PLAIN)
    assert f'<a href="{_ADDRESS}">see</a> | it' in table_markdown(table, TableStyle.HTML)


def test_headings_have_no_bold_marks():
    item = _item(StructureKind.HEADING, level=2, marks=(Mark(0, 4, "b", "/home"),))
    assert markdown_of([item], ["Home"]) == "## [Home](/home)\n"
