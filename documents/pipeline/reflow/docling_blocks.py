"""Conversion of docling's model to blocks. Its groups mark slides, sheets, lists and lines of several styles."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from documents.pipeline.reflow.alt_texts import alt_of
from documents.pipeline.reflow.layout import NOTES
from documents.pipeline.reflow.model import BULLET, Block, Run, marks_of
from documents.pipeline.reflow.pictures import PictureStore, empty_frame
from documents.types import Mark, ParseWarning, StructureKind, Table, TableCell

_KINDS = {
    "title": StructureKind.TITLE,
    "section_header": StructureKind.HEADING,
    "field_heading": StructureKind.HEADING,
    "list_item": StructureKind.LIST_ITEM,
    "caption": StructureKind.CAPTION,
    "footnote": StructureKind.FOOTNOTE,
    "formula": StructureKind.FORMULA,
    "code": StructureKind.CODE,
    "page_header": StructureKind.PAGE_HEADER,
    "page_footer": StructureKind.PAGE_FOOTER,
}
_CHANGEABLE_KINDS = frozenset({StructureKind.PARAGRAPH, StructureKind.HEADING, StructureKind.TITLE})
_TEXT_LAYERS = frozenset({"body", "furniture"})
_CHECKBOXES = {"checkbox_selected": "\u2612", "checkbox_unselected": "\u2610"}
_BULLETS = frozenset({"", "-", "*", "+", "\u2022", "\u00b7", "o"})
_NO_SPACE_AFTER = re.compile(r"[\s(\[{\u201e\u201c\u00ab\u2018/\u2014-]$")
_NO_SPACE_BEFORE = re.compile(r"[.,;:!?)\]}%\u201d\u00bb\u2019/\u2014-]")


class CellContent(NamedTuple):
    """Text and marks of a cell. Pictures have no space in it and are placed after the table."""

    text: str
    marks: tuple[Mark, ...]
    figures: Sequence[Block]


class BlockReader:
    """Converts nodes of a document. Captions are placed after their figure or table, unless they were before it."""

    def __init__(self, document: Any, pictures: PictureStore, *, has_title_level: bool) -> None:
        """Set the level of the highest heading: 2 with a title level, because docling counts the title as level 1."""
        self._document = document
        self._pictures = pictures
        self._first_level = 2 if has_title_level else 1
        self._done: set[str] = set()
        self.has_notes = False
        self.warnings: list[ParseWarning] = []

    def blocks(self, node: Any, *, depth: int = 0) -> Iterator[Block]:
        """Yield the node and all nodes below it, unless hidden. Notes are included as footnotes if `has_notes`."""
        layer = node.content_layer.value
        is_included = layer in _TEXT_LAYERS or (self.has_notes and layer == "notes")
        if node.self_ref in self._done or not is_included:
            return
        self._done.add(node.self_ref)
        blocks = self._blocks(node, depth)
        match layer:
            case "furniture":
                yield from _page_headers_footers(node, blocks)
            case "notes":
                yield from _notes(node, blocks)
            case _:
                yield from blocks

    def _blocks(self, node: Any, depth: int) -> Iterator[Block]:
        match type(node).__name__:
            case "TableItem":
                yield from self._table(node)
            case "PictureItem":
                yield from self._picture(node)
            case "ListGroup" | "OrderedList":
                yield from self._children(node, depth=depth + 1)
            case "InlineGroup":
                yield Block(StructureKind.PARAGRAPH, self._inline_runs(node))
            case _ if hasattr(node, "text"):
                yield from self._text(node, depth)
            case _:
                yield from self._children(node, depth=depth)

    def _children(self, node: Any, *, depth: int) -> Iterator[Block]:
        for number, reference in enumerate(node.children, 1):
            child = reference.resolve(self._document)
            for block in self.blocks(child, depth=depth):
                is_numbered = type(child).__name__ == "ListItem" and child.enumerated and block.ref == child.self_ref
                yield _with_number(block, number) if is_numbered else block

    def _text(self, node: Any, depth: int) -> Iterator[Block]:
        kind = _KINDS.get(node.label.value, StructureKind.PARAGRAPH)
        block = Block(kind, self._runs(node), getattr(node, "level", None), ref=node.self_ref)
        if kind is StructureKind.LIST_ITEM:
            block = replace(block, depth=max(0, depth - 1), marker=_marker(node))
        elif node.label.value in _CHECKBOXES:
            block = replace(block, kind=StructureKind.LIST_ITEM, marker=_CHECKBOXES[node.label.value])
        if kind is StructureKind.HEADING:
            block = replace(block, level=node.level - 1 + self._first_level)
        if block.text.strip():
            yield block
        yield from self._children(node, depth=depth)

    def _runs(self, node: Any) -> tuple[Run, ...]:
        """Return the text of the node, or of its first child if that holds the text in several styles."""
        if not node.text.strip() and node.children:
            first = node.children[0].resolve(self._document)
            if type(first).__name__ == "InlineGroup":
                self._done.add(first.self_ref)
                return self._inline_runs(first)
        return (_run(node, node.text),) if node.text.strip() else ()

    def _inline_runs(self, group: Any) -> tuple[Run, ...]:
        """Return the runs of a line, with spaces between them: docling strips the text of each run."""
        runs: list[Run] = []
        for reference in group.children:
            node = reference.resolve(self._document)
            self._done.add(node.self_ref)
            text = getattr(node, "text", "")
            if not text.strip():
                continue
            if runs and not _NO_SPACE_AFTER.search(runs[-1].text) and not _NO_SPACE_BEFORE.match(text):
                text = f" {text.lstrip()}"
            runs.append(_run(node, text, ref=node.self_ref))
        return tuple(runs)

    def _table(self, node: Any) -> Iterator[Block]:
        captions = list(self._captions(node))
        contents = {id(cell): self._cell(cell) for cell in node.data.table_cells if hasattr(cell, "ref")}
        self._mark_done(node)
        table = convert_table(node.data, contents)
        if table.cells:
            yield Block(StructureKind.TABLE, table=table, ref=node.self_ref)
        yield from captions
        for content in contents.values():
            yield from content.figures

    def _cell(self, cell: Any) -> CellContent:
        return _cell_content(self.blocks(cell.ref.resolve(self._document)))

    def _picture(self, node: Any) -> Iterator[Block]:
        alt = alt_of(node)
        picture = self._pictures.add(node) or (empty_frame() if alt else None)
        captions = list(self._captions(node))
        if picture is not None:
            yield Block(StructureKind.FIGURE, picture=replace(picture, alt=alt), ref=node.self_ref)
        yield from captions
        chart = getattr(node.meta, "tabular_chart", None)
        if chart is not None:
            yield Block(StructureKind.TABLE, table=convert_table(chart.chart_data), ref=node.self_ref)
        elif _is_chart(node):
            self.warnings.append(ParseWarning("chart_unreadable", "The values of a chart could not be read."))
        yield from self._children(node, depth=0)

    def _captions(self, node: Any) -> Iterator[Block]:
        for reference in (*node.captions, *node.footnotes):
            yield from self.blocks(reference.resolve(self._document))

    def _mark_done(self, node: Any) -> None:
        """Mark all nodes below a table as done: their text is in the cells."""
        for reference in node.children:
            child = reference.resolve(self._document)
            self._done.add(child.self_ref)
            self._mark_done(child)


def convert_table(data: Any, contents: Mapping[int, CellContent] | None = None) -> Table:
    """Return docling's table; cells that overlap an earlier cell are left out, spans end at the last row and column."""
    covered: set[tuple[int, int]] = set()
    cells: list[TableCell] = []
    source = sorted(data.table_cells, key=lambda cell: (cell.start_row_offset_idx, cell.start_col_offset_idx))
    row_count = max([data.num_rows, *(cell.start_row_offset_idx + 1 for cell in source)])
    column_count = max([data.num_cols, *(cell.start_col_offset_idx + 1 for cell in source)])
    for cell in source:
        rows = _span(cell.start_row_offset_idx, cell.end_row_offset_idx, row_count)
        columns = _span(cell.start_col_offset_idx, cell.end_col_offset_idx, column_count)
        positions = {(row, column) for row in rows for column in columns}
        if positions & covered:
            continue
        covered |= positions
        content = (contents or {}).get(id(cell))
        text, marks = (content.text, content.marks) if content and content.text else (cell.text.strip(), ())
        cells.append(
            TableCell(
                rows.start,
                columns.start,
                text,
                row_span=len(rows),
                column_span=len(columns),
                is_header=cell.column_header,
                marks=marks,
            )
        )
    rows_used = max([data.num_rows, *(row + 1 for row, _ in covered)])
    columns_used = max([data.num_cols, *(column + 1 for _, column in covered)])
    return Table(rows_used, columns_used, tuple(cells))


