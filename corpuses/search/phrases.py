"""Exact phrases in any spelling: line breaks, typographic quotes and dashes do not matter. Pure.

The patterns mean the same in Python and in PostgreSQL.
"""

import re
import string
from functools import lru_cache
from typing import Final

from corpuses.search.sentences import Span

# Characters that are typed or typeset in different ways.
ALIKE: Final = (
    '"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033',
    "'\u2018\u2019\u201a\u201b\u2032`",
    "-\u00ad\u2010\u2011\u2012\u2013\u2014\u2212",
)
_PLAIN = re.compile(r"[^\W\d_]{2,}")
_EDGES = re.compile(r"^\W+|\W+$")


def phrase_pattern(phrase: str) -> str:
    """Return the pattern of a phrase of whole words; it is to be matched without regard to case."""
    words = ["".join(_class_of(character) for character in word) for word in phrase.split()]
    start = r"(?<!\w)" if phrase[:1].isalnum() else ""
    end = r"(?!\w)" if phrase[-1:].isalnum() else ""
    return start + r"\s+".join(words) + end


def find_phrase(text: str, phrase: str) -> Span | None:
    """Return where a text contains a phrase for the first time."""
    found = _compiled(phrase).search(text)
    return Span(found.start(), found.end()) if found else None


def contains_phrase(text: str, phrase: str) -> bool:
    """Check whether a text contains a phrase."""
    return find_phrase(text, phrase) is not None


@lru_cache(maxsize=256)
def _compiled(phrase: str) -> re.Pattern[str]:
    return re.compile(phrase_pattern(phrase), re.IGNORECASE)


def plain_words(phrase: str) -> list[str]:
    """Return the words of a phrase that every full-text parser takes for one word: an index can find them."""
    edged = (_EDGES.sub("", word) for word in phrase.split())
    return [word.lower() for word in edged if _PLAIN.fullmatch(word)]


def _class_of(character: str) -> str:
    for alike in ALIKE:
        if character in alike:
            return f"[{''.join(_escaped(each) for each in alike)}]"
    return _escaped(character)


def _escaped(character: str) -> str:
    return f"\\{character}" if character in string.punctuation and character != "_" else character
