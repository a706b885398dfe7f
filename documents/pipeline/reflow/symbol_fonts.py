"""Characters of Symbol and Wingdings, whose codes mean other characters than in Unicode.

The tables have what documents use: letters and operators, check marks, bullets, arrows and numbers in circles.
"""
# ruff: noqa: RUF001  # characters that look alike are the point of the tables

from collections.abc import Mapping
from typing import Final

_PRIVATE: Final = range(0xF020, 0xF100)  # Office adds 0xF000 to the codes of these fonts


def _table(rows: Mapping[int, str]) -> dict[int, str]:
    """Return the characters by code; each row begins at its code."""
    return {code: letter for start, letters in rows.items() for code, letter in enumerate(letters, start)}


_SYMBOL: Final = _table(
    {
        0x20: " !∀#∃%&∍()∗+,−./0123456789:;<=>?≅",
        0x41: "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_",
        0x61: "αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼",
        0xA1: "ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…",
        0xC0: "ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑",
        0xF1: "〉∫",
    }
)
_WINGDINGS: Final = _table(
    {
        0x20: " ",
        0x22: "✂",
        0x28: "☎",
        0x2A: "✉",
        0x3F: "✍",
        0x41: "✌👌👍👎☜☞☝☟",
        0x4A: "☺",
        0x4C: "☹",
        0x51: "✈☼",
        0x6C: "●",
        0x6E: "■□",
        0x71: "❑❒",
        0x75: "◆❖",
        0x78: "☒",
        0x80: "⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿",
        0x9F: "•",
        0xA7: "▪☐",
        0xAB: "★",
        0xD8: "➢",
        0xDF: "←→↑↓↖↗↙↘",
        0xE8: "➔",
        0xEF: "⇦⇨⇧⇩",
        0xFB: "✗✓☒☑",
    }
)
_WINGDINGS_2: Final = _table({0x4F: "✗✓☒☑☒☒", 0x97: "•", 0xA2: "■☐"})
_FONTS: Final[Mapping[str, Mapping[int, str]]] = {
    "symbol": _SYMBOL,
    "wingdings": _WINGDINGS,
    "wingdings 2": _WINGDINGS_2,
}


def character(code: int, font: str) -> str:
    """Return the character of a code in a font as Unicode; an unknown one as it is."""
    table = _FONTS.get(font.casefold(), {})
    return table.get(code - 0xF000 if code in _PRIVATE else code) or chr(code)


def in_unicode(text: str, font: str) -> str:
    """Return text with the private characters of a font in Unicode."""
    return "".join(character(ord(letter), font) if ord(letter) in _PRIVATE else letter for letter in text)
