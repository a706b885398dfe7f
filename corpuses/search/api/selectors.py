"""Searches of visible corpora."""

from typing import Any
from uuid import UUID

from django.db.models import QuerySet

from core.access import Actor, ListScope, require_reader
from core.errors import Invalid
from corpuses.annotations.models import Label
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.corpora.folders import folder_of
from corpuses.extracts.fields import documents_with, field_facets
from corpuses.search.facets import Facet
from corpuses.search.filters import SearchFilters
from corpuses.search.search import Search, SimilarSpan
from corpuses.visible_rows import get_visible_row
from documents.api.selectors import (
    get_visible_document,
)


def start_search(
    actor: Actor,
    *,
    query: str = "",
    scope: str | None = None,
    corpus: UUID | None = None,
    folder: UUID | None = None,
    label: UUID | None = None,
    field: str = "",
    documents: "QuerySet[Any, Any] | None" = None,
    **others: Any,
) -> Search:
    """Return the search of these words, or of passages like a part of a visible document.

    `documents` are the keys of those that may be found, instead of all with a value of `field`.
    """
    if not (corpus or label):
        require_reader(actor)
    within = get_visible_corpus(actor, corpus) if corpus else None
    if folder is not None and within is None:
        raise Invalid("Send the corpus of this folder as well.", field="corpus")
    like = _similar_span(actor, *(others.pop(name, None) for name in ("similar_to", "start", "end")))
    filters = SearchFilters(
        scope=ListScope(scope) if scope else None,
        corpus=within,
        folder=folder_of(within, folder) if within and folder else None,
        label=get_visible_row(Label, actor, label) if label else None,
        documents=documents_with(actor, field) if field else documents,
        lookups=others,
    )
    return Search(actor, query, filters=filters, like=like)


def facets_of_search(search: Search) -> list[Facet]:
    """Return how many of the documents that match have each value, of their fields, too."""
    return [*search.facets, *field_facets(search.actor, search.matching_documents)]


def _similar_span(actor: Actor, document: UUID | None, start: int | None, end: int | None) -> SimilarSpan | None:
    if document is None:
        return None
    if start is None or end is None:
        raise Invalid("Send the part of the document: `start` and `end`.", field="end" if end is None else "start")
    return SimilarSpan(get_visible_document(actor, document), start, end)
