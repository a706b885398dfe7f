"""Makes small PDFs with pdfium, without any of the code under test."""

from collections.abc import Sequence
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium

Text = tuple[float, float, str]  # from the left, from the bottom, what


def print_pdf(path: Path, pages: Sequence[Sequence[Text]], *, size: float = 11) -> None:
    document = pypdfium2.PdfDocument.new()
    font = pdfium.FPDFText_LoadStandardFont(document.raw, b"Helvetica")
    for texts in pages:
        page = document.new_page(612, 792)
        for x, y, text in texts:
            item = pdfium.FPDFPageObj_CreateTextObj(document.raw, font, size)
            encoded = (text + "\x00").encode("utf-16-le")
            pdfium.FPDFText_SetText(item, (pdfium.FPDF_WCHAR * (len(encoded) // 2)).from_buffer_copy(encoded))
            pdfium.FPDFPageObj_Transform(item, 1, 0, 0, 1, x, y)
            pdfium.FPDFPage_InsertObject(page.raw, item)
        page.gen_content()
    document.save(path)
    document.close()
