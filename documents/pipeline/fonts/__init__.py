"""Fonts for scripts that typst's own do not draw: which of them a text needs, and whether some letters have none."""

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
_LETTERS_OF = {name: re.compile(f"[{letters}]") for name, letters in _SCRIPTS.items()}
# Latin, Greek, Cyrillic, Armenian, Georgian, and the letters among the signs.
_OWN = "\u0000-\u058f\u10a0-\u10ff\u1c80-\u1cbf\u1d00-\u2bff\u2c60-\u2c7f\u2d00-\u2d2f\u2de0-\u2dff\ua640-\ua69f"
_OWN += "\ua720-\ua7ff\uab30-\uab6f\ufb00-\ufb17\U0001d400-\U0001d7ff"
_OTHER = re.compile(f"[^{_OWN}{''.join(_SCRIPTS.values())}]")
_MESSAGE = "Some letters belong to a script without a font here and may be drawn as boxes. The text has them all."


def folders_for(text: str) -> list[str]:
    """Where the fonts are that the text needs besides typst's own."""
    if text.isascii():
        return []
    return [str(_FOLDER / name) for name, letters in _LETTERS_OF.items() if letters.search(text)]


def missing_glyphs(text: str) -> list[ParseWarning]:
    """A warning if there are letters that no font draws."""
    others = set() if text.isascii() else set(_OTHER.findall(text))
    if any(unicodedata.category(character).startswith("L") for character in others):
        return [ParseWarning("glyphs_missing", _MESSAGE)]
    return []
