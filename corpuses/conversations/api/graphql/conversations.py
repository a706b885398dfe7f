"""Conversations, and their questions and answers, in GraphQL."""

from typing import Any

import graphene

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import load_for_batch, visible_related_object
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.graphql.scalars import JSONObject
from core.api.graphql.view_queries import list_of
from corpuses import models as corpora
from corpuses.conversations import models
from corpuses.conversations.api.graphql.sentences import Sentence, token_spans
from corpuses.conversations.api.proposals import load_requesters
from corpuses.conversations.api.rest.conversations import (
    ConversationSerializer,
    ConversationsView,
    ConversationView,
)
from corpuses.conversations.api.rest.messages import (
    MESSAGE_ORDER,
    CancelMessageView,
    MessageSerializer,
    MessagesView,
    RetryMessageView,
    SaveMessageView,
    ToolCallSerializer,
    load_tool_calls,
)
from corpuses.conversations.api.rest.proposals import (
    ApproveProposalView,
    ProposalSerializer,
    RejectProposalView,
    load_proposals,
)
from corpuses.conversations.api.selectors import (
    load_passages,
)
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.selectors import visible_corpora
from documents import models as documents
from documents.api.graphql.documents import Document
from documents.api.graphql.spans import spans_field
from documents.api.selectors import visible_documents
from users import models as users
from users.api.graphql.users import User


class ToolCall(ResourceType):
    """A call of a tool by the language model."""

    class Meta:
        resource = ToolCallSerializer
        exclude = ("arguments",)

    uuid = graphene.UUID(required=True, resolver=lambda call, _: call.pk)
    arguments = JSONObject(required=True, resolver=lambda call, _: call.arguments)


def _tool_calls(message: models.Message, info: Info) -> list[models.ToolCall]:
    actor = info.context.actor
    return load_for_batch(message, "tool_calls", lambda rows: load_tool_calls(rows, actor), [])


def _asked_by(proposal: models.Proposal, info: Info) -> users.User | None:
    actor = info.context.actor
    return load_for_batch(proposal, "asked_by", lambda rows: load_requesters(rows, actor), None)


class Proposal(ResourceType):
    """A change that a language model proposes. It is made when you approve it."""

    class Meta:
        resource = ProposalSerializer
        exclude = ("document", "conversation", "corpus", "asked_by")
        views = (ApproveProposalView, RejectProposalView)

    uuid = graphene.UUID(required=True, resolver=lambda proposal, _: proposal.pk)
    asked_by = graphene.Field(
        User,
        resolver=_asked_by,
        description="The user who asked in the conversation or the comment, or started the action; null if no one did, "
        "or you may not decide on it.",
    )
    document_uuid = graphene.UUID(required=True, resolver=lambda proposal, _: proposal.document_id)
    conversation_uuid = graphene.UUID(required=True, resolver=lambda row, _: row.message.conversation_id)
    corpus_uuid = graphene.UUID(resolver=lambda row, _: row.message.conversation.corpus_id)


def _proposals(message: models.Message, info: Info) -> list[models.Proposal]:
    actor = info.context.actor
    return load_for_batch(message, "proposals", lambda rows: load_proposals(rows, actor), [])


class Message(ResourceType):
    """A question, or an answer, which is complete some time later."""

    class Meta:
        resource = MessageSerializer
        model = models.Message
        exclude = ("conversation", "sentences", "tool_calls", "proposals")
        views = (MessagesView, CancelMessageView, RetryMessageView, SaveMessageView)

    sentences = graphene.List(
        graphene.NonNull(Sentence),
        required=True,
        resolver=lambda message, _: message.sentences,
        description="The parts of an answer, with what they cite.",
    )

    tool_calls = graphene.List(
        graphene.NonNull(ToolCall),
        required=True,
        resolver=_tool_calls,
        description="Those of the language model, in their order.",
    )
    proposals = graphene.List(
        graphene.NonNull(Proposal),
        required=True,
        resolver=_proposals,
        description="Changes that the language model proposes to you.",
    )


MessageConnection = connection_of(Message)


def _messages(conversation: models.Conversation, _: Info, *, window: Window) -> Slice[models.Message]:
    children = Children(models.Message.objects.select_related("conversation"), "conversation_id", MESSAGE_ORDER)
    return related_page(conversation, "messages", children, window)


def _corpus(conversation: models.Conversation, info: Info) -> corpora.Corpus | None:
    return visible_related_object(conversation, "corpus_id", lambda: visible_corpora(info.context.actor))


def _document(conversation: models.Conversation, info: Info) -> documents.Document | None:
    return visible_related_object(conversation, "document_id", lambda: visible_documents(info.context.actor))


class SelectedPassage(graphene.ObjectType):
    """The selected words of a document, as its newest text has them."""

    page = graphene.Int(required=True)
    start = graphene.Int(required=True, description="In code points of the document's text.")
    end = graphene.Int(required=True)
    quote = graphene.String(required=True, description="The first 2,000 characters.")


def _passage(conversation: models.Conversation, info: Info) -> dict[str, Any] | None:
    actor = info.context.actor
    return load_for_batch(conversation, "passage", lambda rows: load_passages(rows, actor), None)


class Conversation(ResourceType):
    """Questions about a corpus, a document, or your own and shared documents, with their answers."""

    class Meta:
        resource = ConversationSerializer
        model = models.Conversation
        exclude = ("corpus", "document", "selection", "passage")
        views = (ConversationsView, ConversationView)

    corpus = graphene.Field(Corpus, resolver=_corpus)
    document = graphene.Field(Document, resolver=_document)
    selection = spans_field(lambda conversation, _: token_spans(conversation.selection))
    passage = graphene.Field(
        SelectedPassage,
        resolver=_passage,
        description="The words of the selection; null if there is none, or the document has them no more.",
    )
    messages = connection_field(MessageConnection, _messages, description="the oldest first")


class ConversationQueries(RootQueries):
    """Fields of the root."""

    conversations = list_of(Conversation, ConversationsView)
