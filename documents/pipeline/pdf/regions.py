"""Regions of the pages of PDFs as pictures."""

from pathlib import Path
from typing import Final

from PIL import Image

from documents.errors import CorruptDocument
from documents.pipeline.pdf.file import PageUnreadable, frame_of, open_page, open_pdf
from documents.pipeline.pdf.rendition.bitmap import PagePart, render
from documents.pipeline.pdfium import raw as pdfium
from documents.pipeline.pictures import to_webp
from documents.types import Box

_SCALE: Final = 150 / 72  # pixels per point
_MAX_SIDE: Final = 2_000  # pixels


def draw_region(path: Path, number: int, box: Box, *, page_width: float, passwords: tuple[str, ...] = ()) -> bytes:
    """Render a region of a page on white, as webp.

    `box` is one of the visible, rotated page, in the unit of `page_width`: that of the file may be another one.
    """
    with open_pdf(path, passwords=passwords) as document:
        try:
            with open_page(document, number) as page:
                frame = frame_of(page)
                unit = frame.width / page_width
                x0, x1 = sorted(min(max(0.0, x * unit), frame.width) for x in (box.x0, box.x1))
                y0, y1 = sorted(min(max(0.0, y * unit), frame.height) for y in (box.y0, box.y1))
                scale = min(_SCALE / unit, _MAX_SIDE / max(x1 - x0, y1 - y0, 1.0))
                width, height = max(1, round((x1 - x0) * scale)), max(1, round((y1 - y0) * scale))
                part = PagePart(*(round(value * scale) for value in (frame.width, frame.height, x0, y0)))
                bitmap = render(page, width, height, part=part, flags=pdfium.FPDF_LCD_TEXT)
                return to_webp(Image.frombytes("RGB", (width, height), bitmap.data, "raw", "BGRX", bitmap.stride))
        except PageUnreadable:
            raise CorruptDocument from None
