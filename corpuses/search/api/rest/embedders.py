"""The embedder of a corpus in REST."""

from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor, Permission, require, require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.validation import validate_body
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.llm.embedders import UnknownEmbedder
from corpuses.llm.errors import LlmNotAllowed
from corpuses.models import Corpus
from corpuses.search.corpus_embedders import EmbedderState, change_embedder, state_of
from corpuses.search.embedders import embedder_names, is_remote


class CorpusEmbedderSerializer(Resource):
    """The embedder that serves a corpus, and the one that replaces it once it has embedded all documents."""

    embedder = serializers.CharField()
    next_embedder = serializers.CharField(allow_null=True, help_text="Null: no change is in progress.")
    embedded_count = serializers.IntegerField(help_text="Documents that the next embedder has embedded.")
    document_count = serializers.IntegerField(help_text="Documents to embed; 0 if no change is in progress.")
    problem = serializers.CharField(
        allow_blank=True, help_text="Why the next embedder has stopped. Change to it again to go on."
    )
    available = serializers.ListField(child=serializers.CharField(), help_text="The embedders that may serve it.")
    example = {
        "embedder": "minilm-l6-v2",
        "next_embedder": None,
        "embedded_count": 0,
        "document_count": 0,
        "problem": "",
        "available": ["minilm-l6-v2"],
    }

    @staticmethod
    def read_available(state: EmbedderState) -> list[str]:
        return [name for name in embedder_names() if state.may_be_remote or not is_remote(name)]


class EmbedderChange(StrictSerializer):
    """The embedder that shall serve the corpus."""

    embedder = serializers.CharField(max_length=100)
    example = {"embedder": "minilm-l6-v2"}


def get_editable_corpus(actor: Actor, key: UUID) -> Corpus:
    """Return a visible corpus that `actor` may edit."""
    return require(require_user(actor), Permission.EDIT, get_visible_corpus(actor, key))


class CorpusEmbedderView(APIView):
    """`/corpuses/{id}/embedder`."""

    @operation("getCorpusEmbedder", "Get the embedder of a corpus", response=CorpusEmbedderSerializer)
    def get(self, request: Request, corpus_id: UUID) -> Response:
        """For those who may edit the corpus."""
        return _response(get_editable_corpus(request.user, corpus_id), request.user)

    @operation(
        "changeCorpusEmbedder",
        "Change the embedder of a corpus",
        body=EmbedderChange,
        response=CorpusEmbedderSerializer,
        errors=[UnknownEmbedder, LlmNotAllowed],
    )
    def put(self, request: Request, corpus_id: UUID) -> Response:
        """Embed all documents in the background, while the old one serves. For the owner."""
        actor = require_user(request.user)
        corpus = get_visible_corpus(actor, corpus_id)
        change_embedder(corpus, actor=actor, **_arguments(request))
        return _response(corpus, actor)


def _arguments(request: Request) -> dict[str, Any]:
    return {"name": validate_body(request, EmbedderChange).validated_data["embedder"]}


def _response(corpus: Corpus, actor: Actor) -> Response:
    return Response(CorpusEmbedderSerializer.represent_one(state_of(corpus, actor)))
