"""The first page of a PDF as a small picture."""

import ctypes
from pathlib import Path

import pypdfium2.raw as pdfium
from PIL import Image

from documents.errors import CorruptDocument
from documents.pipeline.pdf.file import Handle, PageUnreadable, frame_of, open_page, open_pdf
from documents.pipeline.pictures import MAX_SHAPE, to_webp
from documents.pipeline.plugin import OfTypes

MIME_TYPE = "application/pdf"


class PdfThumbnailer(OfTypes):
    """Draws with pdfium."""

    name = "pdfium"
    version = "1"
    types = (MIME_TYPE,)

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes:
        return to_webp(draw_first_page(path, width=width))


def draw_first_page(path: Path, *, width: int) -> Image.Image:
    """On white, rotated as the page is shown; of a very long page only the top."""
    with open_pdf(path) as document:
        try:
            with open_page(document, 1) as page:
                frame = frame_of(page)
                full_height = max(1, round(width * frame.height / (frame.width or 1.0)))
                return _draw(page, width, min(full_height, MAX_SHAPE * width), full_height=full_height)
        except PageUnreadable:
            raise CorruptDocument from None


def _draw(page: Handle, width: int, height: int, *, full_height: int) -> Image.Image:
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_BGRx, None, 0)
    if not bitmap:
        raise MemoryError
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        pdfium.FPDF_RenderPageBitmap(
            bitmap, page, 0, 0, width, full_height, 0, pdfium.FPDF_ANNOT | pdfium.FPDF_LCD_TEXT
        )
        stride = pdfium.FPDFBitmap_GetStride(bitmap)
        pixels = pdfium.FPDFBitmap_GetBuffer(bitmap)
        data = ctypes.string_at(pixels, stride * height)
        return Image.frombytes("RGB", (width, height), data, "raw", "BGRX", stride)
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)
