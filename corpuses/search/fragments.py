"""Split a quote at the words and phrases of a query, for highlighting. Pure."""

import re
from dataclasses import dataclass
from typing import Final

from corpuses.search.phrases import phrase_pattern
from corpuses.search.query_language import ParsedQuery

MIN_LENGTH: Final = 3

# They occur in nearly every sentence.
_COMMON: Final = frozenset(
    """
    about after all and any are before been but can could does for from had has have her his how into its may not off
    one other our out over shall should some than that the their them then there these they this those under upon was
    were what when where which who whom whose why will with would you your
    """.split()  # noqa: SIM905 - a list of sixty literals would be a page
)


@dataclass(frozen=True, slots=True)
class Fragment:
    """A part of a quote. All parts of a quote, in order, are the quote."""

    text: str
    is_match: bool


def fragments(quote: str, query: ParsedQuery) -> list[Fragment]:
    """Return the parts of a quote; those that are words or phrases of the query are matches."""
    words = [term for term in query.terms if len(term) >= MIN_LENGTH and term not in _COMMON]
    patterns = [phrase_pattern(each) for each in sorted({*query.phrases, *words}, key=len, reverse=True)]
    if not patterns:
        return [Fragment(quote, is_match=False)]
    found: list[Fragment] = []
    done = 0
    for match in re.finditer("|".join(patterns), quote, re.IGNORECASE):
        if match.start() > done:
            found.append(Fragment(quote[done : match.start()], is_match=False))
        found.append(Fragment(match.group(), is_match=True))
        done = match.end()
    return [*found, Fragment(quote[done:], is_match=False)] if done < len(quote) else found
