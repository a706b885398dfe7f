"""Candidates of a search among visible passages: by words (BM25) and by meaning (vectors), both in PostgreSQL."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from pgvector import HalfVector, SparseVector

from corpuses.search.bm25 import DIMENSIONS, QueryTerm, rarity
from corpuses.search.words import phrase_query

COUNT = 100  # of each list
EXACT = 20_000  # passages up to which all vectors are compared: the index is approximate and may overlook some
SAMPLE = 1_000  # passages in which the rarity of terms is counted
COUNTED = 200  # revisions whose passages are counted; those of further ones are estimated from them

# Scan the index until enough passages pass the filter by visibility, not only the nearest few.
_INDEX_SETTINGS = {"hnsw.iterative_scan": "relaxed_order", "hnsw.max_scan_tuples": "100000", "hnsw.ef_search": "100"}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage, its BM25 score, and its cosine similarity; `None` if it has no vector yet."""

    passage: int
    words: float
    meaning: float | None


@dataclass(frozen=True)
class Visible:
    """The searched revisions, in order, and how many passages of each language they have."""

    revisions: Sequence[UUID]
    languages: Mapping[str, int]

    @property
    def passages(self) -> int:
        """Return the number of all passages."""
        return sum(self.languages.values())

    @cached_property
    def keys(self) -> str:
        """Return the revisions as PostgreSQL reads them. Several queries have them, and there may be thousands."""
        return _array(self.revisions)


@dataclass(frozen=True, slots=True)
class Vectors:
    """The vectors of a query: weights of its words, and its meaning for one embedder."""

    weights: Mapping[int, float]
    embedder: str
    meaning: HalfVector | None


