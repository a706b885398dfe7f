"""Search in GraphQL: everything that is visible, or one corpus."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import graphene

from core.api.graphql.context import Info
from core.api.graphql.list_arguments import arguments_of, read_arguments
from core.api.graphql.loaders import as_batch
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.rest.parsers import require_storable
from core.api.throttling import count
from core.errors import Invalid
from corpuses.annotations.anchoring import Span
from corpuses.annotations.api.graphql.annotations import Annotation
from corpuses.annotations.api.graphql.labels import Label
from corpuses.annotations.models import Annotation as AnnotationRow
from corpuses.annotations.models import Label as LabelRow
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.rest.folders import IN_FOLDER_HELP
from corpuses.corpora.api.selectors import get_corpus_by_id, get_folder_by_id
from corpuses.models import Corpus as CorpusRow
from corpuses.search.api.rest.search import (
    QUERY_HELP,
    FacetSerializer,
    FacetValueSerializer,
    FragmentSerializer,
    NoticeSerializer,
    ResultsPage,
    SearchQuery,
    token_spans,
)
from corpuses.search.api.selectors import facets_of_search, start_search
from corpuses.search.corpus_search import MAX_HITS, search
from corpuses.search.hits import Fragment, Hit, fragments
from corpuses.search.named import annotations_of, corpora_of, labels_of
from corpuses.search.parser import ParsedQuery, parse_query
from corpuses.search.search import DocumentHit, Search
from documents.api.graphql.documents import Document
from documents.api.graphql.spans import TokenSpan, spans_field
from documents.api.selectors import visible_documents
from documents.api.urls_of import ViewerUrls
from documents.models import Document as DocumentRow


class _Results:
    """All hits of one search; their documents and their spans are loaded together, if they are requested."""

    def __init__(self, query: ParsedQuery, hits: Sequence[Hit]) -> None:
        self.query = query
        self._hits = hits

    @cached_property
    def spans(self) -> dict[Hit, list[Span]]:
        return token_spans(self._hits)


@dataclass(frozen=True, slots=True)
class _HitOfResults:
    hit: Hit
    document: DocumentRow
    results: _Results


@dataclass(frozen=True, slots=True)
class _FoundDocument:
    found: DocumentHit
    document: DocumentRow
    results: _Results

    @property
    def passages(self) -> list[_HitOfResults]:
        return [_HitOfResults(hit, self.document, self.results) for hit in self.found.passages]


class QuoteFragment(ResourceType):
    """A part of a quote."""

    class Meta:
        resource = FragmentSerializer


def token_spans_of(spans: Sequence[Span]) -> list[TokenSpan]:
    """Return the tokens of a passage as objects of the schema."""
    return [TokenSpan(page=page, first=first, last=last) for page, first, last in spans]


def tokens_url_of(document: DocumentRow, page: int, info: Info) -> str:
    """Return the URL of the tokens of a page of the published revision."""
    number = document.revision.number if document.revision is not None else 0
    return ViewerUrls.of(info.context.request).tokens(document.pk, page, number)


def _fragments(row: _HitOfResults, _: Info) -> list[Fragment]:
    return fragments(row.hit.quote, row.results.query)


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
    fragments = graphene.List(
        graphene.NonNull(QuoteFragment),
        required=True,
        resolver=_fragments,
        description="The quote, split at the words of the query.",
    )
    spans = spans_field(lambda row, _: token_spans_of(row.results.spans.get(row.hit, [])))
    tokens_url = graphene.String(
        required=True,
        resolver=lambda row, info: tokens_url_of(row.document, row.hit.page, info),
        description="The tokens of its page: with them, the passage can be marked in a picture of the page.",
    )


class FoundDocument(graphene.ObjectType):
    """A document that matches a search, with its best passages; none if only the title matches."""

    document = graphene.Field(Document, required=True)
    score = graphene.Float(required=True, resolver=lambda row, _: row.found.score)
    is_title_match = graphene.Boolean(
        required=True,
        resolver=lambda row, _: row.found.is_title_match,
        description="Whether title or file name have all words of the query.",
    )
    is_public = graphene.Boolean(
        required=True,
        resolver=lambda row, _: row.found.is_public,
        description="Whether everybody may view it, or a corpus with it.",
    )
    passages = graphene.List(graphene.NonNull(SearchHit), required=True)


class FacetValue(ResourceType):
    """A value of a facet."""

    class Meta:
        resource = FacetValueSerializer


class Facet(ResourceType):
    """The number of matching documents that have each value of a property."""

    class Meta:
        resource = FacetSerializer

    values = graphene.List(graphene.NonNull(FacetValue), required=True)


class SearchNotice(ResourceType):
    """The reason why nothing was found, or a part of the query that is unknown."""

    class Meta:
        resource = NoticeSerializer


def _found_documents(search: Search, info: Info, **given: Any) -> list[_FoundDocument]:
    actor = info.context.actor
    found = search.documents(**read_arguments(ResultsPage, given, actor))
    rows = visible_documents(actor).filter(pk__in=[each.document.pk for each in found])
    documents = {document.pk: document for document in as_batch(rows)}
    results = _Results(search.query, [hit for each in found for hit in each.passages])
    return [
        _FoundDocument(each, documents[each.document.pk], results) for each in found if each.document.pk in documents
    ]


def _corpora(search: Search, _: Info) -> list[CorpusRow]:
    return as_batch(corpora_of(search))


def _labels(search: Search, _: Info) -> list[LabelRow]:
    return as_batch(labels_of(search))


def _annotations(search: Search, _: Info) -> list[AnnotationRow]:
    return as_batch(annotations_of(search))


class SearchResults(graphene.ObjectType):
    """The result of a search. Each part is computed only if it is selected."""

    documents = graphene.List(
        graphene.NonNull(FoundDocument),
        required=True,
        resolver=_found_documents,
        args=arguments_of(ResultsPage),
        description="A page of the documents that match, best first.",
    )
    total_count = graphene.Int(required=True, description="The number of documents that match.")
    is_complete = graphene.Boolean(
        required=True,
        description="False if the total and the facets are lower bounds: the query matches much of a large collection.",
    )
    similar_text = graphene.String(description="With `similarToId`: the part that the passages are like.")
    facets = graphene.List(graphene.NonNull(Facet), required=True, resolver=lambda search, _: facets_of_search(search))
    corpora = graphene.List(graphene.NonNull(Corpus), required=True, resolver=_corpora)
    labels = graphene.List(graphene.NonNull(Label), required=True, resolver=_labels)
    annotations = graphene.List(graphene.NonNull(Annotation), required=True, resolver=_annotations)
    notices = graphene.List(graphene.NonNull(SearchNotice), required=True)


def count_search(info: Info) -> None:
    if info.context.request is not None:
        count(info.context.request, "search", user=info.context.actor)


def _search(_root: object, info: Info, **given: Any) -> Search:
    actor = info.context.actor
    count_search(info)
    return start_search(actor, **read_arguments(SearchQuery, given, actor))


def _search_corpus(
    _root: object,
    info: Info,
    *,
    corpus_id: str,
    query: str,
    limit: int | None = None,
    folder_id: str | None = None,
) -> list[_HitOfResults]:
    actor = info.context.actor
    count_search(info)
    limit = 10 if limit is None else limit
    if not 1 <= limit <= MAX_HITS:
        raise Invalid(f"`limit` must be a number from 1 to {MAX_HITS}.", field="limit")
    require_storable(query)
    corpus = get_corpus_by_id(actor, corpus_id)
    folder = get_folder_by_id(corpus, folder_id) if folder_id is not None else None
    hits = search(corpus=corpus, user=actor, query=query, limit=limit, folder=folder)
    visible = visible_documents(actor).filter(pk__in={hit.document.pk for hit in hits})
    documents = {document.pk: document for document in as_batch(visible)}
    results = _Results(parse_query(query), hits)
    return [_HitOfResults(hit, documents[hit.document.pk], results) for hit in hits if hit.document.pk in documents]


class SearchQueries(RootQueries):
    """Fields of the root."""

    search = graphene.Field(
        SearchResults,
        required=True,
        resolver=_search,
        args=arguments_of(SearchQuery),
        description="Search what is yours and what was shared with you: documents by their passages and titles, "
        "corpora, labels and annotations.",
    )
    search_corpus = graphene.List(
        graphene.NonNull(SearchHit),
        required=True,
        resolver=_search_corpus,
        corpus_id=graphene.ID(required=True),
        query=graphene.String(required=True, description=QUERY_HELP),
        limit=graphene.Int(default_value=10),
        folder_id=graphene.ID(description=IN_FOLDER_HELP),
        description="Passages of the corpus that match a query, best first.",
    )
