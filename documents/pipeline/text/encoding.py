"""Detection of text encodings, and of binary data."""

import codecs
import re
import unicodedata

from charset_normalizer import from_bytes

_CODE_PAGE = re.compile(r"(?:windows|dos|cp|ibm)_(\d{3,5})")
_EXPERIMENTAL = re.compile(r"(?:x_)+")
# Names of encodings that browsers and mail clients know, and Python does not.
_ALIASES = {
    "unicode_1_1_utf_8": "utf_8",
    **dict.fromkeys(("iso_8859_6_e", "iso_8859_6_i", "csiso88596e", "csiso88596i"), "iso8859_6"),
    **dict.fromkeys(("iso_8859_8_e", "iso_8859_8_i", "csiso88598e", "csiso88598i", "logical", "visual"), "iso8859_8"),
    "csisolatin9": "iso8859_15",
    "ansi": "cp1252",
    **dict.fromkeys(("koi", "koi8"), "koi8_r"),
    "koi8_ru": "koi8_u",
    **dict.fromkeys(("mac", "csmacintosh"), "mac_roman"),
    "mac_ce": "mac_latin2",
    "mac_ukrainian": "mac_cyrillic",
    **dict.fromkeys(("csgb2312", "gb_2312", "gb_2312_80"), "gbk"),
    "cn_big5": "big5",
    "cseucpkdfmtjapanese": "euc_jp",
    "windows_31j": "cp932",
    **dict.fromkeys(("cseuckr", "csksc56011987", "iso_ir_149", "ks_c_5601_1989", "ksc_5601"), "cp949"),
}
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose BOM is its prefix
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_TEXT_CONTROLS = frozenset("\t\n\r\f\v\b\x1a\x1b\x85\ufeff")
_MAX_CONTROL_SHARE = 0.05  # in Unicode encodings, where valid bytes are strong evidence
_MIN_NUL_SHARE = 0.25  # of the bytes at even or odd offsets in UTF-16 of mostly Latin text
_MAX_CHAOS = 0.2
_SAMPLE = 64 * 1024
_EXCLUDED = ("utf_7", "utf_16", "utf_16_be", "utf_16_le", "utf_32", "utf_32_be", "utf_32_le")  # checked before guessing


def _known_by_another_name(name: str) -> codecs.CodecInfo | None:
    """Return Python's codec for a name that it does not know: "x-euc-jp", or the code page "windows-950"."""
    asked = name.replace("-", "_")
    plain = _EXPERIMENTAL.sub("", asked, count=1) if asked.startswith("x_") else asked
    match = _CODE_PAGE.fullmatch(plain)
    known = f"cp{match.group(1)}" if match else _ALIASES.get(plain, plain)
    try:
        return codecs.lookup(known) if known != asked else None
    except LookupError:
        return None


codecs.register(_known_by_another_name)


def detect_encoding(data: bytes) -> str | None:
    """Return a codec that decodes `data` (or its beginning) as text; None for binary data."""
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return encoding if _decodes_as_text(data, encoding) else None
    if b"\x00" in data:
        return _utf16_without_bom(data)
    if _decodes_as_text(data, "utf-8"):
        return "utf-8"
    return _guess_legacy_encoding(data[:_SAMPLE])


def decode_text(data: bytes) -> str | None:
    """Return the whole text, with invalid bytes replaced; None for binary data."""
    encoding = detect_encoding(data)
    return None if encoding is None else data.decode(encoding, "replace")


def _decodes_as_text(data: bytes, encoding: str) -> bool:
    """Return whether the codec decodes the data; a character may be cut off at the end."""
    try:
        text = codecs.getincrementaldecoder(encoding)("strict").decode(data, final=False)
    except UnicodeError:
        return False
    sample = text[:_SAMPLE]
    return _count_controls(sample) <= _MAX_CONTROL_SHARE * len(sample)


def _count_controls(text: str) -> int:
    return sum(unicodedata.category(character) == "Cc" for character in text if character not in _TEXT_CONTROLS)


def _utf16_without_bom(data: bytes) -> str | None:
    """Return the byte order of UTF-16, which has NUL bytes at even offsets only or at odd offsets only."""
    even, odd = data[0:_SAMPLE:2], data[1:_SAMPLE:2]
    for zeros, encoding in ((odd, "utf-16-le"), (even, "utf-16-be")):
        others = even if zeros is odd else odd
        if zeros.count(0) >= _MIN_NUL_SHARE * len(zeros) and others.count(0) <= _MAX_CONTROL_SHARE * len(others):
            return encoding if _decodes_as_text(data, encoding) else None
    return None


def _guess_legacy_encoding(data: bytes) -> str | None:
    """Return the 8-bit or double-byte encoding in which the text looks most plausible."""
    best = from_bytes(data, cp_exclusion=list(_EXCLUDED)).best()
    if best is None or best.chaos > _MAX_CHAOS or _count_controls(str(best)):
        return None
    return best.encoding
