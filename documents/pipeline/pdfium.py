"""pdfium, without the fonts of the host. Every module imports it from here (a test checks that).

What a PDF does not embed is read and drawn with the fonts that pdfium contains and, in Chinese, Japanese and Korean,
with those of `documents.pipeline.fonts`. So texts, places and pictures are the same on every host. pdfium needs glyphs
to read, too: it leaves out vertical text without them.
"""

import ctypes
from typing import Any, Final

import pypdfium2
from pypdfium2 import raw

from documents.pipeline.fonts import CHINESE_AND_JAPANESE, KOREAN

__all__ = ("pypdfium2", "raw")

_FONTS: Final = {
    raw.FXFONT_SHIFTJIS_CHARSET: CHINESE_AND_JAPANESE,
    raw.FXFONT_GB2312_CHARSET: CHINESE_AND_JAPANESE,
    raw.FXFONT_CHINESEBIG5_CHARSET: CHINESE_AND_JAPANESE,
    raw.FXFONT_HANGEUL_CHARSET: KOREAN,
}
_WHOLE_FILE: Final = 0  # instead of the name of a table


def _map_font(_: object, _weight: int, _italic: int, charset: int, *_rest: object) -> int | None:
    """Return the handle of a font, which is its character set, or None for a font that pdfium contains."""
    return charset if charset in _FONTS else None


def _font_data(_: object, charset: int, table: int, buffer: Any, size: int) -> int:
    """Copy the file of a font into the buffer if that is large enough, and return its size."""
    if table != _WHOLE_FILE:
        return 0
    path = _FONTS[charset]
    needed = path.stat().st_size
    if buffer and size >= needed:
        with path.open("rb") as file:
            file.readinto(ctypes.cast(buffer, ctypes.POINTER(ctypes.c_ubyte * needed)).contents)
    return needed


def _face_name(_: object, charset: int, buffer: Any, size: int) -> int:
    """Copy the name, by which pdfium keeps a font, into the buffer if that is large enough, and return its size."""
    name = _FONTS[charset].stem.encode() + b"\0"
    if buffer and size >= len(name):
        ctypes.memmove(buffer, name, len(name))
    return len(name)


def _replace_fonts_of_host() -> Any:
    """Replace the functions that search the folders of the host. Return what holds the new ones."""
    functions = {
        "MapFont": _map_font,
        "GetFontData": _font_data,
        "GetFaceName": _face_name,
        "DeleteFont": lambda _, _charset: None,
    }
    types = dict(raw.FPDF_SYSFONTINFO._fields_)
    fonts = raw.FPDF_SYSFONTINFO(version=1, **{name: types[name](each) for name, each in functions.items()})
    raw.FPDF_SetSystemFontInfo(fonts)
    return fonts


_FONT_FUNCTIONS: Final = _replace_fonts_of_host()  # pdfium calls them until it is destroyed
