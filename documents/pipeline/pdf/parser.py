"""The parser of PDFs: pdfium for words, OCR for those in pictures, rules for structure, docling for the frame."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from documents.errors import CorruptDocument
from documents.pipeline.ocr.kept import Kept
from documents.pipeline.ocr.options import OcrOptions
from documents.pipeline.pdf.document import build_structure
from documents.pipeline.pdf.file import page_count, unlock_pdf
from documents.pipeline.pdf.forms import is_xfa
from documents.pipeline.pdf.frame import PageFrame
from documents.pipeline.pdf.layout import PageSketch
from documents.pipeline.pdf.moving import in_points
from documents.pipeline.pdf.naming import named
from documents.pipeline.pdf.navigation import facts_of, label_of, outline_of
from documents.pipeline.pdf.page import RawPage, analyse_page
from documents.pipeline.pdf.page_reader import PageReader
from documents.pipeline.pdf.scanned import PictureReader
from documents.pipeline.pdf.viewing import for_the_viewer, user_units
from documents.pipeline.plugin import OfTypes
from documents.types import DocumentInfo, ParseEvent, ParseOptions, ParseWarning, Rendition

MIME_TYPE = "application/pdf"
_LETTER = PageFrame(0.0, 0.0, 612.0, 792.0, 0)  # stands in for the size of a page that cannot be read


class PdfParser(OfTypes):
    """Takes the text that a page has; what is only in its pictures is read off them."""

    name = "pdfium"
    version = "14"
    types = (MIME_TYPE,)

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        sketches: list[PageSketch] = []
        damaged: list[int] = []
        with unlock_pdf(path, passwords=options.passwords, max_pages=options.max_pages) as opened:
            document = opened.handle
            pages = page_count(document)
            yield DocumentInfo(pages)
            kept = Kept(Path(options.readings) if options.readings else None)
            pictures = PictureReader(OcrOptions.of(options.extra), kept)
            reader = PageReader(document, user_units(path, password=opened.password), pictures.complete)
            for number in range(1, pages + 1):
                raw = reader.read(number)
                yield from pictures.fresh()
                if raw is None:
                    damaged.append(number)
                page, sketch = analyse_page(raw or RawPage(number, _LETTER, ()))
                page, sketch = in_points(page, sketch, unit=reader.unit(number))
                sketches.append(sketch)
                yield replace(page, label=label_of(document, number))
            if len(damaged) == len(sketches):
                raise CorruptDocument
            yield from _warnings(damaged, has_program=is_xfa(document))
            yield from pictures.warnings()
            rendition = for_the_viewer(path, Path(options.scratch), opened, reader.flattened)
            facts, outline = facts_of(document), outline_of(document)
        if rendition is not None:
            yield Rendition(str(rendition))
        structure = build_structure(path.name, sketches, Path(options.scratch), outline)
        yield replace(structure, facts=facts, outline=outline, links=reader.links, read_by=pictures.read_by)


def _warnings(damaged: Sequence[int], *, has_program: bool) -> Iterator[ParseWarning]:
    if has_program:
        yield ParseWarning(
            "dynamic_form", "This form is drawn by a program inside the file (XFA); what it would show is not read."
        )
    if damaged:
        yield ParseWarning("page_unreadable", f"Damaged and not readable: {named(damaged)}.")
