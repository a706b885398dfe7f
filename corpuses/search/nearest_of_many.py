"""Candidates of a search in documents that are too many to list.

The indexes have the passages of everyone, so the nearest of all are found first, then those in visible documents are
kept: as many as will do for the share of all documents that is searched and, if they are too few, more.
"""

from collections.abc import Sequence
from typing import Final

from corpuses.search import candidates
from corpuses.search.candidates import COUNT, Candidate, Vectors
from corpuses.search.searched import SearchedDocuments

WANTED: Final = 60  # passages in visible documents
ENOUGH: Final = 20
MOST: Final = 64 * COUNT  # of each list
GROWTH: Final = 4


def nearest_of_many(
    documents: SearchedDocuments, query: Vectors, *, excluded: Sequence[str] = ()
) -> list[Candidate] | None:
    """Return the best passages in the documents, by words and by meaning; none in those with an excluded word.

    `None` if too few of the best passages of everyone are in these documents: they have to be listed.
    """
    number = min(MOST, max(COUNT, round(WANTED / max(documents.share, WANTED / MOST))))
    visible = documents.revisions_among(candidates.FOUND_DOCUMENTS)
    while True:
        found = _without(excluded, candidates.candidates_in(visible, query, count=number))
        if len(found) >= ENOUGH:
            return _best(found)
        if number >= MOST:
            return None
        number *= GROWTH


def _without(excluded: Sequence[str], found: Sequence[Candidate]) -> Sequence[Candidate]:
    """Return the passages in documents without an excluded word."""
    if not excluded or not found:
        return found
    revisions = list({each.revision for each in found})
    kept = set(candidates.matching_revisions(revisions, phrases=(), excluded=excluded))
    return [each for each in found if each.revision in kept]


def _best(found: Sequence[Candidate]) -> list[Candidate]:
    """Return the best by words and the best by meaning."""
    by_words = sorted(found, key=lambda each: -each.words)[:COUNT]
    by_meaning = sorted(found, key=lambda each: -(each.meaning or 0.0))[:COUNT]
    return list(dict.fromkeys([*by_words, *by_meaning]))
