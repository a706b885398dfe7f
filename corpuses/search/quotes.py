"""Find words that somebody claims to have read. What cannot be found was not there. Pure."""

import re
from collections.abc import Sequence

from corpuses.search.sentences import Span

LONGEST = 5_000  # characters; a longer quote is no quote

# Marks that a model writes in its own way. Everything else must be as it is in the text.
_ALIKE = (
    '"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2033',
    "'\u2018\u2019\u201a\u201b\u2032`",
    "-\u2010\u2011\u2012\u2013\u2014\u2212",
)


def locate(text: str, quote: str, *, near: Sequence[Span] = ()) -> Span | None:
    """Give where `quote` stands in `text`: exactly, else but for white space and the form of quotes and dashes.

    Of several places the first inside `near` counts.
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
