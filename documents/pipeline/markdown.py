"""Markdown of a document, made from its structure items in reading order.

A table becomes a Markdown table where that can express it, otherwise HTML with one tag per line, as benchmarks of
converters expect it. Text is escaped, so that a renderer shows it as it is, without HTML and links of its own.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum

from documents.pipeline.inline import clip_marks, html_inline, latex, markdown_inline, markdown_picture
from documents.pipeline.split_items import join_split_items
from documents.types import Item, Mark, StructureKind, Table, TableCell

_BULLET = re.compile(r"^\s*[•●▪‣◦∙·■□▶➢➤✓❖○*\u2013\u2014\uf0b7\uf0a7\uf0d8-]\s*(?=\S)")
_NUMBER = re.compile(r"^\s*\d{1,9}[.)]\s")
# Characters at the beginning of a line that would begin a heading, quotation, list, rule or table.
_BLOCK_START = re.compile(r"^(\s*)(#{1,6}(?=\s|$)|>|[-+](?=\s|$)|[-=:|](?=[\s\-=:|]*$)|\|)")
_NUMBER_START = re.compile(r"^(\s*\d{1,9})([.)])(?=\s|$)")
_CLOSING_HASHES = re.compile(r"(?:(?<=\s)|^)(#+\s*)$")
_FENCE = re.compile(r"`{3,}")
_CHECKBOX = re.compile(r"^\s*[☐☑☒]\s*(?=\S)")
_CHECKBOXES = {"☐": "[ ]", "☑": "[x]", "☒": "[x]"}
_HYPHENS = re.compile(r"-(?=[->])")  # "--" and "->" would end a comment
_LEADERS = re.compile(  # each run of white space and dots is tried once, from its beginning
    r"(?<![ \t.·…])[ \t]*(?:(?:[.·][ \t]?){4,}|…{2,})[ \t]*(?=(?:\d{1,4}|[ivxlc]{1,7})$)", re.MULTILINE | re.IGNORECASE
)
_MAX_HEADING_LEVEL = 6
_INDENT = " " * 4
_MAX_LIST_LEVEL = 20


class TableStyle(StrEnum):
    """Table output: `auto` uses HTML where a Markdown table cannot express the table.

    `plain` always uses Markdown tables and repeats the text of cells that span several rows or columns.
    """

    AUTO = "auto"
    HTML = "html"
    PLAIN = "plain"


def markdown_of(
    items: Sequence[Item],
    texts: Sequence[str],
    *,
    tables: TableStyle = TableStyle.AUTO,
    running: bool = True,
    pictures: bool = True,
    links: Mapping[Item, str] | None = None,
) -> str:
    """Return the Markdown of the items; `texts` has one text per item.

    Headings are below the title, if there is one. `running=False` leaves out page headers and footers,
    `pictures=False` the comments in the places of pictures. `links` are URLs of figures and formulas: they
    replace the comments, and the picture of a formula precedes its text.
    """
    parts: list[str] = []
    previous: StructureKind | None = None
    top = 2 if any(item.kind is StructureKind.TITLE for item in items) else 1
    for item, text in join_split_items(items, texts):
        if not running and item.kind in {StructureKind.PAGE_HEADER, StructureKind.PAGE_FOOTER}:
            continue
        part = _block(item, text, tables, top=top)
        if pictures and (picture := _picture(item, links or {})):
            part = "\n\n".join(filter(None, (picture, part)))
        if not part:
            continue
        if parts:
            is_tight = previous is item.kind is StructureKind.LIST_ITEM
            parts.append("\n" if is_tight else "\n\n")
        parts.append(part)
        previous = item.kind
    return "".join([*parts, "\n"]) if parts else ""


def table_markdown(table: Table, style: TableStyle = TableStyle.AUTO) -> str:
    """Return one table. A Markdown table has a header row, no spans and no line breaks."""
    is_simple = all(cell.row_span == 1 and cell.column_span == 1 and "\n" not in cell.text for cell in table.cells)
    if style is TableStyle.PLAIN or (style is TableStyle.AUTO and is_simple and table.rows > 1):
        return _pipe_table(table)
    return "\n".join(_html_table(table))


def _block(item: Item, text: str, tables: TableStyle, *, top: int) -> str:
    """Return the Markdown of an item; `top` is the level of the highest headings."""
    match item.kind:
        case StructureKind.TITLE | StructureKind.HEADING:
            is_title = item.kind is StructureKind.TITLE
            return _heading(text, item.marks, 1 if is_title else top + (item.level or 1) - 1)
        case StructureKind.LIST_ITEM:
            return _list_item(text, item.marks, item.level or 1)
        case StructureKind.CODE:
            return _code_block(text)
        case StructureKind.FORMULA:
            return f"$${formula}$$" if (formula := latex(text)) else ""
        case StructureKind.TABLE if item.table is not None and item.table.cells:
            return table_markdown(item.table, tables)
        case _:
            return _paragraph(markdown_inline(text, item.marks))


def _heading(text: str, marks: Sequence[Mark], level: int) -> str:
    """Return a heading line, without bold marks: a heading is bold anyway."""
    not_bold = [mark._replace(style=mark.style.replace("b", "")) for mark in marks]
    line = _CLOSING_HASHES.sub(r"\\\1", " ".join(markdown_inline(text, not_bold).split()))
    return f"{'#' * min(_MAX_HEADING_LEVEL, max(1, level))} {line}" if line else ""


def _list_item(text: str, marks: Sequence[Mark], level: int) -> str:
    """Return a list item: bullets become "-", checkboxes become task boxes, numbers stay, other markers are text."""
    match = _NUMBER.match(text) or _CHECKBOX.match(text) or _BULLET.match(text)
    start = match.end() if match else 0
    content = _paragraph(markdown_inline(text[start:], clip_marks(marks, start, len(text))))
    source = match.group().strip() if match else ""
    marker = source if source[:1].isdigit() else f"- {_CHECKBOXES[source]}" if source in _CHECKBOXES else "-"
    if not content:
        return ""
    indent = _INDENT * (min(level, _MAX_LIST_LEVEL) - 1)
    return f"\n{indent}  ".join(f"{indent}{marker} {content}".splitlines())


def _code_block(text: str) -> str:
    longest = max((len(fence) for fence in _FENCE.findall(text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}\n{text.strip(chr(10))}\n{fence}" if text.strip() else ""


def _picture(item: Item, links: Mapping[Item, str]) -> str:
    """Return the picture of an item, a comment in the place of a figure, or nothing."""
    if item in links:
        return markdown_picture(item.alt, links[item])
    return _picture_comment(item.alt) if item.kind is StructureKind.FIGURE else ""


def _picture_comment(alt: str) -> str:
    """Return a comment in the place of a picture, with the text that the source has instead of it."""
    words = _HYPHENS.sub("- ", " ".join(alt.split()))
    return f"<!-- image: {words} -->" if words else "<!-- image -->"


def _paragraph(text: str) -> str:
    """Return lines of text, without the leaders between a title and its page number."""
    text = _LEADERS.sub(" ", text)
    return "\n".join(_escape_line_start(line) for line in text.strip().split("\n"))


def _escape_line_start(line: str) -> str:
    return _NUMBER_START.sub(r"\1\\\2", _BLOCK_START.sub(r"\1\\\2", line))


def _pipe_table(table: Table) -> str:
    rows = [[""] * table.columns for _ in range(table.rows)]
    for cell in table.cells:
        text = " ".join(markdown_inline(cell.text, cell.marks).split()).replace("|", "\\|")
        for row in rows[cell.row : cell.row + cell.row_span]:
            row[cell.column : cell.column + cell.column_span] = [text] * cell.column_span
    head, *rest = (f"| {' | '.join(row)} |" for row in rows)
    return "\n".join([head, f"|{' --- |' * table.columns}", *rest])


def _html_table(table: Table) -> Iterator[str]:
    yield "<table>"
    for row in _cells_by_row(table):
        yield " <tr>"
        for cell in row:
            tag = "th" if cell.is_header else "td"
            yield f"  <{tag}{_span_attributes(cell)}>"
            yield f"   {' '.join(html_inline(cell.text, cell.marks).split())}"
            yield f"  </{tag}>"
        yield " </tr>"
    yield "</table>"


def _cells_by_row(table: Table) -> Iterable[list[TableCell]]:
    rows: list[list[TableCell]] = [[] for _ in range(table.rows)]
    for cell in sorted(table.cells, key=lambda cell: (cell.row, cell.column)):
        rows[cell.row].append(cell)
    return rows


def _span_attributes(cell: TableCell) -> str:
    rows = f' rowspan="{cell.row_span}"' if cell.row_span > 1 else ""
    columns = f' colspan="{cell.column_span}"' if cell.column_span > 1 else ""
    return rows + columns
