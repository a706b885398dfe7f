"""Start, rename and delete conversations; ask in them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.access import access_of, require_unlimited
from core.db.compiled_lookup import CompiledLookup
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.rows import saved_changes
from core.errors import IdempotencyKeyReuse, Invalid, NotAllowed, NotFound
from corpuses.conversations import runner, states
from corpuses.conversations.errors import AnswerNotRetryable, AnswerRunning, TooManyAnswers, TooManyConversations
from corpuses.conversations.live import log_state
from corpuses.conversations.models import Conversation, Message
from corpuses.events import record_corpus_event
from corpuses.models import Corpus
from documents.models import Document
from users.models import User

LIMIT: Final = 2_000  # of each user
TITLE_LIMIT: Final = 200
TEXT_LIMIT: Final = 4_000
SPAN_LIMIT: Final = 50
KEY_LIMIT: Final = 255
_TITLE_LENGTH: Final = 80
# Compiled: the user waits for the first word of the answer.
_LOCKED_USER: Final = CompiledLookup(lambda: User.objects.select_for_update(no_key=True), "pk")
_LOCKED: Final = CompiledLookup(
    lambda: Conversation.objects.select_for_update(of=("self",)).select_related("corpus__owner", "document__owner"),
    "pk",
)
_OPEN_ANSWERS: Final = CompiledLookup(
    lambda: Message.objects.filter(state__in=states.OPEN).select_related("conversation"), "conversation__owner"
)
_INVISIBLE: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


@dataclass(frozen=True, slots=True)
class Exchange:
    """A question, and its answer, which may not be complete yet."""

    question: Message
    answer: Message


def version_of_conversation(conversation: Conversation) -> str:
    """Return the version of the fields that can be edited."""
    return fingerprint(conversation.title)


@transaction.atomic
def create_conversation(
    *,
    corpus: Corpus | None = None,
    document: Document | None = None,
    selection: Sequence[tuple[int, int, int]] = (),
    title: str = "",
    actor: User,
) -> Conversation:
    """Start a conversation about a visible corpus, a visible document, or all documents that the user may see."""
    if corpus is None:
        require_unlimited(actor)
    _require_selection(document, selection)
    _lock_user(actor)
    if Conversation.objects.filter(owner=actor, run=None).count() >= LIMIT:
        raise TooManyConversations(f"You have {LIMIT} conversations already.")
    conversation = Conversation.objects.create(
        owner=actor,
        tenant_id=actor.tenant_id,
        corpus=corpus,
        document=document,
        selection=[list(span) for span in selection],
        title=_title(title) if title else "",
    )
    record(Action.CONVERSATION_CREATED, conversation, actor=actor)
    return conversation


@transaction.atomic
def rename_conversation(
    conversation: Conversation, *, actor: User, title: str | None = None, expected: str | None = None
) -> Conversation:
    """Change the title of a conversation of the user."""
    conversation = _locked(conversation, actor)
    require_unchanged(expected, version_of_conversation(conversation))
    with saved_changes(conversation) as changed:
        conversation.title = conversation.title if title is None else _title(title)
    if changed:
        record(Action.CONVERSATION_CHANGED, conversation, actor=actor, fields=["title"])
        _announce(conversation)
    return conversation


@transaction.atomic
def delete_conversation(conversation: Conversation, *, actor: User) -> None:
    """Delete a conversation of the user with its messages; an answer that is being written ends."""
    conversation = _locked(conversation, actor)
    record(Action.CONVERSATION_DELETED, conversation, actor=actor)
    _announce(conversation)
    states.record_proposals(conversation)
    conversation.delete()


def _announce(conversation: Conversation) -> None:
    """Record the change of a conversation that others read, too."""
    if conversation.is_shared and conversation.corpus is not None:
        record_corpus_event(conversation.corpus, "conversations", about=conversation.document_id)


@transaction.atomic
def ask(
    conversation: Conversation, *, text: str, actor: User, client_key: str | None = None, by_reader: bool = False
) -> Exchange:
    """Store a question and start the answer; a repeated `client_key` returns the messages that there are.

    With `by_reader`, neither the question nor its answer is ever sent to a language model.

    Raises `AnswerRunning` while the previous question is being answered, `TooManyAnswers`, and `IdempotencyKeyReuse`.
    """
    _lock_user(actor)
    conversation = _locked(conversation, actor)
    text = _question(text)
    if client_key and len(client_key) > KEY_LIMIT:
        raise Invalid(f"A key has {KEY_LIMIT} characters at most.", field="client_key")
    if client_key and (present := _exchange_of(conversation, client_key)):
        if present.question.text != text:
            raise IdempotencyKeyReuse(field="client_key")
        return present
    _require_turn(conversation, actor)
    order = _next_order(conversation)
    question = Message.objects.create(
        conversation=conversation,
        order=order,
        role=Message.Role.USER,
        state=Message.State.COMPLETE,
        text=text,
        client_key=client_key or None,
        finished=timezone.now(),
    )
    answer = Message(conversation=conversation, order=order + 1, role=Message.Role.ASSISTANT, by_reader=by_reader)
    _start(answer, actor)
    conversation.title = conversation.title or _title_from(text)
    conversation.updated = timezone.now()
    conversation.save(update_fields=["title", "updated"])
    record(Action.MESSAGE_SENT, question, actor=actor)
    return Exchange(question, answer)


@transaction.atomic
def cancel_answer(message: Message, *, actor: User) -> Message:
    """End an answer that is being written; raise `AnswerNotOpen` if it has ended."""
    _locked(message.conversation, actor)
    states.cancel(message)
    record(Action.MESSAGE_CANCELLED, message, actor=actor)
    return message


@transaction.atomic
def retry_answer(message: Message, *, by_reader: bool = False, actor: User) -> Message:
    """Answer the last question again, if its answer has failed or was cancelled; with the offline reader, if wanted.

    A question that was asked of the offline reader stays there: its user does not want it to be sent to a model.
    """
    _lock_user(actor)
    conversation = _locked(message.conversation, actor)
    message = conversation.messages.select_for_update().get(pk=message.pk)
    if message.is_of_action:
        raise AnswerNotRetryable("An action has asked this. Run the action again.")
    is_last = _next_order(conversation) == message.order + 1
    if not is_last or message.state not in {Message.State.FAILED, Message.State.CANCELLED}:
        raise AnswerNotRetryable
    _require_turn(conversation, actor)
    states.clear_steps(message)
    message.by_reader = message.by_reader or by_reader
    _start(message, actor)
    record(Action.MESSAGE_RETRIED, message, actor=actor)
    return message


def _next_order(conversation: Conversation) -> int:
    """Return the order of a new message."""
    last = conversation.messages.order_by("-order").values_list("order", flat=True).first()
    return 0 if last is None else last + 1


def _require_turn(conversation: Conversation, actor: User) -> None:
    """Raise an error if a locked user has to wait before the next question.

    Raises `AnswerRunning` while an answer of the conversation is being written, which may be one before the last, and
    `TooManyAnswers` with as many answers as possible; jobs write those to actions.
    """
    answers = _OPEN_ANSWERS.all(actor.pk)
    if any(answer.conversation_id == conversation.pk for answer in answers):
        raise AnswerRunning
    maximum = settings.ANSWERS_PER_USER
    if maximum and sum(not answer.is_of_action for answer in answers) >= maximum:
        raise TooManyAnswers


def _start(answer: Message, actor: User) -> None:
    limits = access_of(actor).limits
    answer.limits = limits.dump() if limits else ""
    if runner.has_room():
        states.start(answer)
    else:
        states.wait(answer)
    transaction.on_commit(partial(log_state, answer))
    transaction.on_commit(partial(runner.submit, answer))


def _exchange_of(conversation: Conversation, client_key: str) -> Exchange | None:
    question = conversation.messages.filter(client_key=client_key).first()
    if question is None:
        return None
    return Exchange(question, conversation.messages.get(order=question.order + 1))


def _lock_user(actor: User) -> None:
    """Let requests of one user follow one another, so that limits hold."""
    _LOCKED_USER.get(actor.pk)


def _locked(conversation: Conversation, actor: User) -> Conversation:
    """Lock a conversation; only its owner may change it."""
    if conversation.owner_id != actor.pk:
        raise NotAllowed
    found = _LOCKED.get(conversation.pk)
    if found is None:
        raise NotFound
    return found


def _require_selection(document: Document | None, selection: Sequence[tuple[int, int, int]]) -> None:
    if selection and document is None:
        raise Invalid("Send the document of the selection.", field="document")
    if len(selection) > SPAN_LIMIT:
        raise Invalid(f"A selection has {SPAN_LIMIT} parts at most.", field="selection")
    if any(first > last for _, first, last in selection):
        raise Invalid("`first` must not be after `last`.", field="selection")


def _title(text: str) -> str:
    title = " ".join(_INVISIBLE.sub("", text).split())
    if not 0 < len(title) <= TITLE_LIMIT:
        raise Invalid(f"The title must have 1 to {TITLE_LIMIT} characters.", field="title")
    return title


def _question(text: str) -> str:
    question = _INVISIBLE.sub("", text).strip()
    if not 0 < len(question) <= TEXT_LIMIT:
        raise Invalid(f"A question must have 1 to {TEXT_LIMIT} characters.", field="text")
    return question


def _title_from(question: str) -> str:
    words = " ".join(question.split())
    if len(words) <= _TITLE_LENGTH:
        return words
    return words[:_TITLE_LENGTH].rsplit(" ", 1)[0] + " …"
