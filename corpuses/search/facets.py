"""The documents that match a search beyond those with the best passages, for its total and its facets."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Final
from uuid import UUID

from django.db import connection
from django.db.models import Count, F, QuerySet
from django.db.models.functions import TruncMonth
from pgvector import SparseVector

from core.access import ListScope
from corpuses.annotations.models import Annotation
from corpuses.models import Corpus, CorpusDocument
from corpuses.search import candidates
from corpuses.search.bm25 import DIMENSIONS
from corpuses.search.candidates import COUNT, EXACT, Vectors
from corpuses.search.embedders import Meaning
from corpuses.search.filters import SearchedDocuments
from corpuses.search.parser import ParsedQuery
from corpuses.search.ranking import ALL_WORDS, ENOUGH_WORDS, NEAR, TAIL, WORDS_WEIGHT, floor_of, query_vectors
from documents.models import Document
from documents.services.file_types import type_name

if TYPE_CHECKING:
    from core.access import Actor


MOST_VALUES: Final = 20  # of each facet

Documents = Sequence[UUID] | QuerySet[Document, Any]
"""Documents that are counted: their keys, or a query of them."""


class FacetName(StrEnum):
    """The property of documents that a facet counts."""

    CORPUS = "corpus"
    FOLDER = "folder"
    LABEL = "label"
    TYPE = "type"
    LANGUAGE = "language"
    DATE = "date"
    FIELD = "field"
    STATE = "state"
    OWNER = "owner"


@dataclass(frozen=True, slots=True)
class FacetValue:
    """A value, its name for people, and the number of documents that have it."""

    value: str
    name: str
    count: int


@dataclass(frozen=True, slots=True)
class Facet:
    """The values of one property of the documents, the most frequent first. Each field is a property of its own."""

    facet: FacetName
    values: Sequence[FacetValue]
    name: str = ""


def facets_of(actor: "Actor", documents: Documents, scope: ListScope | None) -> list[Facet]:
    """Return the facets with a value; corpora, folders and labels only of the scope."""
    corpora = Corpus.objects.in_scope(actor, scope).order_by().values("pk")
    memberships = CorpusDocument.objects.filter(document__in=documents, corpus__in=corpora)
    annotations = Annotation.objects.filter(document__in=documents, corpus__in=corpora)
    rows = Document.objects.filter(pk__in=documents)
    months = rows.annotate(month=TruncMonth("created"))
    counted = {
        FacetName.CORPUS: _counted(memberships, "corpus_id", "corpus__title"),
        FacetName.FOLDER: _counted(memberships.filter(folder__deleted_at=None), "folder_id", "folder__path"),
        FacetName.LABEL: _counted(annotations, "label_id", "label__name"),
        FacetName.TYPE: _typed(_counted(rows, "mime_type", "mime_type", key="pk")),
        FacetName.LANGUAGE: _counted(rows.exclude(language=""), "language", "language", key="pk"),
        FacetName.DATE: _dated(_counted(months, "month", "month", key="pk")),
    }
    return [Facet(name, values) for name, values in counted.items() if values]


def _counted(rows: Any, value: str, name: str, *, key: str = "document") -> list[FacetValue]:
    found: Iterable[tuple[Any, Any, int]] = (
        rows.filter((f"{value.removesuffix('_id')}__isnull", False))
        .order_by()
        .values_list(F(value), F(name))
        .annotate(documents=Count(key, distinct=True))
        .order_by("-documents", name)[:MOST_VALUES]
    )
    return [FacetValue(str(each), str(label), count) for each, label, count in found]


def _typed(values: Sequence[FacetValue]) -> list[FacetValue]:
    return [FacetValue(each.value, type_name(each.value), each.count) for each in values]


def _dated(values: Sequence[FacetValue]) -> list[FacetValue]:
    """Return months, such as 2026-11, the newest first."""
    months = [FacetValue(each.value[:7], each.value[:7], each.count) for each in values]
    return sorted(months, key=lambda each: each.value, reverse=True)


# Find all documents that match, beyond those with the best passages, which are ranked: for totals and facets. All
# visible passages are compared with the query, by the rule of the ranking, if they are few enough. In more, the ranked
# documents are a lower bound.
MAX_COMPARED: Final = EXACT  # passages


@dataclass(frozen=True, slots=True)
class Further:
    """Revisions that match, whether they are ranked or not. Unless `is_complete`, there may be others."""

    revisions: Collection[UUID]
    is_complete: bool


def matching(documents: SearchedDocuments, query: ParsedQuery, *, ranked: Collection[int], meaning: Meaning) -> Further:
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
    vectors, total = query_vectors(query.text, among, meaning)
    return Further(_near_enough(revisions, vectors, total, TAIL * floor_of(among.passages)), is_complete=True)


def similar(documents: SearchedDocuments, meaning: Meaning, *, ranked: Collection[int]) -> Further:
    """Return the revisions with passages of a similar meaning, of which these passages are ranked."""
    if not documents.is_listed:
        return Further((), is_complete=not ranked)
    if len(ranked) < COUNT - 1:  # without the passage that has the text
        return Further((), is_complete=True)
    revisions = documents.revisions
    if meaning.vector is None or candidates.visible(revisions).passages > MAX_COMPARED:
        return Further((), is_complete=False)
    vectors = Vectors({}, meaning.embedder, meaning.vector)
    return Further(_near_enough(revisions, vectors, 0.0, NEAR), is_complete=True)


def _near_enough(revisions: Sequence[UUID], query: Vectors, total: float, floor: float) -> list[UUID]:
    """Return the revisions with a passage whose evidence (`corpuses.search.ranking`) reaches the floor. One query."""
    cosine, joined = "NULL::float", ""
    values: dict[str, Any] = {}
    if query.meaning is not None:
        size = query.meaning.dimensions()
        cosine = f"greatest(0, 1 - (v.vector::halfvec({size}) <=> %(meaning)s::halfvec({size})))"
        joined = "LEFT JOIN corpuses_passagevector v ON v.passage_id = p.id AND v.embedder = %(embedder)s"
        values = {"meaning": query.meaning.to_text(), "embedder": query.embedder}
    sql = f"""
        WITH compared AS (
            SELECT p.revision_id,
                least(1, coalesce(-(p.weights <#> %(words)s::sparsevec) / nullif(%(total)s, 0), 0)) AS share,
                {cosine} AS cosine
            FROM corpuses_passage p {joined}
            WHERE p.revision_id = ANY(%(revisions)s)
        )
        SELECT DISTINCT revision_id FROM compared
        WHERE share >= %(all)s OR cosine + %(weight)s * share * share >= %(floor)s
            OR cosine IS NULL AND share >= %(enough)s
    """  # noqa: S608 - a number and placeholders
    values |= {
        "total": total,
        "words": SparseVector(dict(query.weights), DIMENSIONS).to_text(),
        "revisions": list(revisions),
        "all": ALL_WORDS,
        "enough": TAIL * ENOUGH_WORDS,
        "weight": WORDS_WEIGHT,
        "floor": floor,
    }
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return [revision for (revision,) in cursor.fetchall()]
