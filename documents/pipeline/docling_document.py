"""Export of a parsed document as DoclingDocument JSON, so that tools made for docling can read it.

Written item by item, because docling's classes take about 27 kB per item: a long document would not fit into memory.
A test loads the result with docling.
"""

import json
import re
import shutil
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from tempfile import SpooledTemporaryFile
from typing import IO, Any

from documents.pipeline.split_items import join_parts, part_groups
from documents.types import Box, Item, StructureKind, Table, TableCell

VERSION = "1.10.0"  # of docling's schema
_MARKER = re.compile(r"^\s*([•●▪‣◦∙·■□▶➢➤✓❖○*\u2013\u2014\uf0b7\uf0a7-]|\(?[\da-zA-Z]{1,4}[.)])\s+")
_MAX_LEVEL = 100
_BUFFER_SIZE = 1024 * 1024  # bytes
_ENCODER = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

_LABELS = {
    StructureKind.TITLE: "title",
    StructureKind.HEADING: "section_header",
    StructureKind.CAPTION: "caption",
    StructureKind.PAGE_HEADER: "page_header",
    StructureKind.PAGE_FOOTER: "page_footer",
    StructureKind.FOOTNOTE: "footnote",
    StructureKind.FORMULA: "formula",
    StructureKind.CODE: "code",
}
_FURNITURE_KINDS = frozenset({StructureKind.PAGE_HEADER, StructureKind.PAGE_FOOTER})
_REFERENCES: dict[str, list[Any]] = {"captions": [], "references": [], "footnotes": []}


@dataclass(frozen=True, slots=True)
class PageSize:
    """Size of a page in points."""

    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Described:
    """An item and its text. `parts` are those of an item that a page or column break has split."""

    item: Item
    text: str
    parts: tuple["Described", ...] = ()


def docling_json(name: str, pages: Sequence[PageSize], items: Sequence[Described]) -> bytes:
    """Return a DoclingDocument as JSON."""
    target = BytesIO()
    _write(target, name, pages, items, folder=None)
    return target.getvalue()


def write_docling(path: Path, name: str, pages: Sequence[PageSize], items: Sequence[Described]) -> None:
    """Write a DoclingDocument of any length to a file; unnamed temporary files are kept in the same folder."""
    with path.open("wb") as target:
        _write(target, name, pages, items, folder=path.parent)


def _write(
    target: IO[bytes], name: str, pages: Sequence[PageSize], items: Sequence[Described], *, folder: Path | None
) -> None:
    with ExitStack() as files:
        writer = _Writer(folder, files)
        for group in part_groups((described.item.kind, described.item.continues) for described in items):
            captions = (_caption_of(items, index) for index in (group[0], group[-1]))
            writer.add(_joined([items[index] for index in group]), next(filter(None, captions), None))
        writer.end_list()
        writer.write(target, name, pages)


def _joined(parts: Sequence[Described]) -> Described:
    """Return an item with its parts. Cells keep their boxes, each on the page of its part."""
    if len(parts) == 1:
        return parts[0]
    item, text = join_parts([(part.item, part.text) for part in parts])
    if item.table is not None:
        boxes: dict[tuple[int, int], Box | None] = {}
        for table in (part.item.table for part in parts if part.item.table is not None):
            numbers = table.row_numbers or range(table.rows)
            for cell in table.cells:
                boxes.setdefault((numbers[cell.row], cell.column), cell.box)
        cells = tuple(replace(cell, box=boxes[cell.row, cell.column]) for cell in item.table.cells)
        item = replace(item, table=replace(item.table, cells=cells))
    return Described(item, text, tuple(parts))


def _caption_of(items: Sequence[Described], index: int) -> Described | None:
    """Return the caption right before or after a table or figure, if it is on the same page."""
    if items[index].item.kind not in {StructureKind.TABLE, StructureKind.FIGURE}:
        return None
    for neighbour in (index - 1, index + 1):
        if 0 <= neighbour < len(items):
            other = items[neighbour]
            if other.item.kind is StructureKind.CAPTION and other.item.page == items[index].item.page:
                return other
    return None


