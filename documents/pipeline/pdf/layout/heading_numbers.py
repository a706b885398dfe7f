"""Numbers with which headings begin: "Article IV", "1.2", "(a)", "§ 3", "第二章", "Exhibit B"."""

import re
from typing import Final, NamedTuple

from documents.pipeline.pdf.layout.headings import east_asian_depth

ANNEX: Final = "annex"
EAST_ASIAN: Final = "第"
DIVISIONS: Final = frozenset(  # above all numberings without a word
    {
        *("title", "subtitle", "part", "subpart", "chapter", "subchapter", "book", "volume"),
        *("teil", "kapitel", "band", "titre", "chapitre", "partie", "tome"),
    }
)

_ANNEX: Final = re.compile(
    r"\s*(?:exhibit|schedule|annexe?|appendix|attachment|anhang|anlage)\s+[\dA-Z]", re.IGNORECASE
)
_WORD_NUMBERS: Final = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_WORD: Final = re.compile(
    rf"\s*([^\W\d_]{{4,}})\s+([IVXLC]+|\d{{1,3}}|[A-Z]|{'|'.join(_WORD_NUMBERS)})(?!\.\d)(?=[\s.:;,\u2013\u2014-]|$)",
    re.IGNORECASE,
)
_DECIMAL: Final = re.compile(
    r"\s*(?:section\s+|article\s+)?(\d{1,3}(?:\.\d{1,3}){0,5})(?:\.?\s|\.(?=[^\W\d_]))", re.IGNORECASE
)
_SECTION_SIGN: Final = re.compile(r"\s*§+\s*(?:\d{1,4}\.)*(\d{1,4})(?!\d)")
_LETTER: Final = re.compile(r"\s*(\(?)([A-Za-z]|[IVXL]+|[ivxl]+|\d{1,2})([.)])\s*(?=[^\W_])")
_KOREAN_LETTERS: Final = "가나다라마바사아자차카타파하"
_KOREAN: Final = re.compile(rf"\s*([{_KOREAN_LETTERS}])\.\s")
_ROMAN_DIGITS: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


class Number(NamedTuple):
    """A number of a heading: its numbering, and its value in it.

    `first` is the first part of a number with points. `is_certain` numbers need no others of their numbering.
    """

    numbering: str
    value: int
    first: int | None = None
    is_certain: bool = False


def decimal(depth: int) -> str:
    """Return the numbering of numbers with as many points."""
    return ".".join("1" * (depth + 1)) if depth else "1."


def number_of(text: str) -> list[Number]:
    """Return the number of a heading. A letter may be a Roman number, too."""
    readers = (_with_known_word, _with_section_sign, _with_points, _with_word, _with_korean_letter, _with_letter)
    return next((found for read in readers if (found := read(text))), [])


def _with_known_word(text: str) -> list[Number]:
    if _ANNEX.match(text):
        return [Number(ANNEX, 1, is_certain=True)]
    depth = east_asian_depth(text)
    return [] if depth is None else [Number(f"{EAST_ASIAN}{depth}", 0, is_certain=True)]


def _with_section_sign(text: str) -> list[Number]:
    match = _SECTION_SIGN.match(text)
    return [Number("§", int(match[1]))] if match else []


def _with_points(text: str) -> list[Number]:
    match = _DECIMAL.match(text)
    if match is None:
        return []
    parts = [int(part) for part in match[1].split(".")]
    return [Number(decimal(len(parts) - 1), parts[-1], parts[0], is_certain=len(parts) > 1)]


def _with_word(text: str) -> list[Number]:
    match = _WORD.match(text)
    if match is None or not (match[2][0].isupper() or match[2].isdigit()):
        return []
    word = match[1].casefold()
    return [Number(word, _value(match[2]) or _position(match[2]), is_certain=word in DIVISIONS)]


def _with_korean_letter(text: str) -> list[Number]:
    match = _KOREAN.match(text)
    return [Number("가.", _KOREAN_LETTERS.index(match[1]) + 1)] if match else []


def _with_letter(text: str) -> list[Number]:
    match = _LETTER.match(text)
    return _lettered(match[1], match[2], match[3]) if match else []


def _lettered(before: str, text: str, after: str) -> list[Number]:
    if text.isdigit():
        return [Number(f"{before}1{after}", int(text))]
    roman = Number(f"{before}{'I' if text.isupper() else 'i'}{after}", _value(text))
    if len(text) > 1:
        return [roman] if roman.value else []
    letter = Number(f"{before}{'A' if text.isupper() else 'a'}{after}", _position(text))
    return [letter, roman] if roman.value else [letter]


def _value(text: str) -> int:
    """Return the value of a number; a letter that is no Roman digit counts 0."""
    if text.isdigit():
        return int(text)
    if text.casefold() in _WORD_NUMBERS:
        return _WORD_NUMBERS.index(text.casefold()) + 1
    digits = [_ROMAN_DIGITS.get(character, 0) for character in text.casefold()]
    return sum(
        -digit if digit < following else digit for digit, following in zip(digits, [*digits[1:], 0], strict=True)
    )


def _position(letter: str) -> int:
    """Return the position of a letter in the alphabet."""
    return ord(letter[0].casefold()) - ord("a") + 1
