"""Rank visible passages for a query: by words and by meaning at once, nothing if neither is near enough."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import prod
from typing import Final
from uuid import UUID

from core.db.table_sizes import estimated_rows
from corpuses.search import candidates
from corpuses.search.bm25 import QueryTerm, query_terms
from corpuses.search.candidates import COMPARED, EXACT, Candidate, Vectors, Visible, nearest_of_many
from corpuses.search.embedders import Meaning
from corpuses.search.filters import SearchedDocuments
from corpuses.search.models import Passage
from corpuses.search.tokenizer import (
    MAX_TERMS,
    clean_question,
    is_identifier,
    is_plain_word,
    phrase_query,
    stems_of,
    terms,
    words,
)

# The words of a query by which passages are looked up, if there are too many to compare all of them. A passage that has
# only the common words of a query is seldom among the best (MaxScore, Turtle and Flood, 1995), so the lists of passages
# with common words are not read, unless all words are common. These words count in the scores of passages with a rarer
# one.
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


MEANING_WEIGHT = 0.6  # of the cosine; the rest is the share of the query's words

# A search has hits if the cosine and the squared share of the words, times their weight, reach the floor together, or
# if a passage has nearly all words. The best of many unrelated passages is nearer than the best of a few, so the floor
# rises with their number, up to a thousand. benchmarks/search measures all of this.
WORDS_WEIGHT = 0.3
LOWEST_FLOOR, HIGHEST_FLOOR = 0.17, 0.40
MANY = 1_000  # passages
ALL_WORDS = 0.9
TAIL = 0.5  # further hits need this part of the floor
ENOUGH_WORDS = 0.33  # share of the words that reaches the floor if the meaning of the passage or the query is not known
NEAR = 0.3  # cosine of passages that are like a span
MOST_WITH_PHRASES = 5_000  # revisions of which is looked up whether they are visible


@dataclass(frozen=True, slots=True)
class _Query:
    """The arguments of `rank`, cleaned."""

    text: str
    phrases: Sequence[str]
    excluded: Sequence[str]
    meaning: Meaning
    has_floor: bool


def rank(
    searched: SearchedDocuments | Sequence[UUID],
    text: str,
    *,
    phrases: Sequence[str] = (),
    excluded: Sequence[str] = (),
    meaning: Meaning | None = None,
    has_floor: bool = True,
) -> dict[int, float]:
    """Return the scores of the best passages of documents or revisions, best first, by their keys.

    `text` has the phrases, too. `phrases` are sequences of words that a document must contain; documents with one of
    `excluded` are left out. Without `has_floor`, passages that hardly match are returned, too. `meaning`: by default
    that of the text for the embedder of the settings; if it is unknown, words alone decide.
    """
    query = _Query(clean_question(text), _cleaned(phrases), _cleaned(excluded), meaning or Meaning(text), has_floor)
    if not query.text and not query.phrases:
        return {}
    if not isinstance(searched, SearchedDocuments):
        return _rank_listed(searched, query)
    return _rank_listed(searched.revisions, query) if searched.is_listed else _rank_many(searched, query)


def _rank_listed(revisions: Sequence[UUID], query: _Query) -> dict[int, float]:
    if query.phrases or query.excluded:
        revisions = candidates.matching_revisions(revisions, phrases=query.phrases, excluded=query.excluded)
    among = candidates.visible(revisions)
    if not among.passages:
        return {}
    vectors, total = query_vectors(query.text or " ".join(query.phrases), among, query.meaning)
    found = candidates.candidates(among, vectors, phrases=query.phrases)
    if query.has_floor and not query.phrases:
        found = above_floor(found, total=total, among=among.passages)
    return _by_relevance(found, total)


def _rank_many(documents: SearchedDocuments, query: _Query) -> dict[int, float]:
    """Rank the passages of documents that are too many to list; those with phrases are listed."""
    if query.phrases:
        found = candidates.revisions_with(query.phrases, most=MOST_WITH_PHRASES)
        are_all = len(found) < MOST_WITH_PHRASES
        return _rank_listed(list(documents.by_revision(found)) if are_all else documents.list_all(), query)
    sample = candidates.visible(documents.revisions)
    vectors, total = query_vectors(query.text, sample, query.meaning, is_sample=True)
    best = nearest_of_many(documents, vectors, excluded=query.excluded)
    if best is None:
        return _rank_listed(documents.list_all(), query)
    return _by_relevance(above_floor(best, total=total, among=MANY) if query.has_floor else best, total)


def nearest(documents: SearchedDocuments, meaning: Meaning) -> dict[int, float]:
    """Return the passages with the nearest meaning, best first; if it is unknown, those with the same words."""
    if meaning.vector is None:
        return rank(documents, meaning.text, meaning=meaning)
    vectors = Vectors({}, meaning.embedder, meaning.vector)
    found = None if documents.is_listed else nearest_of_many(documents, vectors)
    if found is None:
        among = candidates.visible(documents.list_all())
        found = candidates.candidates(among, vectors) if among.passages else []
    scores = {each.passage: each.meaning or 0.0 for each in found}
    return {key: score for key, score in sorted(scores.items(), key=lambda item: -item[1]) if score >= NEAR}


def _by_relevance(found: Sequence[Candidate], total: float) -> dict[int, float]:
    scores = {each.passage: relevance(each, total=total) for each in found}
    return dict(sorted(scores.items(), key=lambda item: (-item[1], item[0])))


def relevance(candidate: Candidate, *, total: float) -> float:
    """Combine the cosine with the share of the query's words that the passage has; 0 to 1."""
    words = _share(candidate, total)
    if candidate.meaning is None:
        return words
    return MEANING_WEIGHT * max(0.0, candidate.meaning) + (1 - MEANING_WEIGHT) * words


