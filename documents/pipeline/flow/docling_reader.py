"""Reads a file with docling and keeps docling's own document, to which the places on the pages are added later."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from documents.pipeline.flow.composing import Composed
from documents.pipeline.flow.docling_backends import convert
from documents.pipeline.flow.docling_blocks import BlockReader
from documents.pipeline.flow.docling_sections import sections_of
from documents.pipeline.flow.model import FlowDocument, Section
from documents.pipeline.flow.pictures import PictureStore
from documents.pipeline.sniffing.types import DOCX, ODT
from documents.types import StructureKind

_HEADING_ONE = {DOCX, ODT}  # their first level is a heading's; elsewhere it is the title's


def read_with_docling(path: Path, mime_type: str, scratch: Path, *, name: str, is_page: bool = True) -> FlowDocument:
    """`name` is what docling's document is called. A letter in HTML is no page: it has no menus before its text."""
    document = convert(path, mime_type, scratch, is_page=is_page)
    document.name = name
    reader = BlockReader(document, PictureStore(scratch), has_title_level=mime_type not in _HEADING_ONE)
    sections = sections_of(document, reader)
    warnings = list(dict.fromkeys(reader.warnings))
    return FlowDocument(sections, _title(sections), _comments(document), warnings, document)


def placed_json(document: Any, composed: Composed) -> bytes:
    """docling's document with pages and boxes of the rendition."""
    from docling_core.types import doc  # noqa: PLC0415  # heavy

    places: Any = doc
    document.pages = {}
    for number, (width, height) in enumerate(composed.sizes, 1):
        document.add_page(page_no=number, size=places.Size(width=width, height=height))
    provenance: dict[str, list[Any]] = {}
    cells: dict[str, dict[tuple[int, int], Any]] = {}
    for found in composed.located:
        left, top, right, bottom = found.box
        box = places.BoundingBox(l=left, t=top, r=right, b=bottom, coord_origin=places.CoordOrigin.TOPLEFT)
        if found.cell is not None:
            cells.setdefault(found.ref, {}).setdefault(found.cell, box)
            continue
        provenance.setdefault(found.ref, []).append(
            places.ProvenanceItem(page_no=found.page, bbox=box, charspan=(0, found.length))
        )
    for item in _items(document):
        item.prov = provenance.get(item.self_ref, [])
        _place_cells(item, cells.get(item.self_ref, {}))
    return bytes(document.model_dump_json(exclude_none=True), "utf-8")


def _place_cells(item: Any, boxes: Mapping[tuple[int, int], Any]) -> None:
    data = getattr(item, "data", None)
    for cell in getattr(data, "table_cells", ()):
        cell.bbox = boxes.get((cell.start_row_offset_idx, cell.start_col_offset_idx))


def _items(document: Any) -> Iterator[Any]:
    kinds: Sequence[Iterable[Any]] = (
        document.texts,
        document.tables,
        document.pictures,
        document.key_value_items,
        document.form_items,
    )
    for items in kinds:
        yield from items


def _comments(document: Any) -> dict[str, str]:
    """How many there are, as a fact."""
    count = sum(group.label.value == "comment_section" for group in document.groups)
    return {"comments": str(count)} if count else {}


def _title(sections: Sequence[Section]) -> str:
    """The first title; a presentation has one on each slide."""
    blocks = (block for section in sections for block in section.blocks)
    return next((" ".join(block.text.split()) for block in blocks if block.kind is StructureKind.TITLE), "")
