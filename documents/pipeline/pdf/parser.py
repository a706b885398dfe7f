"""PDF parsers: words by pdfium, text in images by OCR, structure by layout rules, export as a DoclingDocument."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from documents.errors import CorruptDocument, PageTooLarge
from documents.pipeline.ocr.cache import OcrCache
from documents.pipeline.ocr.options import OcrMode, OcrOptions
from documents.pipeline.pdf.degraded_pages import DegradedPages
from documents.pipeline.pdf.file import OpenedPdf, page_count, page_frame, replaced_by, unlock_pdf
from documents.pipeline.pdf.layout.model import PageLayout
from documents.pipeline.pdf.layout.page_transform import scale_to_points
from documents.pipeline.pdf.metadata import page_label, read_metadata, read_outline
from documents.pipeline.pdf.objects import PageObjects, read_objects
from documents.pipeline.pdf.ocr.pages import DocumentOcr
from documents.pipeline.pdf.page import PageContent
from documents.pipeline.pdf.page_limits import STRUCTURE_SECONDS, analyse_or_degrade, attempt
from documents.pipeline.pdf.page_reader import PageReader
from documents.pipeline.pdf.parse_warnings import NO_LEVELS, file_warnings, page_warnings
from documents.pipeline.pdf.rendition.forms import is_xfa
from documents.pipeline.pdf.rendition.viewer import viewer_rendition
from documents.pipeline.pdf.rules import ALL_RULES
from documents.pipeline.pdf.structure import build_structure, flat_structure
from documents.pipeline.protocols import BuiltInPlugin
from documents.types import DocumentInfo, ParseEvent, ParseOptions, Rendition

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
            lambda: build_structure(path.name, layouts, scratch, outline, self.rule_options), seconds=STRUCTURE_SECONDS
        )
        if structure is None:
            yield NO_LEVELS
            structure = flat_structure(path.name, layouts, scratch)
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
