"""The same structure as docling's own document model, so that everything made for docling reads what we found.

Imports docling_core, which takes a second: only inside the sandbox.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from documents.types import Box, Item, StructureKind, Table

_MARKER = re.compile(r"^\s*([•●▪‣◦∙·■□▶➢➤✓❖○*\u2013\u2014\uf0b7\uf0a7-]|\(?[\da-zA-Z]{1,4}[.)])\s+")
_MAX_LEVEL = 100
MAX_ITEMS = 50_000  # docling's model takes some 27 kB for each: this is 1.4 GB and some 3,500 pages


@dataclass(frozen=True, slots=True)
class PageSize:
    """Points."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Described:
    """An item and its text."""

    item: Item
    text: str


def docling_json(name: str, pages: Sequence[PageSize], items: Sequence[Described]) -> bytes:
    """A DoclingDocument as JSON; nothing for documents so long that the model would not fit into memory."""
    if len(items) > MAX_ITEMS:
        return b""
    builder = _Builder(name)
    for number, page in enumerate(pages, 1):
        builder.add_page(number, page)
    for index, described in enumerate(items):
        builder.add(described, _caption_of(items, index))
    return builder.json()


def _caption_of(items: Sequence[Described], index: int) -> Described | None:
    """The caption right before or after a table or figure on its page."""
    if items[index].item.kind not in {StructureKind.TABLE, StructureKind.FIGURE}:
        return None
    for near in (index - 1, index + 1):
        if 0 <= near < len(items):
            other = items[near]
            if other.item.kind is StructureKind.CAPTION and other.item.page == items[index].item.page:
                return other
    return None


class _Builder:
    """Adds items one by one; lists need a group, captions belong to what they describe."""

    def __init__(self, name: str) -> None:
        from docling_core.types import doc  # noqa: PLC0415  # heavy

        self._doc: Any = doc  # which re-exports its names without saying so
        self._document: Any = self._doc.DoclingDocument(name=name)
        self._list: Any = None
        self._captions: dict[int, Any] = {}

    def json(self) -> bytes:
        return bytes(self._document.model_dump_json(exclude_none=True), "utf-8")

    def add_page(self, number: int, size: PageSize) -> None:
        self._document.add_page(page_no=number, size=self._doc.Size(width=size.width, height=size.height))

    def add(self, described: Described, caption: Described | None) -> None:
        item, text = described.item, described.text
        if item.kind is not StructureKind.LIST_ITEM:
            self._list = None
        match item.kind:
            case StructureKind.TITLE:
                self._document.add_title(text=text, prov=self._place(described))
            case StructureKind.HEADING:
                level = min(max(1, item.level or 1), _MAX_LEVEL)
                self._document.add_heading(text=text, level=level, prov=self._place(described))
            case StructureKind.LIST_ITEM:
                self._add_list_item(described)
            case StructureKind.TABLE:
                self._document.add_table(
                    data=self._table(item.table), prov=self._place(described), caption=self._caption(caption)
                )
            case StructureKind.FIGURE:
                self._document.add_picture(prov=self._place(described), caption=self._caption(caption))
            case StructureKind.CAPTION:
                self._caption(described)
            case _:
                self._add_text(described)

    def _add_text(self, described: Described) -> None:
        label = {
            StructureKind.PAGE_HEADER: self._doc.DocItemLabel.PAGE_HEADER,
            StructureKind.PAGE_FOOTER: self._doc.DocItemLabel.PAGE_FOOTER,
            StructureKind.FOOTNOTE: self._doc.DocItemLabel.FOOTNOTE,
            StructureKind.FORMULA: self._doc.DocItemLabel.FORMULA,
        }.get(described.item.kind, self._doc.DocItemLabel.TEXT)
        running = described.item.kind in {StructureKind.PAGE_HEADER, StructureKind.PAGE_FOOTER}
        layer = self._doc.ContentLayer.FURNITURE if running else self._doc.ContentLayer.BODY
        if described.item.kind is StructureKind.CODE:
            self._document.add_code(text=described.text, prov=self._place(described))
            return
        self._document.add_text(label=label, text=described.text, prov=self._place(described), content_layer=layer)

    def _add_list_item(self, described: Described) -> None:
        if self._list is None:
            self._list = self._document.add_list_group()
        match = _MARKER.match(described.text)
        marker = match.group(1) if match else None
        self._document.add_list_item(
            text=described.text[match.end() :] if match else described.text,
            enumerated=bool(marker) and any(character.isalnum() for character in marker or ""),
            marker=marker,
            orig=described.text,
            prov=self._place(described),
            parent=self._list,
        )

    def _caption(self, described: Described | None) -> Any:
        """The caption's text item, made once."""
        if described is None:
            return None
        key = id(described)
        if key not in self._captions:
            self._captions[key] = self._document.add_text(
                label=self._doc.DocItemLabel.CAPTION, text=described.text, prov=self._place(described)
            )
        return self._captions[key]

    def _place(self, described: Described) -> Any:
        item = described.item
        return self._doc.ProvenanceItem(page_no=item.page, bbox=self._box(item.box), charspan=(0, len(described.text)))

    def _box(self, box: Box) -> Any:
        return self._doc.BoundingBox(l=box.x0, t=box.y0, r=box.x1, b=box.y1, coord_origin=self._doc.CoordOrigin.TOPLEFT)

    def _table(self, table: Table | None) -> Any:
        if table is None:
            return self._doc.TableData(table_cells=[], num_rows=0, num_cols=0)
        cells = [
            self._doc.TableCell(
                bbox=self._box(cell.box) if cell.box else None,
                row_span=cell.row_span,
                col_span=cell.column_span,
                start_row_offset_idx=cell.row,
                end_row_offset_idx=cell.row + cell.row_span,
                start_col_offset_idx=cell.column,
                end_col_offset_idx=cell.column + cell.column_span,
                text=cell.text,
                column_header=cell.is_header,
            )
            for cell in table.cells
        ]
        return self._doc.TableData(table_cells=cells, num_rows=table.rows, num_cols=table.columns)
