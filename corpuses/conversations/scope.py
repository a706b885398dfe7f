"""The user of an answer, the question, and the documents that it may be answered from.

They are looked up again for each use: what was shared when the question was asked may not be shared any more.
"""

from core.access.actors import Actor
from core.access.limits import AccessLimits
from core.access.permissions import require
from core.access.roles import Permission
from core.errors import NotAllowed, NotFound
from core.models import VisibleQuerySet
from corpuses.conversations.models import Conversation, Message
from corpuses.providers.sending import sendable
from corpuses.search.filters import FilteredDocuments, SearchFilters
from corpuses.search.query_language import parse_query
from documents.models import Document
from users.models import User


def user_of(message: Message) -> User:
    """Return the user who asked, with the limits of the token; raise `NotAllowed` if the account was disabled."""
    user = User.objects.get(pk=message.conversation.owner_id)
    if not user.is_active:
        raise NotAllowed
    user.access_limits = AccessLimits.parse(message.limits) if message.limits else None
    return user


def question_of(message: Message) -> str:
    """Return the question that a message answers."""
    questions = Message.objects.filter(conversation=message.conversation_id, order__lt=message.order)
    return questions.filter(role=Message.Role.USER).order_by("-order").values_list("text", flat=True)[0]


def filters_of(conversation: Conversation, actor: Actor) -> SearchFilters:
    """Return the documents that a conversation is about; raise `NotFound` if they are not visible any more."""
    corpus, document = conversation.corpus, conversation.document
    if corpus is not None:
        require(actor, Permission.VIEW, corpus)
    if document is not None:
        require(actor, Permission.VIEW, document)
    return SearchFilters(corpus=corpus, lookups={"pk": document.pk} if document else {})


def current_conversation(message: Message) -> Conversation:
    """Return the conversation of a message as it is now; raise `NotFound` if it was deleted."""
    rows = Conversation.objects.select_related("corpus__owner", "document__owner")
    found = rows.filter(pk=message.conversation_id).first()
    if found is None:
        raise NotFound
    return found


def readable_documents(conversation: Conversation, actor: Actor) -> VisibleQuerySet[Document]:
    """Return the documents with text that a conversation is about, that the actor may see now, and a model may read."""
    rows = FilteredDocuments(actor, parse_query(""), filters_of(conversation, actor)).rows
    return sendable(rows.filter(revision__isnull=False))
