"""Semantic search in GraphQL."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import graphene

from core.api.graphql.context import Info
from core.api.graphql.loaders import as_batch
from core.api.rest.parsers import require_storable
from core.api.throttling import count
from core.errors import Invalid
from corpuses.annotations.anchoring import Span, spans_of_all
from corpuses.api.graphql.annotations import TokenSpan, spans_field
from corpuses.api.rest.folders import IN_FOLDER_HELP
from corpuses.api.selectors import get_corpus_by_id, get_folder_by_id
from corpuses.search.queries import MAX_HITS, Hit, search
from documents.api.graphql.documents import Document
from documents.api.selectors import visible_documents
from documents.models import Document as DocumentRow


class _Results:
    """All hits of one search; their spans are computed together, if they are requested."""

    def __init__(self, hits: Sequence[Hit]) -> None:
        self._hits = [hit for hit in hits if hit.document.revision_id]

    @cached_property
    def spans(self) -> dict[Hit, list[Span]]:
        passages = [(hit.document.revision_id, hit.start, hit.end) for hit in self._hits if hit.document.revision_id]
        return dict(zip(self._hits, spans_of_all(passages), strict=True))


@dataclass(frozen=True, slots=True)
class _HitOfResults:
    hit: Hit
    document: DocumentRow
    results: _Results


def _spans(row: _HitOfResults, _: Info) -> list[TokenSpan]:
    spans = row.results.spans.get(row.hit, [])
    return [TokenSpan(page=page, first=first, last=last) for page, first, last in spans]


class SearchHit(graphene.ObjectType):
    """A passage that matches a search."""

    document = graphene.Field(Document, required=True)
    page = graphene.Int(required=True, resolver=lambda row, _: row.hit.page)
    start = graphene.Int(
        required=True, resolver=lambda row, _: row.hit.start, description="In code points of the document's text."
    )
    end = graphene.Int(required=True, resolver=lambda row, _: row.hit.end)
    quote = graphene.String(required=True, resolver=lambda row, _: row.hit.quote)
    score = graphene.Float(required=True, resolver=lambda row, _: row.hit.score)
    spans = spans_field(_spans)


def _search(
    _root: object,
    info: Info,
    *,
    corpus_id: str,
    query: str,
    limit: int | None = None,
    folder_id: str | None = None,
) -> list[_HitOfResults]:
    actor = info.context.actor
    if info.context.request is not None:
        count(info.context.request, "search", user=actor)
    limit = 10 if limit is None else limit
    if not 1 <= limit <= MAX_HITS:
        raise Invalid(f"`limit` must be a number from 1 to {MAX_HITS}.", field="limit")
    require_storable(query)
    corpus = get_corpus_by_id(actor, corpus_id)
    folder = get_folder_by_id(corpus, folder_id) if folder_id is not None else None
    hits = search(corpus=corpus, user=actor, query=query, limit=limit, folder=folder)
    visible = visible_documents(actor).filter(pk__in={hit.document.pk for hit in hits})
    documents = {document.pk: document for document in as_batch(visible)}
    results = _Results(hits)
    return [_HitOfResults(hit, documents[hit.document.pk], results) for hit in hits if hit.document.pk in documents]


class SearchQueries(graphene.ObjectType):
    """Fields of the root."""

    search_corpus = graphene.List(
        graphene.NonNull(SearchHit),
        required=True,
        resolver=_search,
        corpus_id=graphene.ID(required=True),
        query=graphene.String(required=True),
        limit=graphene.Int(default_value=10),
        folder_id=graphene.ID(description=IN_FOLDER_HELP),
        description="Passages of the corpus that match a query by meaning, best first.",
    )
