"""Conversations in REST."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpResponse
from rest_framework import serializers
from rest_framework.request import Request

from core.access import Actor, require_user
from core.api.openapi.operations import operation
from core.api.ordering import Order
from core.api.rest.list_query import KeyField, ListQuery
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.validation import django_request
from core.api.rest.views import ListView, ObjectView, destroy, list_resources, retrieve, update
from corpuses.conversations import services
from corpuses.conversations.api.selectors import get_visible_conversation, list_conversations, load_passages
from corpuses.conversations.errors import TooManyConversations
from corpuses.conversations.live import log_name
from corpuses.conversations.models import Conversation
from corpuses.conversations.proposals.services import decidable_by
from corpuses.corpora.api.rest.corpora import VERSION_HELP, CorpusSerializer
from corpuses.corpora.api.selectors import get_visible_corpus
from documents.api.rest.spans import SpanSerializer, represent_spans
from documents.api.selectors import get_visible_document
from events.sse.stream_limit import TooManyStreams
from events.sse.subscriptions import LogSubscription, subscribe
from events.sse.views import STREAM_RESPONSE, StreamQuery, StreamView, last_event_id
from users.api.idempotency import create
from users.models import User

CONVERSATION_ORDER = Order(("-updated", "-id"))


def _mine(rows: Sequence[Conversation], actor: Actor) -> Mapping[UUID, bool]:
    return {row.pk: row.owner_id == actor.pk for row in rows}


def _decidable(rows: Sequence[Conversation], actor: Actor) -> Mapping[UUID, bool]:
    return dict.fromkeys(decidable_by(require_user(actor), rows), True)


class SelectedPassageSerializer(Resource):
    """The selected words of a document, as its newest text has them."""

    page = serializers.IntegerField()
    start = serializers.IntegerField(help_text="In code points of the document's text.")
    end = serializers.IntegerField()
    quote = serializers.CharField(trim_whitespace=False, help_text="The first 2,000 characters.")
    example: ClassVar = {"page": 3, "start": 5136, "end": 5147, "quote": "1,200 euros"}


class ConversationSerializer(Resource):
    """Questions about a corpus, a document, or your own and shared documents, with their answers."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id", allow_null=True)
    document = serializers.UUIDField(source="document_id", allow_null=True)
    selection = SpanSerializer(many=True, help_text="The tokens of the document that it is about; none: all of it.")
    passage = SelectedPassageSerializer(
        allow_null=True,
        help_text="The words of the selection; null if there is none, or the document has them no more.",
    )
    title = serializers.CharField(allow_blank=True, help_text="From the first question, until you rename it.")
    is_shared = serializers.BooleanField(help_text="The members of the corpus may read it.")
    is_mine = serializers.BooleanField()
    may_decide = serializers.BooleanField(
        help_text="You may approve and reject its proposals: it is yours, or that of an action in a corpus that you "
        "review."
    )
    created = serializers.DateTimeField()
    updated = serializers.DateTimeField(help_text="Time of the newest message.")
    version = serializers.CharField(help_text=VERSION_HELP)

    loaders = {"is_mine": _mine, "may_decide": _decidable, "passage": load_passages}
    defaults = {"may_decide": False}
    read_version = staticmethod(services.version_of_conversation)
    example = {
        "id": "01990c6e-0e20-7c22-8d33-1f2e3d4c5b6a",
        "corpus": CorpusSerializer.example["id"],
        "document": None,
        "selection": [],
        "passage": None,
        "title": "Who pays the rent?",
        "is_shared": False,
        "is_mine": True,
        "may_decide": True,
        "created": "2026-11-20T08:40:00.000000Z",
        "updated": "2026-11-20T08:41:00.000000Z",
        "version": "7d793037a0760186",
    }

    @staticmethod
    def read_selection(row: Conversation) -> list[dict[str, int]]:
        return represent_spans(row.selection)


