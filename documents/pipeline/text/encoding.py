"""Which encoding a text is written in, and whether bytes are text at all."""

import codecs
import unicodedata

from charset_normalizer import from_bytes

_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_TEXT_CONTROLS = frozenset("\t\n\r\f\v\b\x1a\x1b\x85\ufeff")
_MAX_CONTROL_SHARE = 0.05  # in Unicode, where the bytes themselves prove a lot
_MIN_NUL_SHARE = 0.25  # of the bytes at even or odd places in UTF-16 of mostly Latin text
_MAX_CHAOS = 0.2
_SAMPLE = 64 * 1024
_WIDE = ("utf_7", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be", "utf_32_le")  # decided before guessing


def detect_encoding(data: bytes) -> str | None:
    """A codec that reads `data` (or its beginning) as text; None if it is binary."""
    for mark, encoding in _BOMS:
        if data.startswith(mark):
            return encoding if _reads_as_text(data, encoding) else None
    if b"\x00" in data:
        return _wide_encoding(data)
    if _reads_as_text(data, "utf-8"):
        return "utf-8"
    return _legacy_encoding(data[:_SAMPLE])


def is_text(data: bytes) -> bool:
    return detect_encoding(data) is not None


def decode_text(data: bytes) -> str | None:
    """The whole text, with bytes that do not fit the encoding replaced; None if it is binary."""
    encoding = detect_encoding(data)
    return None if encoding is None else data.decode(encoding, "replace")


def _reads_as_text(data: bytes, encoding: str) -> bool:
    """A character that is cut off at the end of the data is no fault."""
    try:
        text = codecs.getincrementaldecoder(encoding)("strict").decode(data, final=False)
    except UnicodeError:
        return False
    return _is_mostly_printable(text[:_SAMPLE])


def _is_mostly_printable(text: str) -> bool:
    return _controls(text) <= _MAX_CONTROL_SHARE * len(text)


def _controls(text: str) -> int:
    return sum(unicodedata.category(character) == "Cc" for character in text if character not in _TEXT_CONTROLS)


def _wide_encoding(data: bytes) -> str | None:
    """UTF-16 without a mark has its NULs at even or at odd places only."""
    even, odd = data[0:_SAMPLE:2], data[1:_SAMPLE:2]
    for zeros, encoding in ((odd, "utf-16-le"), (even, "utf-16-be")):
        others = even if zeros is odd else odd
        if zeros.count(0) >= _MIN_NUL_SHARE * len(zeros) and others.count(0) <= _MAX_CONTROL_SHARE * len(others):
            return encoding if _reads_as_text(data, encoding) else None
    return None


def _legacy_encoding(data: bytes) -> str | None:
    """8-bit and double-byte encodings, by what the text would look like in each."""
    best = from_bytes(data, cp_exclusion=list(_WIDE)).best()
    if best is None or best.chaos > _MAX_CHAOS or _controls(str(best)):
        return None
    return best.encoding
