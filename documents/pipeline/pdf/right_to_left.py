"""What pdfium gets wrong in words of scripts that run from right to left: ligatures, and other scripts inside them."""

import re
from collections.abc import Callable, Iterator

# Hebrew, Arabic with its extensions, and the presentation forms of both.
_SCRIPT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]"
_ANY = re.compile(_SCRIPT)
_RUN = re.compile(f"{_SCRIPT}+|(?:(?!{_SCRIPT}).)+", re.DOTALL)
_TURNED_LIGATURE = re.compile("([\u0622\u0623\u0625\u0627])\u0644")  # alef before lam


def runs_right_to_left(text: str) -> bool:
    """Whether any of it does."""
    return not text.isascii() and _ANY.search(text) is not None


def script_runs(text: str) -> Iterator[tuple[int, str]]:
    """Where each run begins: letters of these scripts, or anything else, which runs the other way."""
    for match in _RUN.finditer(text):
        yield match.start(), match.group()


def with_ligatures_in_order(text: str, is_one_glyph: Callable[[int], bool]) -> str:
    """Lam and alef drawn as one glyph come turned round; `is_one_glyph` tells it of a character and the next one."""

    def turned(match: re.Match[str]) -> str:
        return f"\u0644{match.group(1)}" if is_one_glyph(match.start()) else match.group()

    return _TURNED_LIGATURE.sub(turned, text)
