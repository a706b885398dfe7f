"""`python -m benchmarks.formats.speed MODE FILE…`: CPU seconds a page and peak memory of one way to read PDFs.

Each mode has a process of its own. `tokens` is words with their boxes and nothing else, `full` everything but reading
of pictures, `auto` that as well where pages have some, `ocr` the same over pages that are nothing but a picture;
`pdfium` is raw text. Loading what is needed is not counted, as in a worker that stays.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pypdfium2

from benchmarks.formats.peak import peak_mb
from config.stack.layout import PROJECT
from documents.pipeline.docling_document import docling_json
from documents.pipeline.pdf.file import frame_of, open_page, open_pdf, page_count
from documents.pipeline.pdf.words import read_words
from documents.pipeline.registry import parser_for
from documents.types import DocumentInfo, ParseOptions

_PDF = "application/pdf"
_REPEATS = 3  # the best of these counts: whatever else the machine does makes it slower, never faster


def measure(mode: str, files: Sequence[Path]) -> dict[str, float]:
    """In processes of their own."""
    return best([sys.executable, "-m", "benchmarks.formats.speed", mode, *map(str, files)])


def best(argv: Sequence[str]) -> dict[str, float]:
    """Of some runs of a program that says on its last line how many CPU seconds a page took it."""
    runs = [subprocess.run(argv, cwd=PROJECT, check=True, stdout=subprocess.PIPE).stdout for _ in range(_REPEATS)]
    told: list[dict[str, float]] = [json.loads(run.splitlines()[-1]) for run in runs]
    return min(told, key=lambda run: run["cpu_s"])


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


MODES: dict[str, Callable[[Path], int]] = {
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
    chosen = parser.parse_args()
    read = MODES[chosen.mode]
    docling_json("warm", (), ())
    read(chosen.files[0])
    print(json.dumps(timed(read, chosen.files)))


def timed(read: Callable[[Path], int], files: Sequence[Path]) -> dict[str, float]:
    """`read` gives how many pages it has read."""
    began = time.process_time()
    pages = sum(read(file) for file in files)
    seconds = time.process_time() - began
    return {"pages": pages, "cpu_s": seconds / pages, "peak_mb": peak_mb()}


if __name__ == "__main__":
    main()
