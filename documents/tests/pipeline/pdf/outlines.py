"""Content streams that draw text as shapes, as design programs do when they convert text to outlines."""

import ctypes
from collections.abc import Iterator
from functools import cache

from documents.pipeline.pdfium import pypdfium2
from documents.pipeline.pdfium import raw as pdfium

_DOCUMENT = pypdfium2.PdfDocument.new()  # of the font


def outlines(x: float, y: float, text: str, *, size: float = 11) -> bytes:
    """Return the content that draws a line of text as one filled shape for each character."""
    shapes = []
    for character in text:
        glyph = ord(character)
        shapes.append(" ".join(_operators(glyph, x, y, size)) + " f\n")
        width = ctypes.c_float()
        pdfium.FPDFFont_GetGlyphWidth(_font(), glyph, size, width)
        x += width.value
    return "".join(shape for shape in shapes if shape.strip() != "f").encode()


@cache
def _font() -> object:
    return pdfium.FPDFText_LoadStandardFont(_DOCUMENT.raw, b"Helvetica")


def _operators(glyph: int, x: float, y: float, size: float) -> Iterator[str]:
    """Yield the path operators of a glyph."""
    path = pdfium.FPDFFont_GetGlyphPath(_font(), glyph, 1.0)  # in em
    controls: list[str] = []
    for index in range(pdfium.FPDFGlyphPath_CountGlyphSegments(path) if path else 0):
        segment = pdfium.FPDFGlyphPath_GetGlyphPathSegment(path, index)
        dx, dy = ctypes.c_float(), ctypes.c_float()
        pdfium.FPDFPathSegment_GetPoint(segment, dx, dy)
        controls.append(f"{x + size * dx.value:.2f} {y + size * dy.value:.2f}")
        kind = pdfium.FPDFPathSegment_GetType(segment)
        if kind != pdfium.FPDF_SEGMENT_BEZIERTO:
            yield f"{controls.pop()} {'m' if kind == pdfium.FPDF_SEGMENT_MOVETO else 'l'}"
        elif len(controls) == 3:
            yield f"{' '.join(controls)} c"
            controls = []
