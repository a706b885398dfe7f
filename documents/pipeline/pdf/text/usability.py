"""Detect text layers that no program can use: fonts without a mapping to Unicode, or with a wrong one.

They yield private or random characters, or letters that form no words.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any, Final

import numpy as np

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
    return NO_WORDS if _form_no_words(word.text for word in words) else ""


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


# Text whose letters form no words of any language in Latin letters. Fonts with a wrong mapping to Unicode move each
# letter by the same distance in the alphabet ("WKH" instead of "the"), or replace it by another one. Pairs of
# neighbouring letters that are frequent in languages are then rare.

# The frequency of each pair of letters in the first article of the Universal Declaration of Human Rights in 371
# languages: 0 for a pair that hardly occurs, one more for each time that it is twice as frequent. A row has the pairs
# with the same first letter.
PAIRS: Final = (
    "87675576878889566889667575",
    "83137003700321700622704030",
    "60235008610100700103600030",
    "80148005830314700650704035",
    "56566365767779454888555465",
    "60014102501102500614403120",
    "85147235623416611244734331",
    "81017012823434722324733030",
    "77677575667879564878455564",
    "70216002743133521113601020",
    "91017035734324750333816140",
    "82028133834632721155714141",
    "96128222722354760043744031",
    "94688495846546743477734575",
    "56565355556778644777745353",
    "80106104721310630524513131",
    "50013000401232312012601010",
    "83358133833536720465632131",
    "82627027805432763356745042",
    "91118127841413721676733044",
    "75556455646778554767645454",
    "72116004610203602420413222",
    "81007103612223611022502021",
    "42123010612202300133402221",
    "81237130723334621333533221",
    "60005013601010500012411021",
)
# The mean of a page. Measured: 5.3 or more in each of these languages, 6.1 or more on each of 550 pages of documents;
# 4.9 or less in 98 of 100 cases if the letters are exchanged at random, 3.6 or less if each is moved by three.
_MIN_MEAN: Final = 5.2
_MIN_PAIRS: Final = 200
_MIN_RUNS: Final = 40
_MIN_LATIN: Final = 0.7  # of the letters
_RUN: Final = re.compile("[a-z]+")
_LENGTHS: Final = range(3, 21)  # of runs of letters: shorter ones are units and symbols, longer ones are no words
_ACCENT: Final = re.compile("[\u0300-\u036f]")
_LETTERS: Final = 26


def _form_no_words(texts: Iterable[str]) -> bool:
    """Check whether the letters of a page form no words. Too few letters, and those of other scripts, do not count."""
    words = _latin_words(texts)
    return words is not None and _are_enough(words) and _mean_of_pairs(words) < _MIN_MEAN


def form_words(texts: Iterable[str]) -> bool:
    """Check whether the letters of a page form words. Those of other scripts do; too few letters do not."""
    words = _latin_words(texts)
    return words is None or (_are_enough(words) and _mean_of_pairs(words) >= _MIN_MEAN)


def _latin_words(texts: Iterable[str]) -> list[str] | None:
    """Return the runs of letters that may be words; `None` if most letters are of other scripts."""
    text = " ".join(texts).lower()
    if not text.isascii():
        text = _ACCENT.sub("", unicodedata.normalize("NFKD", text))
    runs = _RUN.findall(text)
    if sum(map(len, runs)) < _MIN_LATIN * sum(map(str.isalpha, text)):
        return None
    return [run for run in runs if len(run) in _LENGTHS]


def _are_enough(words: Sequence[str]) -> bool:
    return len(words) >= _MIN_RUNS and sum(map(len, words)) - len(words) >= _MIN_PAIRS


def _mean_of_pairs(words: Iterable[str]) -> float:
    """Return how frequent the pairs of letters in words of a to z are, on the scale of the table."""
    letters = np.frombuffer(" ".join(words).encode("ascii"), np.uint8) - np.uint8(ord("a"))
    first, second = letters[:-1], letters[1:]
    is_pair = (first < _LETTERS) & (second < _LETTERS)
    return float(_table()[first[is_pair], second[is_pair]].mean())


@cache
def _table() -> Any:
    return np.array([[int(digit) for digit in row] for row in PAIRS])
