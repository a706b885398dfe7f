"""Write small PDFs with pdfium, without any of the code under test."""

from collections.abc import Sequence
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

Text = tuple[float, float, str]  # x from the left, y from the bottom, text

_SLANTED = (0.707, 0.707, -0.707, 0.707)


def write_pdf(path: Path, pages: Sequence[Sequence[Text]], *, size: float = 11, stamp: str = "") -> None:
    """Write pages with texts. `stamp` is printed first on every page, large and slanted."""
    document = pypdfium2.PdfDocument.new()
    font = pdfium.FPDFText_LoadStandardFont(document.raw, b"Helvetica")
    for texts in pages:
        page = document.new_page(612, 792)
        stamps = [(100.0, 100.0, stamp, 80.0, _SLANTED)] if stamp else []
        for x, y, text, points, matrix in [*stamps, *((*each, size, (1, 0, 0, 1)) for each in texts)]:
            item = pdfium.FPDFPageObj_CreateTextObj(document.raw, font, points)
            encoded = (text + "\x00").encode("utf-16-le")
            pdfium.FPDFText_SetText(item, (pdfium.FPDF_WCHAR * (len(encoded) // 2)).from_buffer_copy(encoded))
            pdfium.FPDFPageObj_Transform(item, *matrix, x, y)
            pdfium.FPDFPage_InsertObject(page.raw, item)
        page.gen_content()
    document.save(path)
    document.close()
