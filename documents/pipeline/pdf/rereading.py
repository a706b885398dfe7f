"""PDFs whose text is not to be trusted: every page is read as if it were only a picture."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from documents.pipeline.ocr.options import OcrMode
from documents.pipeline.pdf.parser import MIME_TYPE, PdfParser
from documents.types import ParseEvent, ParseOptions


class RereadingPdfParser(PdfParser):
    """For whoever asks for it by name: scans with a bad text layer, fonts without meaning."""

    name = "pdfium-ocr"

    def score(self, mime_type: str) -> int:
        return 1 if mime_type == MIME_TYPE else 0

    def parse(self, path: Path, options: ParseOptions) -> Iterator[ParseEvent]:
        if options.extra.get("ocr") != OcrMode.OFF:
            options = replace(options, extra={**options.extra, "ocr": OcrMode.FORCE.value})
        yield from super().parse(path, options)
