"""Search in REST: everything that is visible, or one corpus."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor
from core.api.openapi.operations import operation
from core.api.rest.list_query import CreatedQuery, KeyField, ListQuery, WordField
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import EnumField, Resource, StrictSerializer
from core.api.rest.validation import validate_query
from corpuses.annotations.anchoring import Span, spans_of_all
from corpuses.annotations.api.rest.annotations import AnnotationSerializer
from corpuses.annotations.api.rest.labels import LabelSerializer
from corpuses.corpora.api.rest.corpora import CorpusSerializer
from corpuses.corpora.api.rest.folders import IN_FOLDER_HELP
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.corpora.folders import folder_of
from corpuses.extracts.fields import InvalidField
from corpuses.search.api.rest.text_ranges import TextRangeSerializer
from corpuses.search.api.selectors import facets_of_search, start_search
from corpuses.search.corpus_search import MAX_HITS, meaning_of, search
from corpuses.search.facets import FacetName
from corpuses.search.hits import Hit, fragments
from corpuses.search.named import annotations_of, corpora_of, labels_of
from corpuses.search.parser import InvalidSearchDate, InvalidSearchType
from corpuses.search.search import MAX_DOCUMENTS, SEARCHED_WORDS_ONLY, DocumentHit, Search
from documents.api.rest.documents import DocumentSerializer, LanguageField, ScopeField, TypeField
from documents.api.rest.spans import SpanSerializer, represent_spans

QUERY_HELP = (
    'Words or a question; `"an exact phrase"`, `-without`, `label:`, `type:`, `in:` a corpus or folder, `title:`, '
    "`before:` and `after:` a date."
)
MAX_OFFSET = 10_000


class HitSerializer(TextRangeSerializer):
    """A passage that matches a search."""

    quote = serializers.CharField()
    score = serializers.FloatField(help_text="Between 0 and 1.")
    example = {
        **TextRangeSerializer.example,
        "quote": "The tenant pays 1,200 euros on the first of every month.",
        "score": 0.87,
    }


class FragmentSerializer(Resource):
    """A part of a quote."""

    text = serializers.CharField(trim_whitespace=False)
    is_match = serializers.BooleanField(help_text="Whether it is a word or phrase of the query.")
    example = {"text": "tenant", "is_match": True}


class PassageSerializer(Resource):
    """A passage of a document that matches, with its tokens."""

    page = serializers.IntegerField()
    start = serializers.IntegerField(help_text="In code points of the document's text.")
    end = serializers.IntegerField()
    quote = serializers.CharField()
    fragments = FragmentSerializer(many=True, help_text="The quote, split at the words of the query.")
    spans = SpanSerializer(many=True, help_text="Its tokens, page by page.")
    score = serializers.FloatField(help_text="Between 0 and 1.")
    example = {
        **{name: HitSerializer.example[name] for name in ("page", "start", "end", "quote", "score")},
        "fragments": [
            {"text": "The ", "is_match": False},
            {"text": "tenant", "is_match": True},
            {"text": " pays 1,200 euros on the first of every month.", "is_match": False},
        ],
        "spans": [{"page": 3, "first": 12, "last": 22}],
    }


class FoundDocumentSerializer(Resource):
    """A document that matches a search, with its best passages."""

    id = serializers.UUIDField(source="document.pk")
    title = serializers.CharField(source="document.title")
    filename = serializers.CharField(source="document.filename")
    mime_type = serializers.CharField(source="document.mime_type")
    language = serializers.CharField(source="document.language", allow_blank=True)
    page_count = serializers.IntegerField(source="document.page_count")
    created = serializers.DateTimeField(source="document.created")
    score = serializers.FloatField(help_text="Between 0 and 1.")
    is_title_match = serializers.BooleanField(help_text="Whether title or file name have all words of the query.")
    is_public = serializers.BooleanField(help_text="Whether everybody may view it, or a corpus with it.")
    passages = PassageSerializer(many=True, help_text="Best first; none if only the title matches.")
    example = {
        **{name: DocumentSerializer.example[name] for name in ("id", "title", "filename", "mime_type", "language")},
        "page_count": 12,
        "created": DocumentSerializer.example["created"],
        "score": 0.87,
        "is_title_match": False,
        "is_public": False,
        "passages": [PassageSerializer.example],
    }


class FacetValueSerializer(Resource):
    """A value of a facet."""

    value = serializers.CharField(
        help_text="What to filter by: an id, a MIME type, a language, a month, or a field and its value."
    )
    name = serializers.CharField(help_text="For people.")
    count = serializers.IntegerField(help_text="The number of matching documents that have it.")
    example = {"value": CorpusSerializer.example["id"], "name": "Leases", "count": 3}


class FacetSerializer(Resource):
    """The number of matching documents that have each value of a property."""

    facet = EnumField(FacetName)
    name = serializers.CharField(allow_blank=True, help_text="Of a field; each field is a facet of its own.")
    values = FacetValueSerializer(many=True)
    example = {"facet": "corpus", "name": "", "values": [FacetValueSerializer.example]}


class NoticeSerializer(Resource):
    """The reason why nothing was found, or a part of the query that is unknown."""

    code = serializers.CharField(help_text="Stable, for programs.")
    message = serializers.CharField(help_text="For people.")
    example = {"code": "no_match", "message": "No passage has these words or a similar meaning."}


class SearchResultsSerializer(StrictSerializer):
    """The result of a search, best first."""

    results = FoundDocumentSerializer(many=True)
    total_count = serializers.IntegerField(help_text="The number of documents that match.")
    is_complete = serializers.BooleanField(
        help_text="False if the total and the facets are lower bounds: the query matches much of a large collection."
    )
    next_offset = serializers.IntegerField(allow_null=True, help_text="Of the next page; null after the last one.")
    similar_text = serializers.CharField(
        allow_null=True, help_text="With `similar_to`: the part that the passages are like."
    )
    facets = FacetSerializer(many=True)
    corpora = CorpusSerializer(many=True, help_text="Corpora with these words in title or description.")
    labels = LabelSerializer(many=True, help_text="Labels with these words in their name.")
    annotations = AnnotationSerializer(many=True, help_text="Annotations with these words in quote or note.")
    notices = NoticeSerializer(many=True)
    example = {
        "results": [FoundDocumentSerializer.example],
        "total_count": 1,
        "is_complete": True,
        "next_offset": None,
        "similar_text": None,
        "facets": [FacetSerializer.example],
        "corpora": [CorpusSerializer.example],
        "labels": [LabelSerializer.example],
        "annotations": [AnnotationSerializer.example],
        "notices": [],
    }


class SearchQuery(CreatedQuery):
    """A search of what is yours and what was shared with you, of what is public, or of a corpus."""

    query = WordField(max_length=10_000, help_text=QUERY_HELP)
    similar_to = KeyField("Document", help_text="Search for passages like a part of this document: `start` to `end`.")
    start = serializers.IntegerField(required=False, min_value=0, help_text="In code points of the document's text.")
    end = serializers.IntegerField(required=False, min_value=1)
    scope = ScopeField()
    corpus = KeyField("Corpus", help_text="Only documents in this corpus.")
    folder = KeyField("Folder", help_text=IN_FOLDER_HELP)
    label = KeyField("Label", help_text="Only documents with an annotation with this label.")  # type: ignore[assignment]  # a name of the framework too
    field = WordField(
        max_length=200,
        help_text="Only documents with this approved value of an extract: a `value` of the facet `field`.",
    )
    type = TypeField()
    language = LanguageField()


class ResultsPage(ListQuery):
    """The page of the documents that were found."""

    limit = serializers.IntegerField(default=10, min_value=1, max_value=MAX_DOCUMENTS)
    offset = serializers.IntegerField(default=0, min_value=0, max_value=MAX_OFFSET)


class PagedSearchQuery(SearchQuery, ResultsPage):
    """A search, and the page of its results."""


class EverythingView(APIView):
    """`/search`."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    rate_class = "search"

    @operation(
        "search",
        "Search documents, corpora, labels and annotations",
        query=PagedSearchQuery,
        response=SearchResultsSerializer,
        errors=[InvalidSearchDate, InvalidSearchType, InvalidField],
    )
    def get(self, request: Request) -> Response:
        """Documents are found by their passages, by words and by meaning, and by their titles."""
        actor: Actor = request.user
        arguments = validate_query(request, PagedSearchQuery).arguments()
        limit, offset = arguments.pop("limit"), arguments.pop("offset")
        found = start_search(actor, **arguments)
        documents = found.documents(limit=limit, offset=offset)
        has_more = offset + limit < found.page_count
        body = {
            "results": _documents(found, documents),
            "total_count": found.total_count,
            "is_complete": found.is_complete,
            "next_offset": offset + limit if has_more else None,
            "similar_text": found.similar_text,
            "facets": FacetSerializer.represent(facets_of_search(found)),
            "corpora": CorpusSerializer.represent(corpora_of(found), actor),
            "labels": LabelSerializer.represent(labels_of(found), actor),
            "annotations": AnnotationSerializer.represent(annotations_of(found), actor),
            "notices": NoticeSerializer.represent(found.notices),
        }
        return Response(body)