def visible(revisions: Sequence[UUID]) -> Visible:
    """Count the passages of revisions by language; of many revisions a sample is counted. One query, seldom two."""
    ordered = sorted(revisions, key=attrgetter("int"))
    step = max(1, -(-len(ordered) // COUNTED))
    sample = _languages(ordered[::step])
    if not sample and step > 1:  # most are not indexed yet
        return Visible(ordered, _languages(ordered))
    return Visible(ordered, {language: count * step for language, count in sample.items()})


def _languages(revisions: Sequence[UUID]) -> dict[str, int]:
    sql = "SELECT language, count(*) FROM corpuses_passage WHERE revision_id = ANY(%s::uuid[]) GROUP BY language"
    return dict(_rows(sql, [_array(revisions)]))


def matching_revisions(revisions: Sequence[UUID], *, phrases: Sequence[str], excluded: Sequence[str]) -> list[UUID]:
    """Return the revisions that contain all phrases and none of the excluded words. One query."""
    with_words = "SELECT revision_id FROM corpuses_passage WHERE revision_id = ANY(%s::uuid[]) AND words @@ %s::tsquery"
    keys = _array(revisions)
    parts, values = ["SELECT unnest(%s::uuid[])"], list[Any]([keys])
    for operator, terms in (("INTERSECT", phrases), ("EXCEPT", excluded)):
        for query in filter(None, map(phrase_query, terms)):
            parts.append(f"{operator} {with_words}")
            values += [keys, query]
    return [revision for (revision,) in _rows(" ".join(parts), values)]


def rarities(among: Visible, terms: Sequence[QueryTerm]) -> list[float]:
    """Return the inverse document frequency of each term; one query. Of many passages a sample is counted."""
    if not terms:
        return []
    step = max(1, -(-among.passages // SAMPLE))
    counts = ", ".join("count(*) FILTER (WHERE weights <#> %s::sparsevec < 0)" for _ in terms)
    vectors = [_sparse(dict.fromkeys(term.dimensions, 1.0)) for term in terms]
    ((total, *found),) = _rows(
        f"SELECT count(*), {counts} FROM corpuses_passage WHERE revision_id = ANY(%s::uuid[])",  # noqa: S608 - placeholders
        [*vectors, _array(among.revisions[::step])],
    )
    return [rarity(count, among=total) for count in found]


def candidates(among: Visible, query: Vectors, *, phrases: Sequence[str] = ()) -> list[Candidate]:
    """Return the best passages by words and by meaning, with both scores of each. One query.

    Those with one of `phrases`, if there are any, are ranked by words alone: they are few.
    """
    is_exact = among.passages <= EXACT
    lists = []
    if query.weights or phrases:
        lists.append(_by_words(among, query, [part for part in map(phrase_query, phrases) if part]))
    if query.meaning is not None and not phrases:
        lists.append(_by_meaning(among, query, query.meaning, is_exact=is_exact))
    sql, values = _with_scores(
        " UNION ".join(f"({part})" for part, _ in lists), [value for _, part in lists for value in part], query
    )
    if is_exact:
        return [Candidate(*row) for row in _rows(sql, values)]
    with transaction.atomic():
        _set_for_transaction(_INDEX_SETTINGS)
        return [Candidate(*row) for row in _rows(sql, values)]


def _by_words(among: Visible, query: Vectors, phrases: Sequence[str]) -> tuple[str, list[Any]]:
    condition = " AND words @@ %s::tsquery" if phrases else ""
    sql = f"SELECT id FROM corpuses_passage WHERE revision_id = ANY(%s::uuid[]){condition}"  # noqa: S608 - placeholders
    values = [among.keys, *([" | ".join(f"({each})" for each in phrases)] if phrases else [])]
    return f"{sql} ORDER BY weights <#> %s::sparsevec LIMIT {COUNT}", [*values, _sparse(query.weights)]


def _by_meaning(among: Visible, query: Vectors, meaning: HalfVector, *, is_exact: bool) -> tuple[str, list[Any]]:
    # The index is used only to order by the distance itself.
    order = f"({_distance(meaning)}){' + 0' if is_exact else ''}"
    condition = "revision_id = ANY(%s::uuid[]) AND embedder = %s"
    sql = f"SELECT passage_id FROM corpuses_passagevector WHERE {condition} ORDER BY {order} LIMIT {COUNT}"  # noqa: S608 - placeholders
    return sql, [among.keys, query.embedder, meaning.to_text()]


def _with_scores(found: str, values: Sequence[Any], query: Vectors) -> tuple[str, list[Any]]:
    if query.meaning is None:
        scores, joined, more = "NULL", "", []
    else:
        scores = f"1 - ({_distance(query.meaning)})"
        joined = " LEFT JOIN corpuses_passagevector ON passage_id = corpuses_passage.id AND embedder = %s"
        more = [query.meaning.to_text()]
    sql = (
        f"WITH found (key) AS ({found}) SELECT corpuses_passage.id, -(weights <#> %s::sparsevec), {scores}"  # noqa: S608 - placeholders
        f" FROM found JOIN corpuses_passage ON corpuses_passage.id = found.key{joined}"
    )
    return sql, [*values, _sparse(query.weights), *more, *([query.embedder] if joined else [])]


def _distance(meaning: HalfVector) -> str:
    """Return the expression that the index of the embedder has (`corpuses.search.vector_indexes`)."""
    size = meaning.dimensions()
    return f"(vector::halfvec({size})) <=> %s::halfvec({size})"


def _array(keys: Sequence[UUID]) -> str:
    return f"{{{','.join(map(str, keys))}}}"


def _sparse(weights: Mapping[int, float]) -> str:
    return SparseVector(dict(weights), DIMENSIONS).to_text()


def _rows(sql: str, values: Sequence[Any]) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        rows: list[Any] = cursor.fetchall()
    return rows


def _set_for_transaction(settings: Mapping[str, str]) -> None:
    parts = ", ".join("set_config(%s, %s, true)" for _ in settings)
    _rows(f"SELECT {parts}", [value for pair in settings.items() for value in pair])
