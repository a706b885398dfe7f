"""From docling's model to blocks. Groups say what is a slide, a sheet, a list or a line of several styles."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from documents.pipeline.flow.docling_tables import CellContent, content_of, table_of
from documents.pipeline.flow.model import BULLET, Block, Run
from documents.pipeline.flow.pictures import PictureStore
from documents.pipeline.flow.slides import NOTES
from documents.types import ParseWarning, StructureKind

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
_PLAIN = frozenset({StructureKind.PARAGRAPH, StructureKind.HEADING, StructureKind.TITLE})
_TEXT_LAYERS = frozenset({"body", "furniture"})
_BOXES = {"checkbox_selected": "\u2612", "checkbox_unselected": "\u2610"}
_BULLETS = frozenset({"", "-", "*", "+", "\u2022", "\u00b7", "o"})
_OPENING = re.compile(r"[(\[{\u201e\u201c\u00ab\u2018/\u2014-]$")
_CLOSING = re.compile(r"[.,;:!?)\]}%\u201d\u00bb\u2019/\u2014-]")


class BlockReader:
    """Walks a part of the document. Captions come right after what they describe, unless they came before it."""

    def __init__(self, document: Any, pictures: PictureStore, *, has_title_level: bool) -> None:
        """With a title level the highest heading has level 2, because the title is above it."""
        self._document = document
        self._pictures = pictures
        self._first_level = 2 if has_title_level else 1
        self._done: set[str] = set()
        self.has_notes = False
        self.warnings: list[ParseWarning] = []

    def blocks(self, node: Any, *, depth: int = 0) -> Iterator[Block]:
        """The node itself and all below it, unless it is hidden. Notes are footnotes, and told if `has_notes`."""
        layer = node.content_layer.value
        if node.self_ref in self._done or not self._is_wanted(layer):
            return
        self._done.add(node.self_ref)
        blocks = self._blocks(node, depth)
        match layer:
            case "furniture":
                yield from _running(node, blocks)
            case "notes":
                yield from _notes(node, blocks)
            case _:
                yield from blocks

    def _is_wanted(self, layer: str) -> bool:
        return layer in _TEXT_LAYERS or (self.has_notes and layer == "notes")

    def _blocks(self, node: Any, depth: int) -> Iterator[Block]:
        match type(node).__name__:
            case "TableItem":
                yield from self._table(node)
            case "PictureItem":
                yield from self._picture(node)
            case "ListGroup" | "OrderedList":
                yield from self._children(node, depth=depth + 1)
            case "InlineGroup":
                yield Block(StructureKind.PARAGRAPH, self._runs_of(node))
            case _ if hasattr(node, "text"):
                yield from self._text(node, depth)
            case _:
                yield from self._children(node, depth=depth)

    def _children(self, node: Any, *, depth: int) -> Iterator[Block]:
        for number, reference in enumerate(node.children, 1):
            child = reference.resolve(self._document)
            for block in self.blocks(child, depth=depth):
                is_unnumbered = type(child).__name__ == "ListItem" and child.enumerated and block.ref == child.self_ref
                yield _numbered(block, number) if is_unnumbered else block

    def _text(self, node: Any, depth: int) -> Iterator[Block]:
        kind = _KINDS.get(node.label.value, StructureKind.PARAGRAPH)
        block = Block(kind, self._runs(node), getattr(node, "level", None), ref=node.self_ref)
        if kind is StructureKind.LIST_ITEM:
            block = replace(block, depth=max(0, depth - 1), marker=_marker(node))
        elif node.label.value in _BOXES:
            block = replace(block, kind=StructureKind.LIST_ITEM, marker=_BOXES[node.label.value])
        if kind is StructureKind.HEADING:
            block = replace(block, level=node.level - 1 + self._first_level)
        if block.text.strip():
            yield block
        yield from self._children(node, depth=depth)

    def _runs(self, node: Any) -> tuple[Run, ...]:
        """Its own text, or that of a line of several styles that stands in for it."""
        if not node.text.strip() and node.children:
            first = node.children[0].resolve(self._document)
            if type(first).__name__ == "InlineGroup":
                self._done.add(first.self_ref)
                return self._runs_of(first)
        return (_run(node, node.text),) if node.text.strip() else ()

    def _runs_of(self, group: Any) -> tuple[Run, ...]:
        """docling strips the pieces of a line: between words there was a space, before a full stop there was none."""
        runs: list[Run] = []
        for reference in group.children:
            node = reference.resolve(self._document)
            self._done.add(node.self_ref)
            text = getattr(node, "text", "")
            if not text.strip():
                continue
            if runs and not _OPENING.search(runs[-1].text) and not _CLOSING.match(text):
                text = f" {text}"
            runs.append(_run(node, text, ref=node.self_ref))
        return tuple(runs)

    def _table(self, node: Any) -> Iterator[Block]:
        captions = list(self._captions(node))
        contents = {id(cell): self._cell(cell) for cell in node.data.table_cells if hasattr(cell, "ref")}
        self._mark_done(node)
        table = table_of(node.data, contents)
        if table.cells:
            yield Block(StructureKind.TABLE, table=table, ref=node.self_ref)
        yield from captions
        for content in contents.values():
            yield from content.figures

    def _cell(self, cell: Any) -> CellContent:
        return content_of(self.blocks(cell.ref.resolve(self._document)))

    def _picture(self, node: Any) -> Iterator[Block]:
        picture = self._pictures.keep(node)
        captions = list(self._captions(node))
        if picture is not None:
            yield Block(StructureKind.FIGURE, picture=picture, ref=node.self_ref)
        yield from captions
        chart = getattr(node.meta, "tabular_chart", None)
        if chart is not None:
            yield Block(StructureKind.TABLE, table=table_of(chart.chart_data), ref=node.self_ref)
        elif _is_chart(node):
            self.warnings.append(ParseWarning("chart_unreadable", "The numbers of a chart could not be read."))
        yield from self._children(node, depth=0)

    def _captions(self, node: Any) -> Iterator[Block]:
        for reference in (*node.captions, *node.footnotes):
            yield from self.blocks(reference.resolve(self._document))

    def _mark_done(self, node: Any) -> None:
        """What is in the cells of a table is told by the cells."""
        for reference in node.children:
            child = reference.resolve(self._document)
            self._done.add(child.self_ref)
            self._mark_done(child)


def _running(node: Any, blocks: Iterator[Block]) -> Iterator[Block]:
    """Running heads and feet, which docling keeps once for each section."""
    is_foot = "footer" in str(getattr(node, "name", "")).lower()
    for block in blocks:
        kind = StructureKind.PAGE_FOOTER if is_foot else StructureKind.PAGE_HEADER
        yield replace(block, kind=kind, level=None) if block.kind in _PLAIN else block


def _notes(node: Any, blocks: Iterator[Block]) -> Iterator[Block]:
    """What somebody wrote beside the text: comments begin with their author, notes of speakers are named here."""
    for block in blocks:
        is_comment = block.text.startswith("[") or type(node).__name__ == "GroupItem"
        kind, marker = (StructureKind.FOOTNOTE, block.marker) if is_comment else (StructureKind.PAGE_FOOTER, NOTES)
        yield replace(block, kind=kind, level=None, marker=marker) if block.kind in _PLAIN else block


def _run(node: Any, text: str, *, ref: str = "") -> Run:
    style = node.formatting
    return Run(
        text,
        bold=bool(style and style.bold),
        italic=bool(style and style.italic),
        code=node.label.value == "code",
        struck=bool(style and style.strikethrough),
        link=str(node.hyperlink) if node.hyperlink else "",
        ref=ref,
    )


def _is_chart(node: Any) -> bool:
    kinds = getattr(getattr(node.meta, "classification", None), "predictions", ())
    return any(str(kind.class_name).endswith("_chart") for kind in kinds)


def _marker(node: Any) -> str:
    marker = str(node.marker).strip()
    return marker if node.enumerated or marker not in _BULLETS else BULLET


def _numbered(block: Block, number: int) -> Block:
    has_number = any(character.isalnum() for character in block.marker)
    return block if has_number else replace(block, marker=f"{number}.")
