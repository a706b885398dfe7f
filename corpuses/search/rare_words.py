"""The words of a query by which passages are looked up, if there are too many to compare all of them. Pure.

As in MaxScore (Turtle and Flood, 1995), a passage that has only the common words of a query cannot be among the best,
so the lists of passages with common words are not read; these words count in the scores of passages with a rarer one.
"""

from collections.abc import Sequence
from math import prod
from typing import Final

from corpuses.search.bm25 import QueryTerm
from corpuses.search.words import is_identifier, is_plain_word, phrase_query, words

SHORTEST: Final = 3  # characters of a stem, and of a part of an identifier: too many words begin with shorter ones


def rare_words_query(terms: Sequence[QueryTerm], shares: Sequence[float], *, passages: int, most: int) -> str:
    """Return the `tsquery` of about `most` passages: with one of the rarest words or, if all are common, with several.

    `shares` has the part of all passages that contain each term.
    """
    usable = (each for each in zip(shares, terms, strict=True) if _is_usable(each[1]))
    rarest = sorted(usable, key=lambda each: each[0])
    if not rarest:
        return ""
    if rarest[0][0] * passages > most:
        needed = next((n for n in range(1, len(rarest)) if passages * _together(rarest[:n]) <= most), len(rarest))
        return " & ".join(_term_query(term) for _, term in rarest[:needed])
    total, chosen = 0.0, list[QueryTerm]()
    for share, term in rarest:
        total += share * passages
        if total > most:
            break
        chosen.append(term)
    return " | ".join(map(_term_query, chosen))


def _is_usable(term: QueryTerm) -> bool:
    """Return whether an index finds a term: of `1/2`, it finds all passages with both numbers."""
    return not is_identifier(term.word) or any(len(word) >= SHORTEST for word in words(term.word))


def _together(terms: Sequence[tuple[float, QueryTerm]]) -> float:
    """Return the part of the passages that has all of the terms, if they are independent."""
    return prod(share for share, _ in terms)


def _term_query(term: QueryTerm) -> str:
    """Return the query of a term, of its other forms, too: most begin with the stem."""
    forms = [f"({phrase_query(term.word)})"]
    if is_plain_word(term.word):
        forms += [f"'{stem}':*" for stem in term.stems if len(stem) >= SHORTEST]
    return f"({' | '.join(forms)})"