class ConversationQuery(ListQuery):
    """Filters of a list of conversations."""

    corpus = KeyField("Corpus", help_text="Only those about this corpus.")
    document = KeyField("Document", help_text="Only those about this document.")
    search = serializers.CharField(
        required=False, allow_blank=True, max_length=200, help_text="Words of the title or of a message."
    )
    # Without `allow_null`, DRF takes missing parameters for false.
    mine = serializers.BooleanField(
        required=False, allow_null=True, help_text="Only yours; if false, only those that are shared with you."
    )
    has_corpus = serializers.BooleanField(
        required=False, allow_null=True, help_text="Only those about a corpus; if false, only those about none."
    )


class ConversationChange(StrictSerializer):
    """Changes of a conversation; absent fields stay as they are."""

    title = serializers.CharField(required=False, max_length=services.TITLE_LIMIT)
    example = {"title": "Rent of the Berlin office"}


class ConversationFields(StrictSerializer):
    """A new conversation, and what it is about: without corpus and document, yours and those shared with you."""

    corpus = KeyField("Corpus")
    document = KeyField("Document")
    selection = SpanSerializer(many=True, required=False)
    title = serializers.CharField(required=False, max_length=services.TITLE_LIMIT)
    example: ClassVar = {}

    def validate_selection(self, spans: list[dict[str, int]]) -> list[dict[str, int]]:
        if len(spans) > services.SPAN_LIMIT:
            raise serializers.ValidationError(f"Send at most {services.SPAN_LIMIT} spans.")
        return spans

    def arguments(self) -> dict[str, Any]:
        """Return the spans as tuples."""
        fields = dict(self.validated_data)
        spans = fields.pop("selection", [])
        return fields | {"selection": [(span["page"], span["first"], span["last"]) for span in spans]}


class ConversationsView(ListView):
    """`/conversations`."""

    order = CONVERSATION_ORDER
    get = list_resources(
        "listConversations",
        "List your conversations, and those that are shared with you",
        ConversationSerializer,
        query=ConversationQuery,
    )
    post = create(
        "createConversation",
        "Start a conversation",
        ConversationSerializer,
        ConversationFields,
        find=get_visible_conversation,
        route="conversation",
        errors=[TooManyConversations],
    )

    def get_queryset(self, actor: Actor, **filters: Any) -> QuerySet[Conversation]:
        return list_conversations(actor, **filters)

    def perform_create(
        self, actor: User, *, corpus: UUID | None = None, document: UUID | None = None, **fields: Any
    ) -> UUID:
        return services.create_conversation(
            corpus=get_visible_corpus(actor, corpus) if corpus else None,
            document=get_visible_document(actor, document) if document else None,
            actor=actor,
            **fields,
        ).pk


class ConversationView(ObjectView):
    """`/conversations/{id}`."""

    get = retrieve("getConversation", "Get a conversation", ConversationSerializer)
    patch = update(
        "updateConversation",
        "Rename a conversation",
        ConversationSerializer,
        ConversationChange,
        services.rename_conversation,
    )
    delete = destroy("deleteConversation", "Delete a conversation", services.delete_conversation)

    def get_object(self, actor: Actor, *, conversation_id: UUID) -> Conversation:
        return get_visible_conversation(actor, conversation_id)


class ConversationStreamView(StreamView):
    """`/conversations/{id}/stream`."""

    @operation(
        "streamConversation",
        "Stream the answers of a conversation while they are written",
        query=StreamQuery,
        response=STREAM_RESPONSE,
        errors=[TooManyStreams],
    )
    def get(self, request: Request, conversation_id: UUID) -> HttpResponse:
        user = require_user(request.user)
        conversation = get_visible_conversation(user, conversation_id)
        django = django_request(request)
        subscription = LogSubscription(log_name(conversation.pk), last_event_id(django))
        return subscribe(django, subscription, user_id=user.pk)
