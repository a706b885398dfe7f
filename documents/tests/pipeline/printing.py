"""Makes small PDFs with pdfium, without any of the code under test."""

from collections.abc import Sequence
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

Text = tuple[float, float, str]  # from the left, from the bottom, what


def print_pdf(path: Path, pages: Sequence[Sequence[Text]], *, size: float = 11, stamp: str = "") -> None:
    """`stamp` is printed large and aslant over every page, before everything else."""
    document = pypdfium2.PdfDocument.new()
    font = pdfium.FPDFText_LoadStandardFont(document.raw, b"Helvetica")
    for texts in pages:
        page = document.new_page(612, 792)
        aslant = (0.707, 0.707, -0.707, 0.707)
        printed = [(100.0, 100.0, stamp, 80.0, aslant)] if stamp else []
        for x, y, text, points, turned in [*printed, *((*each, size, (1, 0, 0, 1)) for each in texts)]:
            item = pdfium.FPDFPageObj_CreateTextObj(document.raw, font, points)
            encoded = (text + "\x00").encode("utf-16-le")
            pdfium.FPDFText_SetText(item, (pdfium.FPDF_WCHAR * (len(encoded) // 2)).from_buffer_copy(encoded))
            pdfium.FPDFPageObj_Transform(item, *turned, x, y)
            pdfium.FPDFPage_InsertObject(page.raw, item)
        page.gen_content()
    document.save(path)
    document.close()
