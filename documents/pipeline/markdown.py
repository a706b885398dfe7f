"""Markdown of a document: its structure items in reading order. Knows nothing of where they are stored.

A table is a table of Markdown where that can carry it, else HTML with one tag to a line, as those who compare
converters write it. Text stays as it is, except where Markdown would take its first character for a mark.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from documents.pipeline.continuing import whole_items
from documents.pipeline.inline import clipped, html_inline, inline
from documents.types import Item, Mark, StructureKind, Table, TableCell

_BULLET = re.compile(r"^\s*[•●▪‣◦∙·■□▶➢➤✓❖○*\u2013\u2014\uf0b7\uf0a7\uf0d8-]\s*(?=\S)")
_NUMBER = re.compile(r"^\s*\d{1,9}[.)]\s")
_MARK = re.compile(r"^(#{1,6}\s|>|```|~~~|\|)")
_FENCE = re.compile(r"`{3,}")
_BOX = re.compile(r"^\s*[☐☑☒]\s*(?=\S)")
_BOXES = {"☐": "[ ]", "☑": "[x]", "☒": "[x]"}
_MAX_LEVEL = 6
_INDENT = " " * 4
_DEEPEST = 20


class TableStyle(StrEnum):
    """`auto` writes HTML where Markdown's own tables do not do; `plain` never does, and repeats what spans."""

    AUTO = "auto"
    HTML = "html"
    PLAIN = "plain"


def markdown_of(
    items: Sequence[Item], texts: Sequence[str], *, tables: TableStyle = TableStyle.AUTO, running: bool = True
) -> str:
    """`texts` are those of the items, one for each. Without `running`, running heads and feet are left out."""
    parts: list[str] = []
    previous: StructureKind | None = None
    for item, text in whole_items(items, texts):
        if not running and item.kind in {StructureKind.PAGE_HEADER, StructureKind.PAGE_FOOTER}:
            continue
        part = _part(item, text, tables)
        if not part:
            continue
        if parts:
            tight = previous is item.kind is StructureKind.LIST_ITEM
            parts.append("\n" if tight else "\n\n")
        parts.append(part)
        previous = item.kind
    return "".join([*parts, "\n"]) if parts else ""


def _part(item: Item, text: str, tables: TableStyle) -> str:
    match item.kind:
        case StructureKind.TITLE:
            return _heading(text, item.marks, 1)
        case StructureKind.HEADING:
            return _heading(text, item.marks, item.level or 1)
        case StructureKind.LIST_ITEM:
            return _list_item(text, item.marks, item.level or 1)
        case StructureKind.CODE:
            return _code(text)
        case StructureKind.TABLE if item.table is not None and item.table.cells:
            return table_of(item.table, tables)
        case _:
            return _paragraph(inline(text, item.marks))


def _heading(text: str, marks: Sequence[Mark], level: int) -> str:
    """Bold as a whole it is anyway."""
    line = " ".join(inline(text, [mark._replace(style=mark.style.replace("b", "")) for mark in marks]).split())
    return f"{'#' * min(_MAX_LEVEL, max(1, level))} {line}" if line else ""


def _list_item(text: str, marks: Sequence[Mark], level: int) -> str:
    """Bullets of all shapes become that of Markdown, boxes those of its tasks; numbers stay, others are text."""
    marker = _NUMBER.match(text) or _BOX.match(text) or _BULLET.match(text)
    begin = marker.end() if marker else 0
    content = inline(text[begin:], clipped(marks, begin, len(text))).strip()
    found = marker.group().strip() if marker else ""
    sign = found if found[:1].isdigit() else f"- {_BOXES[found]}" if found in _BOXES else "-"
    if not content:
        return ""
    indent = _INDENT * (min(level, _DEEPEST) - 1)
    return f"\n{indent}  ".join(f"{indent}{sign} {content}".splitlines())


def _code(text: str) -> str:
    longest = max((len(found) for found in _FENCE.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{text.strip(chr(10))}\n{fence}" if text.strip() else ""


def _paragraph(text: str) -> str:
    return "\n".join(_MARK.sub(r"\\\1", line) for line in text.strip().split("\n"))


def table_of(table: Table, style: TableStyle = TableStyle.AUTO) -> str:
    """One table. Markdown's own has a header row, no spans and no line breaks."""
    simple = all(cell.row_span == 1 and cell.column_span == 1 and "\n" not in cell.text for cell in table.cells)
    if style is TableStyle.PLAIN or (style is TableStyle.AUTO and simple and table.rows > 1):
        return _pipes(table)
    return "\n".join(_html(table))


def _pipes(table: Table) -> str:
    rows = [[""] * table.columns for _ in range(table.rows)]
    for cell in table.cells:
        text = " ".join(inline(cell.text, cell.marks).split()).replace("|", "\\|")
        for row in rows[cell.row : cell.row + cell.row_span]:
            row[cell.column : cell.column + cell.column_span] = [text] * cell.column_span
    head, *rest = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([head, f"|{' --- |' * table.columns}", *rest])


def _html(table: Table) -> Iterator[str]:
    yield "<table>"
    for row in _rows(table):
        yield " <tr>"
        for cell in row:
            tag = "th" if cell.is_header else "td"
            yield f"  <{tag}{_spans(cell)}>"
            yield f"   {' '.join(html_inline(cell.text, cell.marks).split())}"
            yield f"  </{tag}>"
        yield " </tr>"
    yield "</table>"


def _rows(table: Table) -> Iterable[list[TableCell]]:
    rows: list[list[TableCell]] = [[] for _ in range(table.rows)]
    for cell in sorted(table.cells, key=lambda cell: (cell.row, cell.column)):
        rows[cell.row].append(cell)
    return rows


def _spans(cell: TableCell) -> str:
    rows = f' rowspan="{cell.row_span}"' if cell.row_span > 1 else ""
    columns = f' colspan="{cell.column_span}"' if cell.column_span > 1 else ""
    return rows + columns
