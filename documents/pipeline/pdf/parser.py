"""The parser of PDFs with a text layer: pdfium for words, rules for structure, docling's model as the frame."""

from collections.abc import Iterator
from pathlib import Path

from documents.pipeline.pdf.file import Handle, PageUnreadable, frame_of, open_page, open_pdf, page_count
from documents.pipeline.pdf.layout import PageSketch
from documents.pipeline.pdf.page import RawPage, analyse_page
from documents.pipeline.pdf.words import read_words
from documents.types import DocumentInfo, Item, ParsedPage, ParsedStructure, ParseEvent, ParseOptions

MIME_TYPE = "application/pdf"
LETTER = (612.0, 792.0)


class PdfParser:
    """Born-digital PDFs. Pages without a text layer are reported, not read."""

    name = "pdfium"
    version = "1"

    def accepted_types(self) -> tuple[str, ...]:
        return (MIME_TYPE,)

    def score(self, mime_type: str) -> int:
        return 50 if mime_type == MIME_TYPE else 0

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        sketches: list[PageSketch] = []
        with open_pdf(path, passwords=options.passwords, max_pages=options.max_pages) as document:
            pages = page_count(document)
            yield DocumentInfo(pages)
            for number in range(1, pages + 1):
                page, sketch = _parse_page(document, number)
                sketches.append(sketch)
                yield page
        yield ParsedStructure(items=_items(sketches))


def _parse_page(document: Handle, number: int) -> tuple[ParsedPage, PageSketch]:
    try:
        with open_page(document, number) as page:
            frame = frame_of(page)
            raw = RawPage(number, frame.width, frame.height, read_words(page, frame))
    except PageUnreadable:
        raw = RawPage(number, *LETTER, ())
    return analyse_page(raw)


def _items(sketches: list[PageSketch]) -> list[Item]:
    return [
        Item(draft.kind, sketch.number, draft.box, draft.start, draft.end, table=draft.table)
        for sketch in sketches
        for draft in sketch.drafts
    ]
