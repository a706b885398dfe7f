"""A file name from a stranger becomes one that is safe to store, to send in a header and to show, in any script."""

import re
import unicodedata

DEFAULT_NAME = "document"
MAX_CHARACTERS = 200
MAX_BYTES = 240  # most file systems allow 255
_MAX_EXTENSION = 20

_FORBIDDEN = re.compile(r'[\\/:*?"<>|]')
# Controls of direction can make "exe.pdf" out of "fdp.exe"; zero-width characters make two names look like one.
_INVISIBLE_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_JOINERS = frozenset("\u200c\u200d")  # needed to write Persian and Indic scripts
_RESERVED = re.compile(r"^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)", re.IGNORECASE)


def safe_filename(name: str) -> str:
    """The last part of the path, without what a file system, a header or a reader could take for something else."""
    last = re.split(r"[\\/]", name)[-1] if name else ""
    visible = "".join(character for character in unicodedata.normalize("NFC", last) if _is_visible(character))
    plain = _FORBIDDEN.sub("_", re.sub(r"\s+", " ", visible)).strip(" .")
    if not plain.strip("_. \u200c\u200d"):
        return DEFAULT_NAME
    if _RESERVED.match(plain):
        plain = f"_{plain}"
    return _shortened(plain)


def without_invisible(text: str) -> str:
    """Text of a stranger on one line, without controls and what makes it look like another text."""
    visible = "".join(character for character in " ".join(text.split()) if _is_visible(character))
    return " ".join(visible.split())


def _is_visible(character: str) -> bool:
    return character in _JOINERS or unicodedata.category(character) not in _INVISIBLE_CATEGORIES


def _shortened(name: str) -> str:
    """Cut the stem, keep the extension; never inside a character."""
    stem, dot, extension = name.rpartition(".")
    if not stem or len(extension) > _MAX_EXTENSION or " " in extension:
        stem, dot, extension = name, "", ""
    room = MAX_CHARACTERS - len(dot + extension)
    room_bytes = MAX_BYTES - len((dot + extension).encode())
    cut = stem[:room].encode()[:room_bytes].decode("utf-8", "ignore")
    return cut.rstrip(" .") + dot + extension
