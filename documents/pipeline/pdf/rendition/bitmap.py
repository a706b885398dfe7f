"""Render pages, and regions of them, to pixels with pdfium."""

import ctypes
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from documents.errors import CorruptDocument
from documents.pipeline.pdf.file import Handle, PageUnreadable, frame_of, open_page, open_pdf
from documents.pipeline.pdfium import raw as pdfium
from documents.pipeline.pictures import to_webp
from documents.types import Box


class Bitmap(NamedTuple):
    """Rows of pixels of four bytes each (blue, green, red, unused); `stride` is the length of a row in bytes."""

    data: bytes
    stride: int


class PagePart(NamedTuple):
    """The size of the whole page, and where on it the part that is rendered begins; in pixels."""

    width: int
    height: int
    left: int = 0
    top: int = 0


def render(
    page: Handle, width: int, height: int, *, part: PagePart | None = None, quarter_turns: int = 0, flags: int = 0
) -> Bitmap:
    """Render a page with its annotations on white.

    With `part`, only that part of the page is rendered. `quarter_turns` rotates the page
    clockwise in addition to its own rotation; the sizes are those after that.
    """
    whole = part or PagePart(width, height)
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_BGRx, None, 0)
    if not bitmap:
        raise MemoryError
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        pdfium.FPDF_RenderPageBitmap(
            bitmap, page, -whole.left, -whole.top, whole.width, whole.height, quarter_turns, pdfium.FPDF_ANNOT | flags
        )
        stride = pdfium.FPDFBitmap_GetStride(bitmap)
        return Bitmap(ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height), stride)
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)


def render_rgb(page: Handle, width: int, height: int, *, quarter_turns: int = 0) -> NDArray[np.uint8]:
    """Render a page as an array of rows, columns and RGB channels."""
    import cv2  # noqa: PLC0415  # heavy

    width, height = max(1, width), max(1, height)
    bitmap = render(page, width, height, quarter_turns=quarter_turns)
    pixels = np.frombuffer(bitmap.data, np.uint8).reshape(height, bitmap.stride // 4, 4)[:, :width]
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGRA2RGB), np.uint8)  # numpy takes 25 times as long


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
