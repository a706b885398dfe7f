"""Semantic search in REST."""

from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import Actor
from core.api.openapi.operations import operation
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.validation import validate_query
from corpuses.api.rest.folders import IN_FOLDER_HELP
from corpuses.api.selectors import get_visible_corpus
from corpuses.search.queries import MAX_HITS, search
from corpuses.services.folders import folder_of
from documents.api.rest.documents import DocumentSerializer


class HitSerializer(Resource):
    """A passage that matches a search."""

    document = serializers.UUIDField(source="document.pk")
    document_title = serializers.CharField(source="document.title")
    page = serializers.IntegerField()
    start = serializers.IntegerField(help_text="In code points of the document's text.")
    end = serializers.IntegerField()
    quote = serializers.CharField()
    score = serializers.FloatField(help_text="Between 0 and 1.")
    example = {
        "document": DocumentSerializer.example["id"],
        "document_title": DocumentSerializer.example["title"],
        "page": 3,
        "start": 5120,
        "end": 5188,
        "quote": "The tenant pays 1,200 euros on the first of every month.",
        "score": 0.87,
    }


class HitsSerializer(StrictSerializer):
    """The matching passages, best first."""

    results = HitSerializer(many=True)
    example = {"results": [HitSerializer.example]}


class SearchQuery(StrictSerializer):
    """A search."""

    query = serializers.CharField(max_length=10_000)
    limit = serializers.IntegerField(default=10, min_value=1, max_value=MAX_HITS)
    folder = serializers.UUIDField(required=False, help_text=IN_FOLDER_HELP)


class SearchView(APIView):
    """`/corpuses/{id}/search`."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    rate_class = "search"

    @operation("searchCorpus", "Search a corpus by meaning", query=SearchQuery, response=HitsSerializer)
    def get(self, request: Request, corpus_id: UUID) -> Response:
        actor: Actor = request.user
        corpus = get_visible_corpus(actor, corpus_id)
        arguments = validate_query(request, SearchQuery).arguments()
        key = arguments.pop("folder", None)
        hits = search(corpus=corpus, user=actor, folder=folder_of(corpus, key) if key else None, **arguments)
        return Response({"results": HitSerializer.represent(hits)})
