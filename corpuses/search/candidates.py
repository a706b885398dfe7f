"""Candidates of a search among visible passages: by words (BM25) and by meaning (vectors), both in PostgreSQL."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction
from pgvector import HalfVector, SparseVector

from core.db.statements import Statement
from corpuses.search.bm25 import DIMENSIONS, QueryTerm, rarity
from corpuses.search.filters import SearchedDocuments
from corpuses.search.tokenizer import phrase_query

COUNT = 100  # of each list
EXACT = 20_000  # passages up to which all vectors are compared: the index is approximate and may overlook some
SAMPLE = 1_000  # passages in which the rarity of terms is counted
COMPARED = 2_000  # passages with the rarer words of a query, at least, of which the best are candidates
COMPARED_FOR_EACH = 5  # of the candidates
MOST_EF_SEARCH = 1_000  # that pgvector allows
COUNTED = 200  # revisions whose passages are counted; those of further ones are estimated from them

# Scan the index until enough passages pass the filter by visibility, not only the nearest few. PostgreSQL expects that
# many passages have one of several words, and would read the table until it has found enough: that takes a second.
_INDEX_SETTINGS = {
    "hnsw.iterative_scan": "relaxed_order",
    "hnsw.max_scan_tuples": "100000",
    "hnsw.ef_search": "100",
    "enable_seqscan": "off",
}


_EVERYWHERE: Final = Statement("TRUE", ())
FOUND_DOCUMENTS: Final = Statement("SELECT id FROM found_documents", ())  # in the statement of `candidates_in`


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage, its BM25 score, and its cosine similarity; `None` if it has no vector yet."""

    passage: int
    revision: UUID
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
    """The vectors of a query: weights of its words, and its meaning for one embedder.

    `rare_words` has a `tsquery` or two of the passages that are compared by words, if they are too many for all.
    """

    weights: Mapping[int, float]
    embedder: str
    meaning: HalfVector | None
    rare_words: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class Frequencies:
    """In how many passages of a sample each term occurs."""

    counts: Sequence[int]
    among: int

    @property
    def rarities(self) -> list[float]:
        """Return the inverse document frequency of each term."""
        return [rarity(count, among=self.among) for count in self.counts]

    @property
    def shares(self) -> list[float]:
        """Return the part of the passages that has each term; 0 for terms that the sample does not have."""
        return [count / max(1, self.among) for count in self.counts]


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


def revisions_with(phrases: Sequence[str], *, most: int) -> list[UUID]:
    """Return up to `most` revisions, visible or not, that contain these phrases. One query."""
    queries = list(filter(None, map(phrase_query, phrases)))
    parts = ["(SELECT revision_id FROM corpuses_passage WHERE words @@ %s::tsquery)"] * len(queries)
    sql = f"SELECT DISTINCT revision_id FROM ({' INTERSECT '.join(parts)}) AS found LIMIT %s"  # noqa: S608 - placeholders
    return [revision for (revision,) in _rows(sql, [*queries, most])] if queries else []