class _Section:
    """One of the lists of the document, buffered in a file."""

    def __init__(self, name: str, file: IO[bytes]) -> None:
        self._name = name
        self._file = file
        self.count = 0

    @property
    def next_reference(self) -> str:
        return f"#/{self._name}/{self.count}"

    def add(self, value: Any) -> None:
        self._file.write(b",\n" if self.count else b"")
        self._file.write(_json(value))
        self.count += 1

    def copy_to(self, target: IO[bytes]) -> None:
        self._file.seek(0)
        shutil.copyfileobj(self._file, target, _BUFFER_SIZE)


def _temporary_file(folder: Path | None) -> IO[bytes]:
    return BytesIO() if folder is None else SpooledTemporaryFile(_BUFFER_SIZE, dir=str(folder))


class _Writer:
    """Adds items one by one; list items need a group, captions belong to their table or figure."""

    def __init__(self, folder: Path | None, files: ExitStack) -> None:
        def section(name: str) -> _Section:
            return _Section(name, files.enter_context(_temporary_file(folder)))

        self._children, self._groups, self._texts = section("children"), section("groups"), section("texts")
        self._pictures, self._tables = section("pictures"), section("tables")
        self._list: list[str] | None = None
        self._captions: dict[int, str] = {}

    def add(self, described: Described, caption: Described | None) -> None:
        kind = described.item.kind
        if kind is StructureKind.LIST_ITEM:
            self._add_list_item(described)
            return
        self.end_list()
        match kind:
            case StructureKind.TABLE:
                self._add_table(described, caption)
            case StructureKind.FIGURE:
                self._add_picture(described, caption)
            case StructureKind.CAPTION:
                self._add_caption(described)
            case _:
                self._add_text(described)

    def end_list(self) -> None:
        """Close the open list, if any."""
        if self._list is None:
            return
        group: dict[str, Any] = {
            "name": "group",
            "label": "list",
            "children": [_reference(child) for child in self._list],
        }
        self._groups.add(_node(self._groups.next_reference, **group))
        self._list = None

    def write(self, target: IO[bytes], name: str, pages: Sequence[PageSize]) -> None:
        """Write the complete document."""
        head = {"schema_name": "DoclingDocument", "version": VERSION, "name": name}
        target.write(_json(head)[:-1])
        target.write(b',\n"furniture": ' + _json(_root("#/furniture", "furniture")))
        target.write(b',\n"body": ' + _json(_root("#/body", "body"))[:-1] + b', "children": [')
        self._children.copy_to(target)
        target.write(b"]}")
        for key, section in self._sections():
            target.write(b',\n"%s": [' % key)
            section.copy_to(target)
            target.write(b"]")
        sizes = {str(number): _page(number, size) for number, size in enumerate(pages, 1)}
        target.write(b',\n"key_value_items": [], "form_items": [], "pages": ' + _json(sizes) + b"}\n")

    def _sections(self) -> Iterable[tuple[bytes, _Section]]:
        yield b"groups", self._groups
        yield b"texts", self._texts
        yield b"pictures", self._pictures
        yield b"tables", self._tables

    def _add_text(self, described: Described) -> str:
        kind = described.item.kind
        extra: dict[str, Any] = {}
        if kind is StructureKind.HEADING:
            extra["level"] = min(max(1, described.item.level or 1), _MAX_LEVEL)
        if kind is StructureKind.CODE:
            extra = {**_REFERENCES, "code_language": "unknown"}
        layer = "furniture" if kind in _FURNITURE_KINDS else "body"
        reference = self._texts.next_reference
        text = {"label": _LABELS.get(kind, "text"), "orig": described.text, "text": described.text, **extra}
        self._texts.add(_node(reference, layer=layer, prov=_provenance(described), **text))
        self._children.add(_reference(reference))
        return reference

    def _add_list_item(self, described: Described) -> None:
        if self._list is None:
            self._list = []
            self._children.add(_reference(self._groups.next_reference))
        match = _MARKER.match(described.text)
        marker = match.group(1) if match else ""
        reference = self._texts.next_reference
        item: dict[str, Any] = {
            "label": "list_item",
            "orig": described.text,
            "text": described.text[match.end() :] if match else described.text,
            "enumerated": any(character.isalnum() for character in marker),
            "marker": marker or "-",
        }
        self._texts.add(_node(reference, parent=self._groups.next_reference, prov=_provenance(described), **item))
        self._list.append(reference)

    def _add_caption(self, described: Described) -> str:
        """Add the caption with the first item that refers to it."""
        key = id(described)
        if key not in self._captions:
            self._captions[key] = self._add_text(described)
        return self._captions[key]

    def _add_table(self, described: Described, caption: Described | None) -> None:
        extra = {"label": "table", "data": _table(described.item.table), "annotations": []}
        self._add_floating(self._tables, described, caption, extra)

    def _add_picture(self, described: Described, caption: Described | None) -> None:
        """Add a picture. The words in it are a text of its own, which belongs to it."""
        extra: dict[str, Any] = {"label": "picture", "annotations": []}
        if described.text:
            labels, picture = self._texts.next_reference, self._pictures.next_reference
            text = {"label": "text", "orig": described.text, "text": described.text}
            self._texts.add(_node(labels, parent=picture, prov=_provenance(described), **text))
            extra["children"] = [_reference(labels)]
        self._add_floating(self._pictures, described, caption, extra)

    def _add_floating(
        self, section: _Section, described: Described, caption: Described | None, extra: dict[str, Any]
    ) -> None:
        captions = [] if caption is None else [_reference(self._add_caption(caption))]
        reference = section.next_reference
        section.add(_node(reference, prov=_provenance(described), **{**_REFERENCES, "captions": captions, **extra}))
        self._children.add(_reference(reference))


