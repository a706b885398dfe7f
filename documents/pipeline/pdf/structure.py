"""Build the structure of a document from the layouts of its pages: headers, levels, title, language, docling."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from documents.pipeline.docling_document import Described, PageSize, write_docling
from documents.pipeline.language import detect_language
from documents.pipeline.pdf.layout.document_rules import DOCUMENT_RULES, DocumentState
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout
from documents.pipeline.pdf.layout.outline_headings import Levels
from documents.pipeline.pdf.rules import ALL_RULES, RuleOptions, apply
from documents.types import Item, OutlineEntry, ParsedStructure, StructureKind


def build_structure(
    name: str,
    layouts: Sequence[PageLayout],
    scratch: Path,
    outline: Sequence[OutlineEntry] = (),
    options: RuleOptions = ALL_RULES,
) -> ParsedStructure:
    """Build the structure, and write it as a DoclingDocument called `name` into `scratch`."""
    document = DocumentState(layouts, outline, options)
    apply(DOCUMENT_RULES, document)
    return _structure(name, document.pages, scratch, list(_items(document)))


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


def _items(document: DocumentState) -> Iterator[Described]:
    for page in document.pages:
        for draft in page.drafts:
            kind = StructureKind.TITLE if draft is document.title else draft.kind
            yield _described(page, draft, kind, document.levels)


def _described(page: PageLayout, draft: DraftItem, kind: StructureKind, levels: Levels) -> Described:
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
