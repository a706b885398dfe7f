"""`python -m benchmarks.formats.speed MODE FILE…`: CPU seconds a page and peak memory of one way to read PDFs.

Each mode has a process of its own. `tokens`, `full` and `ocr` are ours: words and layout, the whole of it without and
with reading of pictures; `pdfium` is raw text. Loading what is needed is not counted, as in a worker that stays.
"""

import argparse
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pypdfium2

from config.stack.layout import PROJECT
from documents.pipeline.docling_document import docling_json
from documents.pipeline.registry import parser_for
from documents.types import DocumentInfo, PagesRead, ParseOptions

_PDF = "application/pdf"
_KILOBYTES = 1024
_REPEATS = 3  # the best of these counts: whatever else the machine does makes it slower, never faster


def measure(mode: str, files: Sequence[Path]) -> dict[str, float]:
    """In processes of their own."""
    argv = [sys.executable, "-m", "benchmarks.formats.speed", mode, *map(str, files)]
    runs = [
        json.loads(subprocess.run(argv, cwd=PROJECT, check=True, stdout=subprocess.PIPE).stdout)
        for _ in range(_REPEATS)
    ]
    best: dict[str, float] = min(runs, key=lambda run: run["cpu_s"])
    return best


def _parse(file: Path, *, until_pages: bool = False, ocr: str = "off") -> int:
    pages = 0
    with tempfile.TemporaryDirectory() as scratch:
        for event in parser_for(_PDF).parse(file, ParseOptions(_PDF, scratch, extra={"ocr": ocr})):
            if isinstance(event, DocumentInfo):
                pages = event.page_count
            if until_pages and isinstance(event, PagesRead):
                break
    return pages


def _full(file: Path) -> int:
    return _parse(file)


def _tokens(file: Path) -> int:
    return _parse(file, until_pages=True)


def _ocr(file: Path) -> int:
    return _parse(file, ocr="auto")


def _pdfium(file: Path) -> int:
    document = pypdfium2.PdfDocument(file)
    for page in document:
        page.get_textpage().get_text_range()
    return len(document)


MODES: dict[str, Callable[[Path], int]] = {"tokens": _tokens, "full": _full, "ocr": _ocr, "pdfium": _pdfium}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("mode", choices=sorted(MODES))
    parser.add_argument("files", type=Path, nargs="+")
    chosen = parser.parse_args()
    read = MODES[chosen.mode]
    docling_json("warm", (), ())
    read(chosen.files[0])
    began = time.process_time()
    pages = sum(read(file) for file in chosen.files)
    seconds = time.process_time() - began
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / _KILOBYTES
    print(json.dumps({"pages": pages, "cpu_s": seconds / pages, "peak_mb": peak}))


if __name__ == "__main__":
    main()
