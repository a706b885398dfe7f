"""Visible conversations and messages, for REST and GraphQL."""

from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.db.models import Q, QuerySet

from core.access import Actor, Permission, VisibleQuerySet, has_permission, is_member, require_user
from core.db.compiled_lookup import CompiledLookup
from core.errors import NotFound
from corpuses.annotations.anchoring import anchor_selections
from corpuses.conversations.models import Conversation, Message, Proposal
from corpuses.corpora.api.selectors import get_visible_corpus
from documents.api.selectors import get_visible_document, search_words
from documents.models import Document

PASSAGE_LENGTH: Final = 2_000  # characters
_CUT: Final = " …"
_CONVERSATION: Final = CompiledLookup(
    lambda: Conversation.objects.select_related("owner", "corpus__owner", "document__owner"), "pk"
)
_MESSAGE: Final = CompiledLookup(
    lambda: Message.objects.select_related(
        "conversation__owner", "conversation__corpus__owner", "conversation__document__owner"
    ),
    "pk",
)

_PROPOSAL: Final = CompiledLookup(
    lambda: Proposal.objects.select_related(
        "message__conversation__owner",
        "message__conversation__comment_author",
        "message__conversation__corpus__owner",
        "message__conversation__document__owner",
        "document",
        "target",
        "cell__column",
    ),
    "pk",
)


def visible_conversations(actor: Actor) -> VisibleQuerySet[Conversation]:
    """Return the own conversations, and the shared ones about visible documents of corpora of the actor."""
    rows = Conversation.objects.of_member(actor)
    about_visible = Q(document=None) | Q(document__in=Document.objects.visible_to(actor))
    return rows.filter(Q(owner=actor.pk) | about_visible)


def list_conversations(
    actor: Actor,
    *,
    corpus: UUID | None = None,
    document: UUID | None = None,
    search: str | None = None,
    mine: bool | None = None,
    has_corpus: bool | None = None,
) -> VisibleQuerySet[Conversation]:
    """Return the visible conversations but those of actions, with these words in their title or a message."""
    rows = visible_conversations(require_user(actor)).filter(run=None)
    if mine is not None:
        rows = rows.filter(owner=actor.pk) if mine else rows.exclude(owner=actor.pk)
    if has_corpus is not None:
        rows = rows.filter(corpus__isnull=not has_corpus)
    if corpus is not None:
        rows = rows.filter(corpus=get_visible_corpus(actor, corpus))
    if document is not None:
        rows = rows.filter(document=get_visible_document(actor, document))
    for word in search_words(search):
        messages = Message.objects.filter(text__icontains=word)
        rows = rows.filter(Q(title__icontains=word) | Q(pk__in=messages.values("conversation")))
    return rows


def get_visible_conversation(actor: Actor, key: UUID) -> Conversation:
    """Return a visible conversation; raise `NotFound` or `NotAuthenticated`."""
    user = require_user(actor)
    conversation = _CONVERSATION.get(key)
    if conversation is None or not _is_visible(conversation, user):
        raise NotFound
    return conversation


def get_visible_message(actor: Actor, key: UUID) -> Message:
    """Return a message of a visible conversation; raise `NotFound` or `NotAuthenticated`."""
    user = require_user(actor)
    message = _MESSAGE.get(key)
    if message is None or not _is_visible(message.conversation, user):
        raise NotFound
    return message


def get_visible_proposal(actor: Actor, key: UUID) -> Proposal:
    """Return a proposal of a visible conversation; raise `NotFound` or `NotAuthenticated`."""
    user = require_user(actor)
    proposal = _PROPOSAL.get(key)
    if proposal is None or not _is_visible(proposal.message.conversation, user):
        raise NotFound
    return proposal


def load_passages(rows: Sequence[Conversation], actor: Actor) -> Mapping[UUID, dict[str, Any]]:
    """Return the selected passages of conversations, as the present text of their visible documents has them."""
    keys = {row.pk: row.document_id for row in rows if row.selection and row.document_id}
    if not keys:
        return {}
    documents = Document.objects.visible_to(actor).filter(pk__in=set(keys.values()))
    revisions = dict(documents.exclude(revision=None).values_list("pk", "revision"))
    shown = [row for row in rows if keys.get(row.pk) in revisions]
    anchors = anchor_selections(
        [(revisions[keys[row.pk]], [(page, first, last) for page, first, last in row.selection]) for row in shown]
    )
    return {
        row.pk: {"page": each.page, "start": each.start, "end": each.end, "quote": _shortened(each.quote)}
        for row, each in zip(shown, anchors, strict=True)
        if each is not None
    }


def _shortened(quote: str) -> str:
    return quote if len(quote) <= PASSAGE_LENGTH else quote[:PASSAGE_LENGTH] + _CUT


def visible_messages(conversation: Conversation) -> QuerySet[Message]:
    """Return the messages of a visible conversation."""
    return Message.objects.filter(conversation=conversation).select_related("conversation")


def _is_visible(conversation: Conversation, actor: Actor) -> bool:
    if not is_member(actor, conversation):  # type: ignore[arg-type]  # a conversation is never public
        return False
    document = conversation.document
    is_own = conversation.owner_id == actor.pk
    return is_own or document is None or has_permission(actor, Permission.VIEW, document)
