"""From the sketches of all pages to the structure of the document: running heads, levels, title, language, docling."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from documents.pipeline.docling_document import Described, PageSize, write_docling
from documents.pipeline.language import detect_language
from documents.pipeline.pdf.furniture import mark_furniture
from documents.pipeline.pdf.layout import Draft, PageSketch
from documents.pipeline.pdf.levels import document_title, heading_levels
from documents.pipeline.pdf.outlined import with_outline
from documents.types import Item, OutlineEntry, ParsedStructure, StructureKind

_DOCLING = "docling.json"


def build_structure(
    name: str, sketches: Sequence[PageSketch], scratch: Path, outline: Sequence[OutlineEntry] = ()
) -> ParsedStructure:
    """`name` is what the docling document is called, which lies in `scratch`."""
    pages, told = with_outline(mark_furniture(sketches), outline)
    described = list(_items(pages, told))
    title = next((entry.text for entry in described if entry.item.kind is StructureKind.TITLE), "")
    sizes = [PageSize(page.width, page.height) for page in pages]
    write_docling(scratch / _DOCLING, name, sizes, described)
    content = (entry.text for entry in described)
    return ParsedStructure(
        items=[entry.item for entry in described],
        language=detect_language(content),
        title=title,
        docling_path=str(scratch / _DOCLING),
    )


def _items(pages: Sequence[PageSketch], told: Mapping[int, int]) -> Iterator[Described]:
    title, levels = document_title(pages), heading_levels(pages, told)
    for page in pages:
        for draft in page.drafts:
            kind = StructureKind.TITLE if draft is title else draft.kind
            level = levels.get(id(draft)) if kind is StructureKind.HEADING else None
            yield Described(_item(replace(draft, kind=kind), page.number, level), draft.text)


def _item(draft: Draft, page: int, level: int | None) -> Item:
    return Item(draft.kind, page, draft.box, draft.start, draft.end, level, draft.table)
