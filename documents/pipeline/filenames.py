"""Safe file names from untrusted input: for storing, for HTTP headers and for display, in any script."""

import re
import unicodedata

DEFAULT_NAME = "document"
MAX_CHARACTERS = 200
MAX_BYTES = 240  # most file systems allow 255
_MAX_EXTENSION = 20

_FORBIDDEN = re.compile(r'[\\/:*?"<>|]')
# Direction controls can display "fdp.exe" as "exe.pdf"; zero-width characters make two names look the same.
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS = frozenset("\u200c\u200d")  # needed to write Persian and Indic scripts
_RESERVED = re.compile(r"^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)", re.IGNORECASE)


def safe_filename(name: str) -> str:
    """Return the last part of the path without anything that a file system, a header or a user could misread."""
    last = re.split(r"[\\/]", name)[-1] if name else ""
    visible = "".join(character for character in unicodedata.normalize("NFC", last) if _is_visible(character))
    plain = _FORBIDDEN.sub("_", re.sub(r"\s+", " ", visible)).strip(" .")
    if not plain.strip("_. \u200c\u200d"):
        return DEFAULT_NAME
    if _RESERVED.match(plain):
        plain = f"_{plain}"
    return _truncate(plain)


def without_invisible(text: str) -> str:
    """Return untrusted text on one line, without control and other invisible characters."""
    visible = "".join(character for character in " ".join(text.split()) if _is_visible(character))
    return " ".join(visible.split())


def _is_visible(character: str) -> bool:
    return character in _JOINERS or unicodedata.category(character) not in _INVISIBLE_CATEGORIES


def _truncate(name: str) -> str:
    """Shorten the stem and keep the extension; never split a character."""
    stem, dot, extension = name.rpartition(".")
    if not stem or len(extension) > _MAX_EXTENSION or " " in extension:
        stem, dot, extension = name, "", ""
    max_characters = MAX_CHARACTERS - len(dot + extension)
    max_bytes = MAX_BYTES - len((dot + extension).encode())
    cut = stem[:max_characters].encode()[:max_bytes].decode("utf-8", "ignore")
    return cut.rstrip(" .") + dot + extension
