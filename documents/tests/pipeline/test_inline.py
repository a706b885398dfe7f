"""Marks of texts as Markdown and HTML write them, and what was cut by a page's end as one again."""

import pytest

from documents.pipeline.continuing import joined_table, whole_items
from documents.pipeline.inline import clipped, html_inline, inline
from documents.pipeline.markdown import TableStyle, markdown_of, table_of
from documents.types import Box, Item, Mark, StructureKind, Table, TableCell

_BOX = Box(0, 0, 1, 1)
_ADDRESS = "https://example.org/a"


@pytest.mark.parametrize(
    ("mark", "written"),
    [
        (Mark(4, 8, "b"), "Pay **rent** now"),
        (Mark(4, 8, "bi"), "Pay ***rent*** now"),
        (Mark(3, 9, "i"), "Pay *rent* now"),  # signs stand at words, or they would be none
        (Mark(4, 8, "s"), "Pay ~~rent~~ now"),
        (Mark(4, 8, "c"), "Pay `rent` now"),
        (Mark(4, 8, "", _ADDRESS), f"Pay [rent]({_ADDRESS}) now"),
        (Mark(4, 8, "b", _ADDRESS), f"Pay [**rent**]({_ADDRESS}) now"),
        (Mark(4, 8, "", "/a b(1).html"), "Pay [rent](</a b(1).html>) now"),
        (Mark(4, 8, "", "javascript:alert(1)"), "Pay rent now"),  # nothing that runs
        (Mark(4, 8, "", " DATA:text/html,x"), "Pay rent now"),
        (Mark(3, 4, "b"), "Pay rent now"),  # white space has no style
    ],
)
def test_each_mark_has_its_signs(mark, written):
    assert inline("Pay rent now", [mark]) == written


def test_marks_that_touch_and_are_alike_are_one():
    assert inline("abcd", [Mark(0, 2, "b"), Mark(2, 3, "b"), Mark(3, 4, "i")]) == "**abc***d*"


def test_code_keeps_its_ticks_and_a_link_its_brackets():
    assert inline("a`b", [Mark(0, 3, "c")]) == "``a`b``"
    assert inline("[1]", [Mark(0, 3, "", _ADDRESS)]) == f"[\\[1\\]]({_ADDRESS})"


def test_html_has_tags_for_them_and_lets_nothing_through():
    marks = [Mark(0, 1, "b", _ADDRESS + '"><script>'), Mark(4, 5, "c", "javascript:x")]
    written = html_inline("a < b", marks)
    assert written == f'<a href="{_ADDRESS}&quot;&gt;&lt;script&gt;"><strong>a</strong></a> &lt; <code>b</code>'


def test_marks_of_a_part_have_its_offsets():
    assert clipped([Mark(0, 4, "b"), Mark(6, 9, "i"), Mark(12, 13, "c")], 2, 8) == (Mark(0, 2, "b"), Mark(4, 6, "i"))


def _item(kind, *, continues=False, **further):
    return Item(kind, 1, _BOX, 0, 0, continues=continues, **further)


def test_a_paragraph_that_goes_on_on_the_next_page_is_one():
    kind = StructureKind.PARAGRAPH
    items = [_item(kind), _item(kind, continues=True, marks=(Mark(0, 3, "b"),)), _item(kind)]
    assert markdown_of(items, ["It goes ", "on.", "Next"]) == "It goes **on.**\n\nNext\n"


def test_a_table_that_goes_on_is_one_with_its_rows_where_they_were():
    head = TableCell(0, 0, "Name", is_header=True)
    first = Table(2, 1, (head, TableCell(1, 0, "a long")), (0, 1))
    second = Table(2, 1, (TableCell(0, 0, "name", marks=(Mark(0, 4, "b"),)), TableCell(1, 0, "b")), (1, 2))
    kind = StructureKind.TABLE
    items = [_item(kind, table=first), _item(kind, table=second, continues=True)]
    assert [item.table for item, _ in whole_items(items, ["", ""])] == [joined_table([first, second])]
    written = markdown_of(items, ["", ""], tables=TableStyle.PLAIN)
    assert written == "| Name |\n| --- |\n| a long **name** |\n| b |\n"


def test_a_cell_that_spans_rows_of_two_pages_spans_them_again():
    first = Table(1, 2, (TableCell(0, 0, "a"), TableCell(0, 1, "b")), (0,))
    second = Table(2, 2, (TableCell(0, 0, "", row_span=2), TableCell(1, 1, "c")), (0, 1))
    table = joined_table([first, second])
    assert [(cell.row, cell.column, cell.text, cell.row_span) for cell in table.cells] == [
        (0, 0, "a", 2),
        (0, 1, "b", 1),
        (1, 1, "c", 1),
    ]
    assert table.rows == 2


def test_lists_stand_in_lists_and_boxes_are_tasks():
    kind = StructureKind.LIST_ITEM
    items = [_item(kind, level=1), _item(kind, level=2), _item(kind, level=1)]
    assert markdown_of(items, ["• a", "1. b", "☒ c\nd"]) == "- a\n    1. b\n- [x] c\n  d\n"


def test_cells_have_links_in_both_kinds_of_tables():
    table = Table(1, 1, (TableCell(0, 0, "see | it", marks=(Mark(0, 3, "", _ADDRESS),)),))
    assert f"[see]({_ADDRESS}) \\| it" in table_of(table, TableStyle.PLAIN)
    assert f'<a href="{_ADDRESS}">see</a> | it' in table_of(table, TableStyle.HTML)


def test_what_is_bold_in_a_heading_is_not_said_twice():
    item = _item(StructureKind.HEADING, level=2, marks=(Mark(0, 4, "b", "/home"),))
    assert markdown_of([item], ["Home"]) == "## [Home](/home)\n"
