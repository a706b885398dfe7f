"""The embedder of a corpus in REST."""

from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import Actor, Permission, require, require_user
from core.api.openapi.operations import operation
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.views import action, represent
from corpuses.corpora.api.rest.corpora import OfCorpus
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.llm.embedders import UnknownEmbedder
from corpuses.llm.errors import LlmNotAllowed
from corpuses.models import Corpus
from corpuses.search.corpus_embedders import EmbedderState, change_embedder, state_of
from corpuses.search.embedders import embedder_names, is_remote
from users.models import User


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


def _change(corpus: Corpus, *, actor: User, embedder: str) -> EmbedderState:
    change_embedder(corpus, embedder, actor=actor)
    return state_of(corpus, actor)


class CorpusEmbedderView(OfCorpus):
    """`/corpuses/{id}/embedder`."""

    permission_classes = [IsAuthenticated]
    put = action(
        "changeCorpusEmbedder",
        "Change the embedder of a corpus",
        CorpusEmbedderSerializer,
        _change,
        body=EmbedderChange,
        description="Embed all documents in the background, while the old one serves. For the owner.",
        errors=[UnknownEmbedder, LlmNotAllowed],
    )

    @operation("getCorpusEmbedder", "Get the embedder of a corpus", response=CorpusEmbedderSerializer)
    def get(self, request: Request, corpus_id: UUID) -> Response:
        """For those who may edit the corpus."""
        corpus = get_editable_corpus(request.user, corpus_id)
        return represent(CorpusEmbedderSerializer, state_of(corpus, request.user), request.user)