def above_floor(found: Sequence[Candidate], *, total: float, among: int) -> list[Candidate]:
    """Return the candidates that are near enough to the query; none if the best of them is not."""
    floor = floor_of(among)
    evidence = [_evidence(each, _share(each, total), floor) for each in found]
    if max(evidence, default=0.0) < floor:
        return []
    return [each for each, value in zip(found, evidence, strict=True) if value >= TAIL * floor]


def floor_of(passages: int) -> float:
    """Return the evidence that a search in so many passages needs."""
    size = min(1.0, math.log(max(1, passages), MANY))
    return LOWEST_FLOOR + (HIGHEST_FLOOR - LOWEST_FLOOR) * math.pow(size, 1.5)


def _evidence(candidate: Candidate, share: float, floor: float) -> float:
    if share >= ALL_WORDS:
        return 1.0
    if candidate.meaning is None:
        return floor * share / ENOUGH_WORDS
    return max(0.0, candidate.meaning) + WORDS_WEIGHT * share**2


def _share(candidate: Candidate, total: float) -> float:
    """Return the part of the query's words that a passage has, weighted by rarity."""
    return min(1.0, candidate.words / total) if total else 0.0


def _cleaned(parts: Sequence[str]) -> list[str]:
    return [part for part in map(clean_question, parts) if part]


def query_vectors(question: str, among: Visible, meaning: Meaning, *, is_sample: bool = False) -> tuple[Vectors, float]:
    """Return the vectors of the query, and the sum of the weights of its words.

    `among` has the searched passages or, if there are too many, some of them.
    """
    found = _terms(question, list(among.languages))
    frequencies = candidates.frequencies(among, found)
    weights: dict[int, float] = {}
    total = 0.0
    for term, rarity in zip(found, frequencies.rarities, strict=True):
        weight = term.weight * rarity
        total += weight
        for dimension in term.dimensions:
            weights[dimension] = max(weight, weights.get(dimension, 0.0))
    rare: Sequence[str] = ()
    if is_sample or among.passages > EXACT:
        stored = estimated_rows(Passage._meta.db_table) if is_sample else 0
        passages = max(stored, among.passages)
        rare = rare_words_queries(found, frequencies.shares, passages=passages, most=COMPARED)
    return Vectors(weights, meaning.embedder, meaning.vector, rare), total


def _terms(question: str, languages: Sequence[str]) -> list[QueryTerm]:
    distinct = list(dict.fromkeys(terms(question)))[:MAX_TERMS]
    return query_terms(distinct, stems_of(distinct, languages).values())
