"""Thumbnails of PDFs: the first page as a small WebP image."""

from pathlib import Path

from PIL import Image

from documents.errors import CorruptDocument
from documents.pipeline.pdf.file import PageUnreadable, frame_of, open_page, open_pdf
from documents.pipeline.pdf.rendition.bitmap import PagePart, render
from documents.pipeline.pdfium import raw as pdfium
from documents.pipeline.pictures import MAX_SHAPE, to_webp
from documents.pipeline.protocols import BuiltInPlugin

MIME_TYPE = "application/pdf"


class PdfThumbnailer(BuiltInPlugin):
    """Thumbnailer that renders with pdfium."""

    name = "pdfium"
    version = "1"
    types = (MIME_TYPE,)

    def thumbnail(self, path: Path, mime_type: str, *, width: int) -> bytes:
        return to_webp(draw_first_page(path, width=width))


def draw_first_page(path: Path, *, width: int) -> Image.Image:
    """Render the first page on white, with its own rotation. Of a very long page only the top is rendered."""
    with open_pdf(path) as document:
        try:
            with open_page(document, 1) as page:
                frame = frame_of(page)
                page_height = max(1, round(width * frame.height / (frame.width or 1.0)))
                height = min(page_height, MAX_SHAPE * width)
                bitmap = render(page, width, height, part=PagePart(width, page_height), flags=pdfium.FPDF_LCD_TEXT)
                return Image.frombytes("RGB", (width, height), bitmap.data, "raw", "BGRX", bitmap.stride)
        except PageUnreadable:
            raise CorruptDocument from None
