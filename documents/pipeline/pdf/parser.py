"""PDF parsers: words by pdfium, text in images by OCR, structure by layout rules, export as a DoclingDocument."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from documents.errors import CorruptDocument, PageTooLarge
from documents.pipeline.docling_document import Described, PageSize, write_docling
from documents.pipeline.language import detect_language
from documents.pipeline.ocr.cache import OcrCache
from documents.pipeline.ocr.options import OcrMode, OcrOptions
from documents.pipeline.pdf.file import OpenedPdf, page_count, page_frame, replaced_by, unlock_pdf
from documents.pipeline.pdf.layout.document_rules import DOCUMENT_RULES, DocumentState
from documents.pipeline.pdf.layout.heading_levels import Levels
from documents.pipeline.pdf.layout.model import DraftItem, PageLayout
from documents.pipeline.pdf.layout.page_transform import scale_to_points
from documents.pipeline.pdf.metadata import page_label, read_metadata, read_outline
from documents.pipeline.pdf.objects import PageObjects, read_objects
from documents.pipeline.pdf.ocr.pages import DocumentOcr
from documents.pipeline.pdf.page import PageContent
from documents.pipeline.pdf.page_limits import STRUCTURE_SECONDS, analyse_or_degrade, attempt
from documents.pipeline.pdf.page_reader import DegradedPages, PageReader
from documents.pipeline.pdf.parse_warnings import NO_LEVELS, file_warnings, page_warnings
from documents.pipeline.pdf.rendition.forms import is_xfa
from documents.pipeline.pdf.rendition.viewer import viewer_rendition
from documents.pipeline.pdf.rules import ALL_RULES, RuleOptions, apply
from documents.pipeline.protocols import BuiltInPlugin
from documents.types import (
    DocumentInfo,
    Item,
    OutlineEntry,
    ParsedStructure,
    ParseEvent,
    ParseOptions,
    Rendition,
    StructureKind,
)

MIME_TYPE = "application/pdf"


class PdfParser(BuiltInPlugin):
    """Parser of PDFs. Uses the text of a page, and OCR for text that is only in its images."""

    name = "pdfium"
    version = "22"
    types = (MIME_TYPE,)
    can_degrade_pages = True
    rule_options = ALL_RULES

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        layouts: list[PageLayout] = []
        plain: list[int] = []
        with _open(path, options) as (opened, objects):
            document = opened.handle
            pages = page_count(document)
            yield DocumentInfo(pages)
            cache = OcrCache(Path(options.ocr_cache) if options.ocr_cache else None)
            ocr = DocumentOcr(OcrOptions.of(options.extra), cache)
            degraded = DegradedPages(options)
            reader = PageReader(document, objects.units, ocr.add_text, degraded)
            for number in range(1, pages + 1):
                content = reader.read(number) or PageContent(number, page_frame(document, number), ())
                yield from ocr.take_results()
                page, layout, is_analysed = analyse_or_degrade(content, self.rule_options)
                if not is_analysed:
                    plain.append(number)
                page, layout = scale_to_points(page, layout, unit=reader.unit(number, content.frame))
                layouts.append(layout)
                yield replace(page, label=page_label(document, number))
            if len(reader.damaged) + degraded.empty_count == len(layouts):
                raise PageTooLarge if reader.has_too_large_page else CorruptDocument
            yield from file_warnings(reader.damaged, has_xfa=is_xfa(document))
            yield from page_warnings(plain, sorted({*reader.incomplete, *objects.incomplete}))
            yield from degraded.warnings()
            yield from ocr.warnings()
            rendition = viewer_rendition(
                path, Path(options.scratch), opened, reader.flattened, is_encrypted=objects.is_encrypted
            )
            metadata, outline = read_metadata(document), read_outline(document)
        if rendition is not None:
            yield Rendition(str(rendition))
        scratch = Path(options.scratch)
        structure = attempt(
            lambda: _build_structure(path.name, layouts, scratch, outline, self.rule_options), seconds=STRUCTURE_SECONDS
        )
        if structure is None:
            yield NO_LEVELS
            structure = _flat_structure(path.name, layouts, scratch)
        yield replace(structure, metadata=metadata, outline=outline, links=reader.links, ocr_engines=ocr.engines)


@contextmanager
def _open(path: Path, options: ParseOptions) -> Iterator[tuple[OpenedPdf, PageObjects]]:
    """Open a PDF, with names for its fonts, and yield it with the objects of its pages."""
    with unlock_pdf(path, passwords=options.passwords, max_pages=options.max_pages) as opened:
        objects = read_objects(path, Path(options.scratch), password=opened.password)
        with replaced_by(objects.changed_copy, opened) as named:
            yield named, objects


class ForcedOcrPdfParser(PdfParser):
    """Parser that ignores the text of a PDF and runs OCR on every page, unless OCR is switched off.

    It is only used if it is selected by name: for scans with a bad text layer, and fonts without mapping to Unicode.
    """

    name = "pdfium-ocr"

    def score(self, mime_type: str) -> int:
        return 1 if mime_type == MIME_TYPE else 0

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        if options.extra.get("ocr") != OcrMode.OFF:
            options = replace(options, extra={**options.extra, "ocr": OcrMode.FORCE.value})
        yield from super().parse(path, options)


# Build the structure of a document from the layouts of its pages: headers, levels, title, language, docling.


def _build_structure(
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


def _flat_structure(name: str, layouts: Sequence[PageLayout], scratch: Path) -> ParsedStructure:
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
