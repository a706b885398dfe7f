"""The words of a query by which passages are looked up, if there are too many to compare all of them. Pure.

A passage that has only the common words of a query is seldom among the best (MaxScore, Turtle and Flood, 1995), so the
lists of passages with common words are not read, unless all words are common. These words count in the scores of
passages with a rarer one.
"""

from collections.abc import Iterator, Sequence
from math import prod
from typing import Final

from corpuses.search.bm25 import QueryTerm
from corpuses.search.words import is_identifier, is_plain_word, phrase_query, words

SHORTEST: Final = 3  # characters of a stem, and of a part of an identifier: shorter ones are in too many passages
SHORTEST_PREFIX: Final = 4  # characters of a stem: too many words begin with shorter ones
ENDINGS: Final = ("", "s", "e", "es", "ed", "en", "er", "ing")  # of words with a shorter stem

_Shares = Sequence[tuple[float, QueryTerm]]


def rare_words_queries(terms: Sequence[QueryTerm], shares: Sequence[float], *, passages: int, most: int) -> list[str]:
    """Return a `tsquery` of about `most` passages with one of the rarest words.

    If all words are common, the first query is of those with several, and the second one of those with the rarest.
    `shares` has the part of all passages that contain each term.
    """
    usable = (each for each in zip(shares, terms, strict=True) if _is_usable(each[1]))
    rarest = sorted(usable, key=lambda each: each[0])
    if not rarest:
        return []
    if rarest[0][0] * passages <= most:
        return [" | ".join(_term_query(term) for term in _together_at_most(rarest, most / max(1, passages)))]
    needed = next((n for n in range(1, len(rarest)) if passages * _in_common(rarest[:n]) <= most), len(rarest))
    several = " & ".join(_term_query(term) for _, term in rarest[:needed])
    return list(dict.fromkeys([several, _term_query(rarest[0][1])]))


def _together_at_most(rarest: _Shares, most: float) -> list[QueryTerm]:
    """Return the first terms that this part of the passages has."""
    total, chosen = 0.0, list[QueryTerm]()
    for share, term in rarest:
        total += share
        if total > most:
            break
        chosen.append(term)
    return chosen


def _in_common(terms: _Shares) -> float:
    """Return the part of the passages that has all of the terms, if they are independent."""
    return prod(share for share, _ in terms)


def _is_usable(term: QueryTerm) -> bool:
    """Return whether an index finds a term: of `1/2`, it finds all passages with both numbers."""
    return not is_identifier(term.word) or any(len(word) >= SHORTEST for word in words(term.word))


def _term_query(term: QueryTerm) -> str:
    """Return the query of a term and of its other forms: most begin with the stem, and `parti` is of `party`."""
    forms = [f"({phrase_query(term.word)})"]
    if is_plain_word(term.word):
        forms += [form for stem in term.stems if len(stem) >= SHORTEST for form in _forms_of(stem)]
    return f"({' | '.join(dict.fromkeys(forms))})"


def _forms_of(stem: str) -> Iterator[str]:
    if len(stem) >= SHORTEST_PREFIX:
        yield f"'{stem}':*"
    else:
        yield from (f"'{stem}{ending}'" for ending in ENDINGS)
    if stem.endswith("i"):
        yield f"'{stem[:-1]}y'"
