"""Fonts for scripts that the fonts of typst do not cover: selection by text, and detection of missing glyphs."""

import re
import unicodedata
from pathlib import Path
from typing import Final

from documents.types import ParseWarning

FAMILIES: Final = (
    "Noto Sans Hebrew",
    "Noto Naskh Arabic",
    "Noto Sans Thai",
    "Noto Sans Devanagari",
    "Noto Sans Bengali",
    "Noto Sans Tamil",
    "Noto Sans S Chinese",
    "Noto Sans Korean",
    "Noto Emoji",
)
_FOLDER = Path(__file__).parent
CHINESE_AND_JAPANESE: Final = _FOLDER / "han" / "NotoSansHans-Regular.otf"
KOREAN: Final = _FOLDER / "hangul" / "NotoSansKR-Regular.otf"
_SCRIPTS = {
    "arabic": "\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff",
    "bengali": "\u0980-\u09ff",
    "devanagari": "\u0900-\u097f\ua8e0-\ua8ff",
    "emoji": "\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff",
    "han": "\u2e80-\u2fdf\u3000-\u312f\u31a0-\u31ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff",
    "hangul": "\u1100-\u11ff\u3130-\u318f\uac00-\ud7ff",
    "hebrew": "\u0590-\u05ff\ufb1d-\ufb4f",
    "tamil": "\u0b80-\u0bff",
    "thai": "\u0e00-\u0e7f",
}
_SCRIPT_PATTERNS = {name: re.compile(f"[{letters}]") for name, letters in _SCRIPTS.items()}
# Covered by the fonts of typst: Latin, Greek, Cyrillic, Armenian, Georgian and letterlike symbols.
_COVERED = "\u0000-\u058f\u10a0-\u10ff\u1c80-\u1cbf\u1d00-\u2bff\u2c60-\u2c7f\u2d00-\u2d2f\u2de0-\u2dff\ua640-\ua69f"
_COVERED += "\ua720-\ua7ff\uab30-\uab6f\ufb00-\ufb17\U0001d400-\U0001d7ff"
_NOT_COVERED = re.compile(f"[^{_COVERED}{''.join(_SCRIPTS.values())}]")
_MESSAGE = "Some characters have no font here and may be displayed as boxes. The text itself is complete."


def folders_for(text: str) -> list[str]:
    """Return the folders with the fonts that the text needs besides those of typst."""
    if text.isascii():
        return []
    return [str(_FOLDER / name) for name, pattern in _SCRIPT_PATTERNS.items() if pattern.search(text)]


def missing_glyphs(text: str) -> list[ParseWarning]:
    """Return a warning if the text has letters that no font covers."""
    characters = set() if text.isascii() else set(_NOT_COVERED.findall(text))
    if any(unicodedata.category(character).startswith("L") for character in characters):
        return [ParseWarning("glyphs_missing", _MESSAGE)]
    return []