def token_spans(hits: Sequence[Hit]) -> dict[Hit, list[Span]]:
    """Return the tokens of hits; one query."""
    places = [(hit, hit.document.revision_id) for hit in hits]
    spans = spans_of_all([(revision, hit.start, hit.end) for hit, revision in places if revision])
    return dict(zip([hit for hit, revision in places if revision], spans, strict=True))


def _documents(found: Search, documents: Sequence[DocumentHit]) -> list[dict[str, Any]]:
    spans = token_spans([hit for each in documents for hit in each.passages])
    rows = []
    for document in documents:
        passages = [
            {
                **{name: getattr(hit, name) for name in ("page", "start", "end", "quote", "score")},
                "fragments": FragmentSerializer.represent(fragments(hit.quote, found.query)),
                "spans": represent_spans(spans.get(hit, [])),
            }
            for hit in document.passages
        ]
        getters = FoundDocumentSerializer.getters()
        fields = {name: get(document) for name, get in getters.items() if get and name != "passages"}
        rows.append(fields | {"passages": passages})
    return rows


class HitsSerializer(StrictSerializer):
    """The matching passages, best first."""

    results = HitSerializer(many=True)
    notices = NoticeSerializer(many=True, help_text="That only words were searched: the embedder does not answer.")
    example = {"results": [HitSerializer.example], "notices": []}


