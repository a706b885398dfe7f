"""The parser of PDFs with a text layer: pdfium for words, rules for structure, docling's model as the frame."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from documents.errors import CorruptDocument
from documents.pipeline.pdf.document import build_structure
from documents.pipeline.pdf.file import Handle, PageUnreadable, frame_of, open_page, open_pdf, page_count
from documents.pipeline.pdf.frame import PageFrame
from documents.pipeline.pdf.graphics import read_graphics
from documents.pipeline.pdf.layout import PageSketch
from documents.pipeline.pdf.orientation import main_turn
from documents.pipeline.pdf.page import RawPage, analyse_page
from documents.pipeline.pdf.words import read_words
from documents.types import DocumentInfo, ParseEvent, ParseOptions, ParseWarning

MIME_TYPE = "application/pdf"
_LETTER = PageFrame(0.0, 0.0, 612.0, 792.0, 0)  # stands in for the size of a page that cannot be read
_NAMED_PAGES = 20


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
        damaged: list[int] = []
        silent: list[int] = []
        with open_pdf(path, passwords=options.passwords, max_pages=options.max_pages) as document:
            pages = page_count(document)
            yield DocumentInfo(pages)
            for number in range(1, pages + 1):
                raw = _read(document, number)
                if raw is None:
                    damaged.append(number)
                elif not raw.words:
                    silent.append(number)
                page, sketch = analyse_page(raw or RawPage(number, _LETTER, ()))
                sketches.append(sketch)
                yield page
        if len(damaged) == len(sketches):
            raise CorruptDocument
        yield from _warnings(damaged, silent)
        yield build_structure(path.name, sketches)


def _read(document: Handle, number: int) -> RawPage | None:
    try:
        with open_page(document, number) as page:
            return _read_page(page, number)
    except PageUnreadable:
        return None


def _read_page(page: Handle, number: int) -> RawPage:
    """In the frame in which most of its text is upright."""
    shown = frame_of(page)
    words = read_words(page, shown)
    frame = shown.turned(main_turn(words))
    if frame != shown:
        words = read_words(page, frame)
    return RawPage(number, frame, words, read_graphics(page, frame), shown=shown)


def _warnings(damaged: Sequence[int], silent: Sequence[int]) -> Iterator[ParseWarning]:
    if damaged:
        yield ParseWarning("page_unreadable", f"Damaged and not readable: {_named(damaged)}.")
    if silent:
        yield ParseWarning(
            "no_text_on_page", f"No text was found on {_named(silent)}; pictures of text are not read yet."
        )


def _named(pages: Sequence[int]) -> str:
    names = ", ".join(str(number) for number in pages[:_NAMED_PAGES])
    more = f" and {len(pages) - _NAMED_PAGES} more" if len(pages) > _NAMED_PAGES else ""
    return f"page{'s' if len(pages) > 1 else ''} {names}{more}"
