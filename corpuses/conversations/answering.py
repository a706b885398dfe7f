"""Answer a question of a conversation. Everything is read with the permissions of the user who asks."""

from core.access.actors import Actor
from core.access.limits import AccessLimits
from core.access.permissions import require
from core.access.roles import Permission
from core.errors import NotAllowed
from corpuses.conversations.citations import Answer, Citation, Sentence
from corpuses.conversations.models import Conversation, Message
from corpuses.reader.asking import ENGINE, FoundAnswer, answer_question
from corpuses.search.filters import SearchFilters
from documents.models import Document
from users.models import User

_QUESTION_LENGTH = 1_000  # characters that the reader reads


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


def answer_with_reader(message: Message) -> Answer:
    """Answer with the offline reader, which marks words of the documents."""
    actor = user_of(message)
    filters = filters_of(message.conversation, actor)
    # A document is chosen by its reader, so its passages are read even if few words match.
    has_floor = message.conversation.document_id is None
    question = question_of(message)[:_QUESTION_LENGTH]
    found = answer_question(question, user=actor, filters=filters, has_floor=has_floor)
    return Answer.of([_sentence(each) for each in found.answers], engine=ENGINE)


def _sentence(found: FoundAnswer) -> Sentence:
    document: Document = found.document
    citation = Citation(
        document=document.pk,
        title=document.title,
        page=found.page,
        start=found.start,
        end=found.end,
        quote=found.text,
        spans=found.spans,
    )
    return Sentence(text=" ".join(f"{found.before}{found.text}{found.after}".split()), citations=[citation])