class CorpusSearchQuery(StrictSerializer):
    """A search in a corpus."""

    query = serializers.CharField(max_length=10_000, help_text=QUERY_HELP)
    limit = serializers.IntegerField(default=10, min_value=1, max_value=MAX_HITS)
    folder = serializers.UUIDField(required=False, help_text=IN_FOLDER_HELP)


class CorpusSearchView(APIView):
    """`/corpuses/{id}/search`."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    rate_class = "search"

    @operation(
        "searchCorpus",
        "Search the passages of a corpus",
        query=CorpusSearchQuery,
        response=HitsSerializer,
        errors=[InvalidSearchDate, InvalidSearchType],
    )
    def get(self, request: Request, corpus_id: UUID) -> Response:
        actor: Actor = request.user
        corpus = get_visible_corpus(actor, corpus_id)
        arguments = validate_query(request, CorpusSearchQuery).arguments()
        key = arguments.pop("folder", None)
        folder = folder_of(corpus, key) if key else None
        meaning = meaning_of(arguments["query"], corpus)
        hits = search(corpus=corpus, user=actor, folder=folder, meaning=meaning, **arguments)
        notices = [SEARCHED_WORDS_ONLY] if meaning.is_unknown else []
        return Response({"results": HitSerializer.represent(hits), "notices": NoticeSerializer.represent(notices)})