def _span(start: int, end: int, count: int) -> range:
    return range(start, max(min(end, count), start + 1))


def _cell_content(blocks: Iterable[Block]) -> CellContent:
    """Return one line per block, and one line per row of a table inside the cell.

    A single bullet is dropped: in OpenDocument slides the text of every cell is a list of one item.
    """
    runs: list[Run] = []
    all_blocks = list(blocks)
    figures = [block for block in all_blocks if block.kind is StructureKind.FIGURE]
    lines = [block for block in all_blocks if block.kind is not StructureKind.FIGURE]
    if len(lines) == 1 and lines[0].marker == BULLET:
        lines = [replace(lines[0], marker="")]
    for block in lines:
        if runs:
            runs.append(Run("\n"))
        if block.table is not None:
            runs += _table_runs(block.table)
        else:
            runs += [Run(f"{block.marker} "), *block.runs] if block.marker else block.runs
    text = "".join(run.text for run in runs)
    start = len(text.lstrip()) - len(text)
    return CellContent(text.strip(), marks_of(runs, start=start), figures)


def _table_runs(table: Table) -> Iterator[Run]:
    row = 0
    for number, cell in enumerate(table.cells):
        if number:
            yield Run("\t" if cell.row == row else "\n")
        row = cell.row
        yield Run(cell.text)


