"""Appearance of glyphs: size, weight, colour and direction."""

import ctypes
import math
import re
from functools import cache, lru_cache
from typing import NamedTuple

from documents.pipeline.pdf.file import Handle
from documents.pipeline.pdfium import raw as pdfium
from documents.types import Box

REGULAR, MEDIUM, BOLD, BLACK = range(4)
_ITALIC = re.compile(r"ital|obli|slant|(?-i:-[A-Za-z]*It$)", re.IGNORECASE)
_BLACK = re.compile(r"black|heavy|ultra|extra-?bold", re.IGNORECASE)
_MEDIUM = re.compile(r"medium|semi|demi", re.IGNORECASE)
_BOLD = re.compile(r"bold|-bd|cmbx|sfbx|[a-z]bx\d|\.b\b|bd$|-b\b", re.IGNORECASE)
_REGULAR = re.compile(r"regular|roman$|-book|light|thin\b|[^i]italic$", re.IGNORECASE)
_NUMERIC_BOLD = 600
_MIN_SIZE = 0.5  # points: sizes are divisors
_MIN_SLANT = 0.1  # quarter turns: scanned pages are skewed by less

# Font names of words that were recognized by OCR: on a scanned page, and in a picture on a page with text. The latter
# are never headings or table cells.
OCR_PAGE_FONT = "OCR"
OCR_PICTURE_FONT = "OCR of a picture"


class Style(NamedTuple):
    """Appearance of glyphs. `size` is in points after all transformations, `weight` is from `REGULAR` to `BLACK`.

    `rotation` counts counterclockwise quarter turns: 1 runs up the page, 2 is upside down, 3 runs down the page. The
    direction of slanted text is between two of these.
    """

    size: float
    weight: int
    font: str
    color: tuple[int, int, int]
    rotation: int = 0
    is_slanted: bool = False

    @property
    def is_sideways(self) -> bool:
        return self.rotation % 2 == 1


class StyleReader:
    """Reader of the style of single glyphs. Holds the buffers for pdfium's results."""

    def __init__(self, text_page: Handle, quarter_turns: int) -> None:
        self._text_page = text_page
        self._quarter_turns = quarter_turns
        self._matrix = pdfium.FS_MATRIX()
        self._name = ctypes.create_string_buffer(256)
        self._flags = ctypes.c_int()
        self._channels = [ctypes.c_uint() for _ in range(4)]
        self._fonts: dict[bytes, tuple[str, int]] = {}

    def read(self, index: int, box: Box, text_object: Handle) -> Style:
        """Return the style of the glyph at an index of pdfium's text, in a text object. `box` is that of the glyph."""
        size = float(pdfium.FPDFText_GetFontSize(self._text_page, index))
        turns = 0.0
        if pdfium.FPDFText_GetMatrix(self._text_page, index, self._matrix):
            matrix = self._matrix
            size *= math.hypot(matrix.c, matrix.d) or 1.0
            turns = math.atan2(matrix.b, matrix.a) * 2 / math.pi
        font, weight = self._font_of(index, text_object)
        is_slanted = abs(turns - round(turns)) > _MIN_SLANT
        rotation = (round(turns) - self._quarter_turns) % 4
        return Style(_plausible_size(size, box), weight, font, self._color(index), rotation, is_slanted)

    def _font_of(self, index: int, text_object: Handle) -> tuple[str, int]:
        """Return the name and the weight of the font, cached by its address."""
        address = bytes(pdfium.FPDFTextObj_GetFont(text_object)) if text_object else b""
        font = self._fonts.get(address)
        if font is None:
            name = self._font(index)
            font = name, font_weight(name, int(pdfium.FPDFText_GetFontWeight(self._text_page, index)))
            if address:
                self._fonts[address] = font
        return font

    def _font(self, index: int) -> str:
        length = pdfium.FPDFText_GetFontInfo(self._text_page, index, self._name, 256, self._flags)
        return self._name.raw[: max(0, min(length, 256) - 1)].decode("utf-8", "replace") if length else ""

    def _color(self, index: int) -> tuple[int, int, int]:
        red, green, blue, alpha = self._channels
        if not pdfium.FPDFText_GetFillColor(self._text_page, index, red, green, blue, alpha):
            return (0, 0, 0)
        return (red.value, green.value, blue.value)


@cache
def font_weight(name: str, numeric: int) -> int:
    """Return the weight of a font, by its name first: the numeric weight in PDFs is often wrong."""
    for pattern, weight in ((_BLACK, BLACK), (_MEDIUM, MEDIUM), (_BOLD, BOLD), (_REGULAR, REGULAR)):
        if pattern.search(name):
            return weight
    return BOLD if numeric >= _NUMERIC_BOLD else REGULAR


@lru_cache(maxsize=1024)  # names are from the files
def is_italic(name: str) -> bool:
    """Check the font's name for italics: pdfium's flags are set for few italic fonts."""
    return _ITALIC.search(name) is not None


def _plausible_size(size: float, box: Box) -> float:
    """Round the size to half points. If it is not plausible for text, use the height of the glyph's box instead."""
    if 2 < size < 200:
        return round(size * 2) / 2
    return max(_MIN_SIZE, round((box.y1 - box.y0) * 1.6) / 2)
