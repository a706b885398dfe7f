"""Characters as pdfium returns them: surrogates, ligatures, controls, and scripts with special rules."""

import ctypes
import re
from collections.abc import Callable, Iterator

from documents.pipeline.pdf.file import Handle
from documents.pipeline.pdfium import raw as pdfium

_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_LIGATURE = re.compile("[ﬀ-ﬆ]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_UNREADABLE = re.compile("[\x01-\x08\x0e-\x1b\x7f\ufdd0-\ufdef\ufffe\uffff]")
# Hebrew, Arabic with its extensions, and the presentation forms of both.
_RIGHT_TO_LEFT_CHARACTERS = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]"
_RIGHT_TO_LEFT = re.compile(_RIGHT_TO_LEFT_CHARACTERS)
_DIRECTION_RUN = re.compile(f"{_RIGHT_TO_LEFT_CHARACTERS}+|(?:(?!{_RIGHT_TO_LEFT_CHARACTERS}).)+", re.DOTALL)
_SWAPPED_LIGATURE = re.compile("([\u0622\u0623\u0625\u0627])\u0644")  # alef before lam


def page_characters(text_page: Handle) -> str:
    """Return the page's text with exactly one character for each of pdfium's, so that indexes are the same."""
    count = int(pdfium.FPDFText_CountChars(text_page))
    if count <= 0:
        return ""
    buffer = (ctypes.c_ushort * (count + 1))()
    written = int(pdfium.FPDFText_GetText(text_page, 0, count, buffer))
    text = bytes(buffer)[: 2 * max(0, written - 1)].decode("utf-16-le", "surrogatepass")
    if len(text) == count and not _SURROGATE.search(text):
        return text
    return "".join(chr(pdfium.FPDFText_GetUnicode(text_page, index)) for index in range(count))


def clean_text(text: str) -> str:
    """Expand Latin ligatures, join surrogates, and replace characters without meaning by U+FFFD."""
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\ufffe", "-")
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    text = _LIGATURE.sub(lambda match: _LIGATURES[match.group()], text)
    return _UNREADABLE.sub("\ufffd", text)


def has_right_to_left(text: str) -> bool:
    """Check whether any character is of a script that runs from right to left."""
    return not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None


def direction_runs(text: str) -> Iterator[tuple[int, str]]:
    """Yield the runs of one direction, each with its start."""
    for match in _DIRECTION_RUN.finditer(text):
        yield match.start(), match.group()


def fix_ligature_order(text: str, is_one_glyph: Callable[[int], bool]) -> str:
    """Put lam before alef where both are drawn as one glyph: pdfium returns these ligatures in the wrong order.

    `is_one_glyph` checks this for the characters at an index and the next one.
    """

    def reorder(match: re.Match[str]) -> str:
        return f"\u0644{match.group(1)}" if is_one_glyph(match.start()) else match.group()

    return _SWAPPED_LIGATURE.sub(reorder, text)
