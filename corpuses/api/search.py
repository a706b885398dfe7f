"""Search by meaning in GraphQL."""

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
from corpuses.api.annotations import TokenSpan, spans_field
from corpuses.api.selectors import get_corpus_by_id, get_folder_by_id
from corpuses.search.queries import MAX_HITS, Hit, search
from documents.api.graphql.documents import Document
from documents.api.selectors import visible_documents
from documents.models import Document as DocumentRow


class _Answer:
    """All hits of one search; their spans are computed together, if anybody asks."""

    def __init__(self, hits: Sequence[Hit]) -> None:
        self._hits = hits

    @cached_property
    def spans(self) -> dict[Hit, list[Span]]:
        places = [(hit.document.revision_id, hit.start, hit.end) for hit in self._hits if hit.document.revision_id]
        found = iter(spans_of_all(places))
        return {hit: next(found) for hit in self._hits if hit.document.revision_id}


@dataclass(frozen=True, slots=True)
class _FoundHit:
    hit: Hit
    document: DocumentRow
    answer: _Answer


def _spans(found: _FoundHit, _: Info) -> list[TokenSpan]:
    return [TokenSpan.of(span) for span in found.answer.spans.get(found.hit, [])]


class SearchHit(graphene.ObjectType):
    """A passage that answers, best first."""

    document = graphene.Field(Document, required=True)
    page = graphene.Int(required=True, resolver=lambda found, _: found.hit.page)
    start = graphene.Int(
        required=True, resolver=lambda found, _: found.hit.start, description="code points, in the document's text"
    )
    end = graphene.Int(required=True, resolver=lambda found, _: found.hit.end)
    quote = graphene.String(required=True, resolver=lambda found, _: found.hit.quote)
    score = graphene.Float(required=True, resolver=lambda found, _: found.hit.score)
    spans = spans_field(_spans)


def _search(
    _root: object,
    info: Info,
    *,
    corpus_id: str,
    query: str,
    limit: int | None = None,
    folder_id: str | None = None,
) -> list[_FoundHit]:
    person = info.context.actor
    if info.context.request is not None:
        count(info.context.request, "search", user=person)
    wanted = 10 if limit is None else limit
    if not 1 <= wanted <= MAX_HITS:
        raise Invalid(f"`limit` is a number from 1 to {MAX_HITS}.", field="limit")
    require_storable(query)
    corpus = get_corpus_by_id(person, corpus_id)
    folder = get_folder_by_id(corpus, folder_id) if folder_id is not None else None
    hits = search(corpus=corpus, user=person, query=query, limit=wanted, folder=folder)
    seen = visible_documents(person).filter(pk__in={hit.document.pk for hit in hits})
    documents = {document.pk: document for document in as_batch(seen)}
    answer = _Answer(hits)
    return [_FoundHit(hit, documents[hit.document.pk], answer) for hit in hits if hit.document.pk in documents]


class SearchQueries(graphene.ObjectType):
    """Fields of the root."""

    search_corpus = graphene.List(
        graphene.NonNull(SearchHit),
        required=True,
        resolver=_search,
        corpus_id=graphene.ID(required=True),
        query=graphene.String(required=True),
        limit=graphene.Int(default_value=10),
        folder_id=graphene.ID(description="only what stands in this folder, or in one below it"),
        description="passages of the corpus that speak of what is asked",
    )
