"""`python -m benchmarks.formats.speed_child MODE FILE…`: CPU seconds per page and peak memory of one way to read PDFs.

Each mode runs in a process of its own: `pdfium` reads the raw text, `tokens` words with their boxes, `full` everything
without OCR, `auto` everything with OCR where pages have images, `ocr` the same for pages that are only an image.
Loading code and models does not count, because a worker does it once.
"""

import argparse
import json
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from benchmarks.processes import peak_mb
from documents.pipeline.docling_document import docling_json
from documents.pipeline.pdf.file import frame_of, open_page, open_pdf, page_count
from documents.pipeline.pdf.text.word_reader import read_words
from documents.pipeline.pdfium import pypdfium2
from documents.pipeline.registry import parser_for
from documents.types import DocumentInfo, ParseOptions

_PDF = "application/pdf"

Reader = Callable[[Path], int]
"""Reads a file and returns its number of pages."""


def _parse(file: Path, ocr: str) -> int:
    pages = 0
    with tempfile.TemporaryDirectory() as scratch:
        for event in parser_for(_PDF).parse(file, ParseOptions(_PDF, scratch, extra={"ocr": ocr})):
            if isinstance(event, DocumentInfo):
                pages = event.page_count
    return pages


def _full(file: Path) -> int:
    return _parse(file, "off")


def _tokens(file: Path) -> int:
    with open_pdf(file) as document:
        pages = page_count(document)
        for number in range(1, pages + 1):
            with open_page(document, number) as page:
                read_words(page, frame_of(page))
    return pages


def _auto(file: Path) -> int:
    return _parse(file, "auto")


def _pdfium(file: Path) -> int:
    document = pypdfium2.PdfDocument(file)
    for page in document:
        page.get_textpage().get_text_range()
    return len(document)


MODES: dict[str, Reader] = {
    "tokens": _tokens,
    "full": _full,
    "auto": _auto,
    "ocr": _auto,
    "pdfium": _pdfium,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", choices=sorted(MODES))
    parser.add_argument("files", type=Path, nargs="+")
    arguments = parser.parse_args()
    read = MODES[arguments.mode]
    docling_json("warm", (), ())
    read(arguments.files[0])  # warms up
    print(json.dumps(_measure(read, arguments.files)))


def _measure(read: Reader, files: Sequence[Path]) -> dict[str, float]:
    began = time.process_time()
    pages = sum(read(file) for file in files)
    seconds = time.process_time() - began
    return {"pages": pages, "cpu_s": seconds / pages, "peak_mb": peak_mb()}


if __name__ == "__main__":
    main()
