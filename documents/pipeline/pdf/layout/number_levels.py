"""Depths of numbered headings: which numbering is below which, from the order in which they begin.

A numbering that begins below a heading with another one is nested in it: "Article I", "1.1", "(a)". Exhibits and the
like stand beside the text that they belong to, and their numbering begins anew.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

ANNEX: Final = "annex"

_ANNEX: Final = re.compile(
    r"\s*(?:exhibit|schedule|annexe?|appendix|attachment|anhang|anlage)\s+[\dA-Z]", re.IGNORECASE
)
_WORD: Final = re.compile(
    r"\s*(part|article|chapter|section|clause)\s+([IVXLC]+|\d{1,3}|[A-Z])\b(?!\.\d)", re.IGNORECASE
)
_DECIMAL: Final = re.compile(
    r"\s*(?:section\s+|article\s+|§\s*)?(\d{1,3}(?:\.\d{1,3}){0,5})(?:\.?\s|\.(?=[^\W\d_]))", re.IGNORECASE
)
_LETTER: Final = re.compile(r"\s*(\(?)([A-Za-z]|[IVXL]+|[ivxl]+|\d{1,2})([.)])\s*(?=[^\W_])")
_ROMAN_DIGITS: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


class Number(NamedTuple):
    """A number of a heading: its numbering, and its value in it."""

    numbering: str
    value: int


def depths_of(texts: Sequence[str]) -> list[tuple[int, Number] | None]:
    """Return the depth and number of each heading, or `None` for those without a number."""
    found: list[tuple[int, Number] | None] = []
    nested: list[str] = []
    last: dict[str, int] = {}
    for text in texts:
        number = _number(text, last)
        if number is None:
            found.append(None)
            continue
        nested = [*_above(number.numbering, nested), number.numbering]
        last = {each: value for each, value in last.items() if each in nested} | {number.numbering: number.value}
        found.append((len(nested) - 1, number))
    return found


def _above(numbering: str, nested: Sequence[str]) -> list[str]:
    """Return the numberings that a numbering is nested in."""
    if numbering == ANNEX:
        return []
    if numbering in nested:
        return list(nested[: nested.index(numbering)])
    if not numbering.startswith("1."):
        return list(nested)
    above = [each for each in nested if not (each.startswith("1.") and len(each) > len(numbering))]  # 1.1 ends 1.1.1
    # Pages from the middle of a document may begin with 5.1.3.
    return above or [_decimal(depth) for depth in range(numbering.count("1") - 1)]


def _decimal(depth: int) -> str:
    return ".".join("1" * (depth + 1)) if depth else "1."


def _number(text: str, last: dict[str, int]) -> Number | None:
    if _ANNEX.match(text):
        return Number(ANNEX, 1)
    if word := _WORD.match(text):
        return Number(word[1].casefold(), _value(word[2]))
    if decimal := _DECIMAL.match(text):
        parts = decimal[1].split(".")
        return Number(_decimal(len(parts) - 1), int(parts[-1]))
    if letter := _LETTER.match(text):
        return _lettered(letter[1], letter[2], letter[3], last)
    return None


def _lettered(before: str, text: str, after: str, last: Mapping[str, int]) -> Number:
    """Return the number of a letter or Roman number with its brackets: "I." after "H." is a letter."""
    if text.isdigit():
        return Number(f"{before}1{after}", int(text))
    roman = Number(f"{before}{'I' if text.isupper() else 'i'}{after}", _value(text))
    if len(text) > 1:
        return roman
    letter = Number(f"{before}{'A' if text.isupper() else 'a'}{after}", ord(text.casefold()) - ord("a") + 1)
    follows_roman = roman.value > 1 and last.get(roman.numbering) == roman.value - 1
    begins_roman = roman.value == 1 and last.get(letter.numbering) != letter.value - 1
    return roman if follows_roman or begins_roman else letter


def _value(text: str) -> int:
    """Return the value of a number; a letter that is no Roman digit counts 0."""
    if text.isdigit():
        return int(text)
    digits = [_ROMAN_DIGITS.get(character, 0) for character in text.casefold()]
    return sum(
        -digit if digit < following else digit for digit, following in zip(digits, [*digits[1:], 0], strict=True)
    )
