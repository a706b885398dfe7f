"""Markdown of a document: each kind of item on its own, and tables in both ways."""

import pytest

from documents.pipeline.markdown import TableStyle, markdown_of, table_of
from documents.types import Box, Item, StructureKind, Table, TableCell

_BOX = Box(0, 0, 1, 1)


def _item(kind: StructureKind, level: int | None = None, table: Table | None = None) -> Item:
    return Item(kind, 1, _BOX, 0, 0, level, table)


@pytest.mark.parametrize(
    ("kind", "level", "text", "written"),
    [
        (StructureKind.TITLE, None, "The\nlease", "# The lease"),
        (StructureKind.HEADING, 2, "1.1 Rent", "## 1.1 Rent"),
        (StructureKind.HEADING, 9, "Deep", "###### Deep"),
        (StructureKind.LIST_ITEM, None, "• first", "- first"),
        (StructureKind.LIST_ITEM, None, "(a) first", "- (a) first"),
        (StructureKind.LIST_ITEM, None, "2. second", "2. second"),
        (StructureKind.PARAGRAPH, None, "# no heading", "\\# no heading"),
        (StructureKind.CODE, None, "a = ```b```", "````\na = ```b```\n````"),
        (StructureKind.FIGURE, None, "", ""),
    ],
)
def test_each_kind_has_its_mark(kind: StructureKind, level: int | None, text: str, written: str) -> None:
    assert markdown_of([_item(kind, level)], [text]).rstrip("\n") == written


def test_items_of_a_list_stand_close_and_all_else_apart() -> None:
    kinds = [StructureKind.PARAGRAPH, StructureKind.LIST_ITEM, StructureKind.LIST_ITEM, StructureKind.PARAGRAPH]
    written = markdown_of([_item(kind) for kind in kinds], ["Before", "• a", "• b", "After"])
    assert written == "Before\n\n- a\n- b\n\nAfter\n"


def test_running_heads_may_be_left_out() -> None:
    items = [_item(StructureKind.PAGE_HEADER), _item(StructureKind.PARAGRAPH)]
    assert markdown_of(items, ["Page 1", "Text"]) == "Page 1\n\nText\n"
    assert markdown_of(items, ["Page 1", "Text"], running=False) == "Text\n"


def _table(*cells: TableCell) -> Table:
    return Table(2, 2, cells)


def test_a_plain_table_is_one_of_markdown() -> None:
    table = _table(TableCell(0, 0, "a|b"), TableCell(0, 1, "c"), TableCell(1, 0, "1"), TableCell(1, 1, "2"))
    assert table_of(table) == "| a\\|b | c |\n| --- | --- |\n| 1 | 2 |"


def test_a_table_with_spans_is_html_with_one_tag_to_a_line() -> None:
    table = _table(TableCell(0, 0, "a < b", column_span=2, is_header=True), TableCell(1, 0, "1"), TableCell(1, 1, "2"))
    written = [line.strip() for line in table_of(table).splitlines()]
    assert written[:5] == ["<table>", "<tr>", '<th colspan="2">', "a &lt; b", "</th>"]
    assert written.count("<td>") == 2


def test_html_can_be_asked_for() -> None:
    assert table_of(_table(TableCell(0, 0, "a")), TableStyle.HTML).startswith("<table>")


def test_what_spans_can_be_repeated() -> None:
    table = _table(TableCell(0, 0, "a", column_span=2), TableCell(1, 0, "1"), TableCell(1, 1, "2"))
    assert table_of(table, TableStyle.PLAIN) == "| a | a |\n| --- | --- |\n| 1 | 2 |"
