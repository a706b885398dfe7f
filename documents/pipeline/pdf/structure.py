"""Build the structure of a document from the layouts of its pages: headers, levels, title, language, docling."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from documents.pipeline.docling_document import Described, PageSize, write_docling
from documents.pipeline.language import detect_language
from documents.pipeline.pdf.layout.continued import mark_continued
from documents.pipeline.pdf.layout.document_titles import (
    document_title,
    without_headings_above,
    without_title_again,
)
from documents.pipeline.pdf.layout.headers_footers import mark_headers_footers
from documents.pipeline.pdf.layout.heading_levels import heading_levels
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout
from documents.pipeline.pdf.layout.numbered_headings import mark_numbered_headings
from documents.pipeline.pdf.layout.outline_headings import apply_outline
from documents.pipeline.pdf.layout.repeated_headings import lower_contents_entries
from documents.types import Item, OutlineEntry, ParsedStructure, StructureKind


def build_structure(
    name: str, layouts: Sequence[PageLayout], scratch: Path, outline: Sequence[OutlineEntry] = ()
) -> ParsedStructure:
    """Build the structure, and write it as a DoclingDocument called `name` into `scratch`."""
    marked = mark_numbered_headings(mark_headers_footers(layouts))
    pages, outline_levels = apply_outline(lower_contents_entries(marked), outline)
    return _structure(name, pages, scratch, list(_items(pages, outline_levels)))


def flat_structure(name: str, layouts: Sequence[PageLayout], scratch: Path) -> ParsedStructure:
    """Do the same without what depends on several pages: the title, and the levels of headings, which are all 1."""
    levels = {id(draft): 1 for page in layouts for draft in page.drafts}
    described = [_described(page, draft, draft.kind, levels) for page in layouts for draft in page.drafts]
    return _structure(name, layouts, scratch, described)


def _structure(
    name: str, pages: Sequence[PageLayout], scratch: Path, described: Sequence[Described]
) -> ParsedStructure:
    title = next((entry.text for entry in described if entry.item.kind is StructureKind.TITLE), "")
    sizes = [PageSize(page.width, page.height) for page in pages]
    docling = scratch / "docling.json"
    write_docling(docling, name, sizes, described)
    return ParsedStructure(
        items=[entry.item for entry in described],
        language=detect_language(entry.text for entry in described),
        title=title,
        docling_path=str(docling),
    )


def _items(pages: Sequence[PageLayout], outline_levels: Mapping[int, int]) -> Iterator[Described]:
    title = document_title(pages)
    pages = without_title_again(without_headings_above(pages, title, outline_levels), title)
    levels = heading_levels(pages, outline_levels, title)
    for page in mark_continued(pages):
        for draft in page.drafts:
            yield _described(page, draft, StructureKind.TITLE if draft is title else draft.kind, levels)


def _described(page: PageLayout, draft: DraftItem, kind: StructureKind, levels: Mapping[int, int]) -> Described:
    item = Item(
        kind,
        page.number,
        draft.box,
        draft.start,
        draft.end,
        levels.get(id(draft)) if kind is StructureKind.HEADING else None,
        draft.table,
        continues=draft.continues,
        alt=draft.alt,
    )
    return Described(item, draft.text)
