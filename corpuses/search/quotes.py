"""Find quotes in a text, to verify the answers of models. Pure."""

import re
from collections.abc import Sequence

from corpuses.search.sentences import Span

LONGEST = 5_000  # characters

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


def _tolerant(quote: str) -> re.Pattern[str]:
    words = ("".join(_class_of(character) for character in word) for word in quote.split())
    return re.compile(r"\s+".join(words))


def _class_of(character: str) -> str:
    for alike in _ALIKE:
        if character in alike:
            return f"[{re.escape(alike)}]"
    return re.escape(character)
