"""Detect text layers that no program can use: fonts without a mapping to Unicode, or with a wrong one.

They yield private or random characters, or letters that form no words.
"""

import unicodedata
from collections import Counter
from collections.abc import Sequence
from functools import cache
from typing import Final

from documents.pipeline.pdf.text.character_pairs import form_no_words
from documents.pipeline.pdf.text.words import Word

NO_CHARACTERS: Final = "its fonts have no characters"
NO_WORDS: Final = "its characters form no words"

_MIN_CHARACTERS = 40  # on a page with less text, symbols may prevail
_MIN_WORDS = 12
_MAX_UNUSABLE = 0.3  # of the characters
_MAX_MIXED = 0.3  # of the words with three letters or more
_WITHOUT_MEANING = frozenset({"Co", "Cn", "Cc", "Cs"})  # private, unassigned, controls, surrogates
_REPLACEMENT = "\ufffd"
_MIN_LETTERS = 3
# The first words of the names of characters, by the writing system that they are used in. East Asian text has Latin
# letters everywhere, and in scripts without spaces a "word" may be a whole line.
_LATIN_OR_EAST_ASIAN = "LATIN"
_RELATED = dict.fromkeys(
    [
        "BOPOMOFO",
        "CJK",
        "FULLWIDTH",
        "GREEK",  # formulas and units
        "HALFWIDTH",
        "HANGUL",
        "HIRAGANA",
        "IDEOGRAPHIC",
        "KATAKANA",
        "MICRO",
    ],
    _LATIN_OR_EAST_ASIAN,
)
_OF_ANY_SCRIPT = frozenset({"FEMININE", "MASCULINE", "MATHEMATICAL", "MODIFIER"})  # ordinals, formulas, apostrophes


def why_unusable(words: Sequence[Word]) -> str:
    """Return why the text of a page cannot be used; "" if it can.

    Most of it is private characters, or words that mix unrelated scripts, or its characters form no words.
    """
    text = "".join(word.text for word in words)
    if len(text) < _MIN_CHARACTERS:
        return ""
    meaningless = sum(count for character, count in Counter(text).items() if _is_meaningless(character))
    if meaningless > _MAX_UNUSABLE * len(text) or _mixes_scripts([word.text for word in words]):
        return NO_CHARACTERS
    return NO_WORDS if form_no_words(word.text for word in words) else ""


def _mixes_scripts(texts: Sequence[str]) -> bool:
    """Check for many words with letters of several scripts. ASCII has only one."""
    mixed = sum(len(set(_scripts(text)) - _OF_ANY_SCRIPT) > 1 for text in texts)
    if not mixed:
        return False
    words = sum(_has_letters(text) for text in texts)
    return words >= _MIN_WORDS and mixed > _MAX_MIXED * words


def _scripts(text: str) -> list[str]:
    """Return the script of each letter of a word; nothing for ASCII and for short words."""
    if text.isascii() or not _has_letters(text):
        return []
    return [_script(character) for character in text if character.isalpha()]


def _has_letters(text: str) -> bool:
    return sum(map(str.isalpha, text)) >= _MIN_LETTERS


@cache
def _is_meaningless(character: str) -> bool:
    return character == _REPLACEMENT or unicodedata.category(character) in _WITHOUT_MEANING


@cache
def _script(letter: str) -> str:
    """Return the script by the first word of the character's name, the same one for related scripts."""
    name = unicodedata.name(letter, "").partition(" ")[0].partition("-")[0]
    return _RELATED.get(name, name)
