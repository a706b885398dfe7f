"""A page, or a part of it, as pixels."""

import ctypes

import numpy as np
import pypdfium2.raw as pdfium
from numpy.typing import NDArray

from documents.pipeline.pdf.file import Handle

_PLAIN = pdfium.FPDF_ANNOT


def draw(page: Handle, width: int, height: int, *, quarter_turns: int = 0) -> NDArray[np.uint8]:
    """The whole page on white, RGB; `quarter_turns` clockwise beyond how it is shown, sizes are those after that."""
    width, height = max(1, width), max(1, height)
    bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pdfium.FPDFBitmap_BGRx, None, 0)
    if not bitmap:
        raise MemoryError
    try:
        pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xFFFFFFFF)
        pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, quarter_turns, _PLAIN)
        stride = pdfium.FPDFBitmap_GetStride(bitmap)
        data = ctypes.string_at(pdfium.FPDFBitmap_GetBuffer(bitmap), stride * height)
    finally:
        pdfium.FPDFBitmap_Destroy(bitmap)
    pixels = np.frombuffer(data, np.uint8).reshape(height, stride // 4, 4)[:, :width, 2::-1]
    return np.ascontiguousarray(pixels)
