"""Detect text layers that no program can use: fonts without a mapping to Unicode yield private or random characters."""

import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache

from documents.pipeline.pdf.text.words import Word

_MIN_CHARACTERS = 40  # on a page with less text, symbols may prevail
_MIN_WORDS = 12
_MAX_UNUSABLE = 0.3  # of the characters
_MAX_MIXED = 0.3  # of the words with three letters or more
_WITHOUT_MEANING = frozenset({"Co", "Cn", "Cc", "Cs"})  # private, unassigned, controls, surrogates
_REPLACEMENT = "\ufffd"
_MIN_LETTERS = 3
# Scripts of one writing system, or used together in formulas and units.
_RELATED = {
    "HIRAGANA": "CJK",
    "KATAKANA": "CJK",
    "HANGUL": "CJK",
    "BOPOMOFO": "CJK",
    "GREEK": "LATIN",
    "MICRO": "LATIN",
}


def is_unusable(words: Sequence[Word]) -> bool:
    """Check whether most of the text of a page is private characters, or words that mix unrelated scripts."""
    text = "".join(word.text for word in words)
    if len(text) < _MIN_CHARACTERS:
        return False
    meaningless = sum(map(_is_meaningless, text))
    return meaningless > _MAX_UNUSABLE * len(text) or _mixes_scripts(word.text for word in words)


def _mixes_scripts(texts: Iterable[str]) -> bool:
    """Check for many words with letters of several scripts."""
    scripts = [[_script(character) for character in text if character.isalpha()] for text in texts]
    words = [set(letters) for letters in scripts if len(letters) >= _MIN_LETTERS]
    return len(words) >= _MIN_WORDS and sum(len(word) > 1 for word in words) > _MAX_MIXED * len(words)


@cache
def _is_meaningless(character: str) -> bool:
    return character == _REPLACEMENT or unicodedata.category(character) in _WITHOUT_MEANING


@cache
def _script(letter: str) -> str:
    """Return the script by the first word of the character's name, the same one for related scripts."""
    name = unicodedata.name(letter, "").partition(" ")[0].partition("-")[0]
    return _RELATED.get(name, name)
