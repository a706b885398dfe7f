"""Exact phrases in any spelling: line breaks, quotes, dashes and other punctuation between words do not matter. Pure.

The patterns mean the same in Python and in PostgreSQL.
"""

import re
from functools import lru_cache
from typing import Final

from corpuses.search.sentences import Span

# Characters that are typed or typeset in different ways.
ALIKE: Final = (
    '"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033',
    "'\u2018\u2019\u201a\u201b\u2032`",
    "-\u00ad\u2010\u2011\u2012\u2013\u2014\u2212",
)
_WORD = re.compile(r"[^\W_]+")


def phrase_pattern(phrase: str) -> str:
    """Return the pattern of whole words that follow each other; it is to be matched without regard to case."""
    return r"(?<!\w)" + r"(?:\W|_)+".join(_WORD.findall(phrase)) + r"(?!\w)"


def find_phrase(text: str, phrase: str) -> Span | None:
    """Return where a text contains a phrase for the first time."""
    found = _compiled(phrase).search(text)
    return Span(found.start(), found.end()) if found else None


@lru_cache(maxsize=256)
def _compiled(phrase: str) -> re.Pattern[str]:
    return re.compile(phrase_pattern(phrase), re.IGNORECASE)
