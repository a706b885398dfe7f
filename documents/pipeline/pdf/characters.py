"""pdfium's characters as Python text: surrogates, ligatures, controls, and scripts that write without spaces."""

import ctypes
import re

import pypdfium2.raw as pdfium

from documents.pipeline.pdf.file import Handle

_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_LIGATURE = re.compile("[ﬀ-ﬆ]")
_SURROGATE = re.compile("[\ud800-\udfff]")
_UNREADABLE = re.compile("[\x01-\x08\x0e-\x1b\x7f\ufdd0-\ufdef\ufffe\uffff]")
# Han with extensions and compatibility forms, kana, CJK punctuation, full-width forms.
_UNSPACED_CHARACTERS = "[\u3001-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff01-\uff60\U00020000-\U0003ffff]"
_UNSPACED = re.compile(_UNSPACED_CHARACTERS)
_PART = re.compile(f"{_UNSPACED_CHARACTERS}|(?:(?!{_UNSPACED_CHARACTERS}).)+", re.DOTALL)


def page_characters(text_page: Handle) -> str:
    """One character of the result for each of pdfium's, so that places in it are pdfium's indexes."""
    count = int(pdfium.FPDFText_CountChars(text_page))
    if count <= 0:
        return ""
    buffer = (ctypes.c_ushort * (count + 1))()
    written = int(pdfium.FPDFText_GetText(text_page, 0, count, buffer))
    text = bytes(buffer)[: 2 * max(0, written - 1)].decode("utf-16-le", "surrogatepass")
    if len(text) == count and not _SURROGATE.search(text):
        return text
    return "".join(chr(pdfium.FPDFText_GetUnicode(text_page, index)) for index in range(count))


def readable(text: str) -> str:
    """What a person reads: ligatures taken apart, surrogates joined, what no font can mean replaced by U+FFFD."""
    if text.isascii() and text.isprintable():
        return text
    text = text.replace("\ufffe", "-")
    if _SURROGATE.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    text = _LIGATURE.sub(lambda match: _LIGATURES[match.group()], text)
    return _UNREADABLE.sub("\ufffd", text)


def is_unspaced(text: str) -> bool:
    """Whether the text is of a script that has no spaces between words, so that one "word" may be a whole line."""
    return not text.isascii() and _UNSPACED.search(text) is not None


def unspaced_parts(text: str) -> list[tuple[int, int]]:
    """Starts and ends: each character of an unspaced script alone, runs of others together."""
    return [match.span() for match in _PART.finditer(text)]
