"""Find all documents that match, beyond those with the best passages, which are ranked: for totals and facets.

All visible passages are compared with the query, by the rule of the ranking, if they are few enough. In more, the
ranked documents are a lower bound.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import connection
from pgvector import HalfVector, SparseVector

from corpuses.search import candidates
from corpuses.search.active_embedders import embed_query
from corpuses.search.bm25 import DIMENSIONS
from corpuses.search.candidates import COUNT, EXACT, Vectors
from corpuses.search.query_language import ParsedQuery
from corpuses.search.ranking import ALL_WORDS, NEAR, TAIL, WORDS_WEIGHT, floor_of, query_vectors
from corpuses.search.searched import SearchedDocuments

MAX_COMPARED: Final = EXACT  # passages


@dataclass(frozen=True, slots=True)
class Further:
    """Revisions that match, whether they are ranked or not. Unless `is_complete`, there may be others."""

    revisions: Collection[UUID]
    is_complete: bool


def matching(documents: SearchedDocuments, query: ParsedQuery, *, ranked: Collection[int], embedder: str) -> Further:
    """Return the revisions that match a query of which these passages are ranked."""
    if not documents.is_listed:
        return Further((), is_complete=not ranked)
    if len(ranked) < COUNT:  # the lists of the best passages end below the floor: all that match are in them
        return Further((), is_complete=True)
    revisions = documents.revisions
    if query.phrases or query.excluded:
        revisions = candidates.matching_revisions(revisions, phrases=query.phrases, excluded=query.excluded)
    if query.phrases:
        return Further(revisions, is_complete=True)
    among = candidates.visible(revisions)
    if among.passages > MAX_COMPARED:
        return Further((), is_complete=False)
    vectors, total = query_vectors(query.text, among, embedder)
    return Further(_near_enough(revisions, vectors, total, TAIL * floor_of(among.passages)), is_complete=True)


def similar(documents: SearchedDocuments, text: str, *, ranked: Collection[int], embedder: str) -> Further:
    """Return the revisions with passages like a text, of which these passages are ranked."""
    if not documents.is_listed:
        return Further((), is_complete=not ranked)
    if len(ranked) < COUNT - 1:  # without the passage that has the text
        return Further((), is_complete=True)
    revisions = documents.revisions
    if candidates.visible(revisions).passages > MAX_COMPARED:
        return Further((), is_complete=False)
    name, vector = embed_query(text, embedder)
    return Further(_near_enough(revisions, Vectors({}, name, HalfVector(vector)), 0.0, NEAR), is_complete=True)


def _near_enough(revisions: Sequence[UUID], query: Vectors, total: float, floor: float) -> list[UUID]:
    """Return the revisions with a passage whose evidence (`corpuses.search.ranking`) reaches the floor. One query."""
    if query.meaning is None:
        raise ValueError("A query has a vector.")
    size = query.meaning.dimensions()
    # The size is a number.
    sql = f"""
        WITH compared AS (
            SELECT p.revision_id,
                least(1, coalesce(-(p.weights <#> %(words)s::sparsevec) / nullif(%(total)s, 0), 0)) AS share,
                greatest(0, coalesce(1 - (v.vector::halfvec({size}) <=> %(meaning)s::halfvec({size})), 0)) AS cosine
            FROM corpuses_passage p
            LEFT JOIN corpuses_passagevector v ON v.passage_id = p.id AND v.embedder = %(embedder)s
            WHERE p.revision_id = ANY(%(revisions)s)
        )
        SELECT DISTINCT revision_id FROM compared
        WHERE share >= %(all)s OR cosine + %(weight)s * share * share >= %(floor)s
    """  # noqa: S608 - the size is a number
    values: dict[str, Any] = {
        "total": total,
        "words": SparseVector(dict(query.weights), DIMENSIONS).to_text(),
        "meaning": query.meaning.to_text(),
        "embedder": query.embedder,
        "revisions": list(revisions),
        "all": ALL_WORDS,
        "weight": WORDS_WEIGHT,
        "floor": floor,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return [revision for (revision,) in cursor.fetchall()]
