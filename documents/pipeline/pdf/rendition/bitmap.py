"""Render pages to pixels with pdfium."""

import ctypes
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from documents.pipeline.pdf.file import Handle
from documents.pipeline.pdfium import raw as pdfium


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
