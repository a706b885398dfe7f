"""Find quotes in a text, to verify the answers of models. Pure."""

import re
from collections.abc import Sequence
from typing import Final

from corpuses.search.sentences import Span

LONGEST = 5_000  # characters

_FEWEST_WORDS: Final = 3
_SHORTEST_RARE: Final = 5  # shorter words are common in most documents
_SHORTEST_RARE_NUMBER: Final = 2  # digits
_FEWEST_DIGITS: Final = 3  # such numbers can support a statement even where they are frequent
# Characters of a text for each time that it may have a name or a rare word: about 100 and 1,000 words.
_PER_NAME: Final = 600
_PER_RARE_WORD: Final = 6_000
_WORD: Final = re.compile(r"\w+(?:[.,]\d+)*")
# Scripts without spaces between words: Chinese, Japanese, Thai and its neighbours.
_UNSPACED: Final = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff]")
_FEWEST_UNSPACED: Final = 6

# Characters that models write in different ways. All others must be equal to those in the text.
_ALIKE = (
    '"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033',
    "'\u2018\u2019\u201a\u201b\u2032`",
    "-\u2010\u2011\u2012\u2013\u2014\u2212",
)


def locate(text: str, quote: str, *, near: Sequence[Span] = ()) -> Span | None:
    """Return the position of `quote` in `text`: an exact match, else one that ignores white space, quotes and dashes.

    The first match inside `near` is preferred.
    """
    quote = quote.strip()
    if not 0 < len(quote) <= LONGEST or not any(map(str.isalnum, quote)):
        return None
    for pattern in (re.compile(re.escape(quote)), _tolerant(quote)):
        for place in [*near, Span(0, len(text))]:
            found = pattern.search(text, place.start, place.end)
            if found is not None:
                return Span(found.start(), found.end())
    return None


def has_content(quote: str, text: str) -> bool:
    """Check whether a quote of a text can support a statement: one or two common words are in every document.

    Three words can, a number of three digits, a name, or a word or shorter number that the text hardly ever has.
    """
    words = _WORD.findall(quote)
    if len(words) >= _FEWEST_WORDS or len(_UNSPACED.findall(quote)) >= _FEWEST_UNSPACED:
        return True
    return any(_is_distinctive(word, text) for word in words)


def _is_distinctive(word: str, text: str) -> bool:
    digits = sum(map(str.isdigit, word))
    if digits >= _FEWEST_DIGITS:
        return True
    pattern = rf"\b{re.escape(word)}\b"
    count = len(re.findall(pattern, text, re.IGNORECASE))
    is_long = digits >= _SHORTEST_RARE_NUMBER or len(word) >= _SHORTEST_RARE
    if is_long and count <= max(1, len(text) // _PER_RARE_WORD):
        return True
    is_name = word[0].isupper() and re.search(rf"\b{re.escape(word.lower())}\b", text) is None
    return is_name and count <= max(1, len(text) // _PER_NAME)


def _tolerant(quote: str) -> re.Pattern[str]:
    words = ("".join(_class_of(character) for character in word) for word in quote.split())
    return re.compile(r"\s+".join(words))


def _class_of(character: str) -> str:
    for alike in _ALIKE:
        if character in alike:
            return f"[{re.escape(alike)}]"
    return re.escape(character)
