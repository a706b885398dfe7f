"""The user of an answer, the question, and the documents that it may be answered from.

They are looked up again for each use: what was shared when the question was asked may not be shared any more.
"""

from typing import Any, Final

from django.db.models import F, QuerySet

from core.access import Access, AccessLimits, Actor, Permission, VisibleQuerySet, require
from core.db.compiled_lookup import CompiledLookup
from core.db.rows import get_row
from core.errors import NotAllowed
from corpuses.conversations.models import Conversation, Message
from corpuses.providers.sending import sendable
from corpuses.search.filters import FilteredDocuments, SearchFilters
from corpuses.search.parser import parse_query
from documents.models import Document
from users.models import User

_USER: Final = CompiledLookup(User.objects.all, "pk")


def user_of(message: Message) -> User:
    """Return the user who asked, with the limits of the token; raise `NotAllowed` if the account was disabled."""
    user = _USER.get(message.conversation.owner_id)
    if user is None or not user.is_active:
        raise NotAllowed
    user.access = Access(user.pk, limits=AccessLimits.parse(message.limits) if message.limits else None)
    return user


def comment_author_of(conversation: Conversation) -> User | None:
    """Return the user who asked in a comment that an agent answers; raise `NotAllowed` if the account was disabled."""
    if conversation.comment_author_id is None:
        return None
    comment_author = User.objects.filter(pk=conversation.comment_author_id, is_active=True).first()
    if comment_author is None:
        raise NotAllowed
    return comment_author


def question_of(message: Message) -> str:
    """Return the question that a message answers."""
    questions = Message.objects.filter(conversation=message.conversation_id, order__lt=message.order)
    return questions.filter(role=Message.Role.USER).order_by("-order").values_list("text", flat=True)[0]


def filters_of(conversation: Conversation, actor: Actor) -> SearchFilters:
    """Return the documents that a conversation is about; raise `NotFound` if they are not visible any more."""
    corpus, document, comment_author = conversation.corpus, conversation.document, comment_author_of(conversation)
    for each in (actor, comment_author):
        if each is not None and corpus is not None:
            require(each, Permission.VIEW, corpus)
        if each is not None and document is not None:
            require(each, Permission.VIEW, document)
    lookups = {"pk": document.pk} if document else {}
    return SearchFilters(corpus=corpus, lookups=lookups, documents=_documents_of_thread(conversation, comment_author))


def _documents_of_thread(conversation: Conversation, comment_author: User | None) -> "QuerySet[Any, Any] | None":
    """Return the keys of the documents that may be used in an answer to a comment: every reader of it may see them.

    In a thread about a corpus, these are the ones that their owners added.
    """
    if comment_author is None:
        return None
    rows = Document.objects.visible_to(comment_author)
    if conversation.document_id is None:
        rows = rows.filter(memberships__corpus=conversation.corpus_id, memberships__added_by=F("owner"))
    return rows.values("pk")


def current_conversation(message: Message) -> Conversation:
    """Return the conversation of a message as it is now; raise `NotFound` if it was deleted."""
    rows = Conversation.objects.select_related("corpus__owner", "document__owner")
    return get_row(rows, pk=message.conversation_id)


def readable_documents(conversation: Conversation, actor: Actor) -> VisibleQuerySet[Document]:
    """Return the documents with text that a conversation is about, that the actor may see now, and a model may read."""
    rows = FilteredDocuments(actor, parse_query(""), filters_of(conversation, actor)).rows
    return sendable(rows.filter(revision__isnull=False))