def _page_headers_footers(node: Any, blocks: Iterator[Block]) -> Iterator[Block]:
    """Yield the blocks of page headers and footers, which docling stores once per section."""
    is_footer = "footer" in str(getattr(node, "name", "")).lower()
    kind = StructureKind.PAGE_FOOTER if is_footer else StructureKind.PAGE_HEADER
    for block in blocks:
        is_changeable = block.kind in _CHANGEABLE_KINDS or (is_footer and block.kind is StructureKind.PAGE_HEADER)
        yield replace(block, kind=kind, level=None) if is_changeable else block


def _notes(node: Any, blocks: Iterator[Block]) -> Iterator[Block]:
    """Yield comments, which begin with their author, and speaker notes, which get a label."""
    for block in blocks:
        is_comment = block.text.startswith("[") or type(node).__name__ == "GroupItem"
        kind, marker = (StructureKind.FOOTNOTE, block.marker) if is_comment else (StructureKind.PAGE_FOOTER, NOTES)
        yield replace(block, kind=kind, level=None, marker=marker) if block.kind in _CHANGEABLE_KINDS else block


def _run(node: Any, text: str, *, ref: str = "") -> Run:
    style = node.formatting
    return Run(
        text,
        bold=bool(style and style.bold),
        italic=bool(style and style.italic),
        code=node.label.value == "code",
        struck=bool(style and style.strikethrough),
        formula=node.label.value == "formula",
        link=str(node.hyperlink) if node.hyperlink else "",
        ref=ref,
    )


def _is_chart(node: Any) -> bool:
    predictions = getattr(getattr(node.meta, "classification", None), "predictions", ())
    return any(str(prediction.class_name).endswith("_chart") for prediction in predictions)


def _marker(node: Any) -> str:
    marker = str(node.marker).strip()
    return marker if node.enumerated or marker not in _BULLETS else BULLET


def _with_number(block: Block, number: int) -> Block:
    """Return a numbered list item with its number, unless its marker has one."""
    has_number = any(character.isalnum() for character in block.marker)
    return block if has_number else replace(block, marker=f"{number}.")