def frequencies(among: Visible, terms: Sequence[QueryTerm]) -> Frequencies:
    """Return in how many passages each term occurs; one query. Of many passages a sample is counted."""
    if not terms:
        return Frequencies((), 0)
    step = max(1, -(-among.passages // SAMPLE))
    counts = ", ".join("count(*) FILTER (WHERE weights <#> %s::sparsevec < 0)" for _ in terms)
    vectors = [_sparse(dict.fromkeys(term.dimensions, 1.0)) for term in terms]
    ((total, *found),) = _rows(
        f"SELECT count(*), {counts} FROM corpuses_passage WHERE revision_id = ANY(%s::uuid[])",  # noqa: S608 - placeholders
        [*vectors, _array(among.revisions[::step])],
    )
    return Frequencies(found, total)


def candidates(among: Visible, query: Vectors, *, phrases: Sequence[str] = ()) -> list[Candidate]:
    """Return the best passages by words and by meaning, with both scores of each. One query.

    Those with one of `phrases`, if there are any, are ranked by words alone: they are few.
    """
    is_exact = among.passages <= EXACT
    words = " | ".join(f"({each})" for each in filter(None, map(phrase_query, phrases)))
    within = Statement("revision_id = ANY(%s::uuid[])", (among.keys,))
    lists = []
    if query.weights or phrases:
        lists.append(_by_words(within, query, words, count=COUNT))
    if query.meaning is not None and not phrases:
        lists.append(_by_meaning(within, query, query.meaning, is_exact=is_exact, count=COUNT))
    return _find(lists, query, {} if is_exact else _INDEX_SETTINGS)


def candidates_in(visible: Statement, query: Vectors, *, count: int) -> list[Candidate]:
    """Return those of the best passages of everyone, `count` by words and `count` by meaning, in visible documents.

    `visible` selects the revisions of those of `FOUND_DOCUMENTS` that are visible. One query.
    """
    lists = []
    if query.rare_words:
        lists.append(_by_words(_EVERYWHERE, query, "", count=count, columns="id, revision_id"))
    if query.meaning is not None:
        columns = "passage_id, revision_id"
        lists.append(_by_meaning(_EVERYWHERE, query, query.meaning, is_exact=False, count=count, columns=columns))
    if not lists:
        return []
    found = _union(lists)
    sql = (
        f"WITH best (id, revision_id) AS MATERIALIZED ({found.sql}),"  # noqa: S608 - compiled, with placeholders
        " found_documents (id) AS MATERIALIZED ("
        "SELECT id FROM documents_document WHERE revision_id = ANY(ARRAY(SELECT revision_id FROM best))),"
        f" visible (revision_id) AS MATERIALIZED ({visible.sql})"
        " SELECT best.id FROM visible JOIN best ON best.revision_id = visible.revision_id"
    )
    statement = _with_scores(Statement(sql, (*found.params, *visible.params)), query)
    settings = _INDEX_SETTINGS | {"hnsw.ef_search": str(min(count, MOST_EF_SEARCH))}
    return [Candidate(*row) for row in _rows_with(settings, statement)]


def _find(lists: Sequence[Statement], query: Vectors, settings: Mapping[str, str]) -> list[Candidate]:
    """Return the passages of some lists of keys, with their scores."""
    return [Candidate(*row) for row in _rows_with(settings, _with_scores(_union(lists), query))] if lists else []


def _union(lists: Sequence[Statement]) -> Statement:
    sql = " UNION ".join(f"({each.sql})" for each in lists)
    return Statement(sql, tuple(value for each in lists for value in each.params))


def _by_words(within: Statement, query: Vectors, phrases: str, *, count: int, columns: str = "id") -> Statement:
    """Return the statement of the best passages by words: with a phrase, with the rare words, or of all."""
    condition, values = f"corpuses_passage WHERE {within.sql}", list(within.params)
    rows = condition
    if phrases:
        rows, values = f"{condition} AND words @@ %s::tsquery", [*values, phrases]
    elif query.rare_words:
        rows, values = _with_rare_words(within, query.rare_words, count=count, columns=columns)
    order = f"ORDER BY weights <#> %s::sparsevec LIMIT {count}"
    return Statement(f"SELECT {columns} FROM {rows} {order}", (*values, _sparse(query.weights)))  # noqa: S608 - placeholders


def _with_rare_words(within: Statement, queries: Sequence[str], *, count: int, columns: str) -> tuple[str, list[Any]]:
    """Return the rows that are compared: those of the first query and, if they are too few, others of the second."""
    limit = max(COMPARED, COMPARED_FOR_EACH * count)
    found = f"SELECT {columns}, weights FROM corpuses_passage WHERE {within.sql} AND words @@ %s::tsquery"  # noqa: S608 - placeholders
    sql = f"WITH first AS MATERIALIZED ({found} LIMIT {limit}) SELECT * FROM first"  # noqa: S608 - as above
    values = [*within.params, queries[0]]
    for second in queries[1:]:
        # Comparing keys is faster than reading the words of each row for `NOT words @@` the first query.
        others = f"{found} AND id NOT IN (SELECT first.id FROM first) AND (SELECT count(*) FROM first) < {count}"  # noqa: S608 - as above
        sql += f" UNION ALL ({others} LIMIT {limit})"
        values += [*within.params, second]
    return f"({sql}) AS compared", values


def _by_meaning(
    within: Statement, query: Vectors, meaning: HalfVector, *, is_exact: bool, count: int, columns: str = "passage_id"
) -> Statement:
    # The index is used only to order by the distance itself.
    order = f"({_distance(meaning)}){' + 0' if is_exact else ''}"
    sql = (
        f"SELECT {columns} FROM corpuses_passagevector WHERE {within.sql} AND embedder = %s"  # noqa: S608 - placeholders
        f" ORDER BY {order} LIMIT {count}"
    )
    return Statement(sql, (*within.params, query.embedder, meaning.to_text()))


def _with_scores(found: Statement, query: Vectors) -> Statement:
    if query.meaning is None:
        scores, joined, more = "NULL", "", []
    else:
        scores = f"1 - ({_distance(query.meaning)})"
        joined = " LEFT JOIN corpuses_passagevector ON passage_id = corpuses_passage.id AND embedder = %s"
        more = [query.meaning.to_text()]
    sql = (
        f"WITH found (key) AS ({found.sql}) SELECT corpuses_passage.id, corpuses_passage.revision_id,"  # noqa: S608 - placeholders
        f" -(weights <#> %s::sparsevec), {scores}"
        f" FROM found JOIN corpuses_passage ON corpuses_passage.id = found.key{joined}"
    )
    return Statement(sql, (*found.params, _sparse(query.weights), *more, *([query.embedder] if joined else [])))


def _distance(meaning: HalfVector) -> str:
    """Return the expression that the index of the embedder has (`corpuses.search.vectors`)."""
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


def _rows_with(settings: Mapping[str, str], statement: Statement) -> list[Any]:
    """Execute a statement with settings of PostgreSQL, if there are any."""
    if not settings:
        return statement.rows({})
    with transaction.atomic():
        _set_for_transaction(settings)
        return statement.rows({})


def _set_for_transaction(settings: Mapping[str, str]) -> None:
    parts = ", ".join("set_config(%s, %s, true)" for _ in settings)
    _rows(f"SELECT {parts}", [value for pair in settings.items() for value in pair])


# Candidates of a search in documents that are too many to list. The indexes have the passages of everyone, so the
# nearest of all are found first, then those in visible documents are kept: as many as will do for the share of all
# documents that is searched and, if they are too few, more.
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
    visible = documents.revisions_among(FOUND_DOCUMENTS)
    while True:
        found = _without(excluded, candidates_in(visible, query, count=number))
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
    kept = set(matching_revisions(revisions, phrases=(), excluded=excluded))
    return [each for each in found if each.revision in kept]


def _best(found: Sequence[Candidate]) -> list[Candidate]:
    """Return the best by words and the best by meaning."""
    by_words = sorted(found, key=lambda each: -each.words)[:COUNT]
    by_meaning = sorted(found, key=lambda each: -(each.meaning or 0.0))[:COUNT]
    return list(dict.fromkeys([*by_words, *by_meaning]))
