"""Markdown of a document: each kind of item, and tables in both styles."""

from dataclasses import replace

import pytest

from documents.pipeline.markdown import TableStyle, markdown_of, table_markdown
from documents.types import Box, Item, StructureKind, Table, TableCell

_BOX = Box(0, 0, 1, 1)


def _item(kind: StructureKind, level: int | None = None, table: Table | None = None) -> Item:
    return Item(kind, 1, _BOX, 0, 0, level, table)


@pytest.mark.parametrize(
    ("kind", "level", "text", "markdown"),
    [
        (StructureKind.TITLE, None, "The\nlease", "# The lease"),
        (StructureKind.HEADING, 2, "1.1 Rent", "## 1.1 Rent"),
        (StructureKind.HEADING, 9, "Deep", "###### Deep"),
        (StructureKind.LIST_ITEM, None, "• first", "- first"),
        (StructureKind.LIST_ITEM, None, "(a) first", "- (a) first"),
        (StructureKind.LIST_ITEM, None, "2. second", "2. second"),
        (StructureKind.PARAGRAPH, None, "# no heading", "\\# no heading"),
        (StructureKind.PARAGRAPH, None, "1 Tides . . . . . 3\n2 Pilots....ix", "1 Tides 3\n2 Pilots ix"),  # leaders
        (StructureKind.PARAGRAPH, None, "Name . . . . . of 3 pilots", "Name . . . . . of 3 pilots"),
        (StructureKind.PARAGRAPH, None, f"A{200_000 * ' .'} b", f"A{200_000 * ' .'} b"),
        (StructureKind.PARAGRAPH, None, f"A{200_000 * ' '}b", f"A{200_000 * ' '}b"),
        (StructureKind.CODE, None, "a = ```b```", "````\na = ```b```\n````"),
        (StructureKind.FIGURE, None, "", "<!-- image -->"),
        (StructureKind.FIGURE, None, "Labels", "<!-- image -->\n\nLabels"),
        (StructureKind.FORMULA, None, "\\frac{a}\n{b} = 5$", "$$\\frac{a} {b} = 5$$"),
        (StructureKind.FORMULA, None, "$$a_1$$", "$$a_1$$"),
        (StructureKind.FORMULA, None, "a $ \\$ b", "$$a \\$ \\$ b$$"),
        (StructureKind.FORMULA, None, "$", ""),
    ],
)
def test_each_kind_has_its_markdown(kind: StructureKind, level: int | None, text: str, markdown: str) -> None:
    assert markdown_of([_item(kind, level)], [text]).rstrip("\n") == markdown


def test_list_items_are_tight_and_other_blocks_are_separated() -> None:
    kinds = [StructureKind.PARAGRAPH, StructureKind.LIST_ITEM, StructureKind.LIST_ITEM, StructureKind.PARAGRAPH]
    markdown = markdown_of([_item(kind) for kind in kinds], ["Before", "• a", "• b", "After"])
    assert markdown == "Before\n\n- a\n- b\n\nAfter\n"


def test_page_headers_can_be_left_out() -> None:
    items = [_item(StructureKind.PAGE_HEADER), _item(StructureKind.PARAGRAPH)]
    assert markdown_of(items, ["Page 1", "Text"]) == "Page 1\n\nText\n"
    assert markdown_of(items, ["Page 1", "Text"], running=False) == "Text\n"


def _table(*cells: TableCell) -> Table:
    return Table(2, 2, cells)


def test_a_simple_table_is_a_markdown_table() -> None:
    table = _table(TableCell(0, 0, "a|b"), TableCell(0, 1, "c"), TableCell(1, 0, "1"), TableCell(1, 1, "2"))
    assert table_markdown(table) == "| a\\|b | c |\n| --- | --- |\n| 1 | 2 |"


def test_a_table_with_spans_is_html_with_one_tag_per_line() -> None:
    table = _table(TableCell(0, 0, "a < b", column_span=2, is_header=True), TableCell(1, 0, "1"), TableCell(1, 1, "2"))
    lines = [line.strip() for line in table_markdown(table).splitlines()]
    assert lines[:5] == ["<table>", "<tr>", '<th colspan="2">', "a &lt; b", "</th>"]
    assert lines.count("<td>") == 2


def test_html_tables_can_be_requested() -> None:
    assert table_markdown(_table(TableCell(0, 0, "a")), TableStyle.HTML).startswith("<table>")


def test_the_text_of_spanning_cells_can_be_repeated() -> None:
    table = _table(TableCell(0, 0, "a", column_span=2), TableCell(1, 0, "1"), TableCell(1, 1, "2"))
    assert table_markdown(table, TableStyle.PLAIN) == "| a | a |\n| --- | --- |\n| 1 | 2 |"


def test_the_text_of_a_picture_cannot_end_its_comment() -> None:
    item = replace(_item(StructureKind.FIGURE), alt="A map ---> <b>bold</b>\n\n-->--!>")
    markdown = markdown_of([item], [""])
    assert markdown.count("-->") == 1
    assert markdown.endswith(" -->\n")
    assert "--!>" not in markdown
    assert markdown.count("\n") == 1
    assert markdown_of([item], [""], pictures=False) == ""