def _node(reference: str, *, parent: str = "#/body", layer: str = "body", **extra: Any) -> dict[str, Any]:
    node = {"self_ref": reference, "parent": _reference(parent), "children": [], "content_layer": layer}
    return {**node, **extra}


def _root(reference: str, layer: str) -> dict[str, Any]:
    return {"self_ref": reference, "content_layer": layer, "name": "_root_", "label": "unspecified"}


def _reference(target: str) -> dict[str, str]:
    return {"$ref": target}


def _page(number: int, size: PageSize) -> dict[str, Any]:
    return {"size": {"width": size.width, "height": size.height}, "page_no": number}


def _provenance(described: Described) -> list[dict[str, Any]]:
    """Return the places of an item: one for each part, with its characters in the whole text."""
    places: list[dict[str, Any]] = []
    start = 0
    for part in described.parts or (described,):
        start = described.text.index(part.text, start)
        end = start + len(part.text)
        places.append({"page_no": part.item.page, "bbox": _box(part.item.box), "charspan": [start, end]})
        start = end
    return places


def _box(box: Box) -> dict[str, Any]:
    left, top, right, bottom = (round(side, 3) for side in box)
    return {"l": left, "t": top, "r": right, "b": bottom, "coord_origin": "TOPLEFT"}


def _table(table: Table | None) -> dict[str, Any]:
    if table is None:
        return {"table_cells": [], "num_rows": 0, "num_cols": 0}
    return {
        "table_cells": [_cell(cell) for cell in table.cells],
        "num_rows": table.rows,
        "num_cols": table.columns,
    }


def _cell(cell: TableCell) -> dict[str, Any]:
    bbox = {} if cell.box is None else {"bbox": _box(cell.box)}
    return {
        **bbox,
        "row_span": cell.row_span,
        "col_span": cell.column_span,
        "start_row_offset_idx": cell.row,
        "end_row_offset_idx": cell.row + cell.row_span,
        "start_col_offset_idx": cell.column,
        "end_col_offset_idx": cell.column + cell.column_span,
        "text": cell.text,
        "column_header": cell.is_header,
        "row_header": False,
        "row_section": False,
        "fillable": False,
    }


def _json(value: Any) -> bytes:
    return _ENCODER.encode(value).encode("utf-8", "replace")
