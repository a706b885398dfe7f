"""The states of answers. Only these functions write them.

A task gets an answer with the question, or claims one that waits, and holds a lease while it answers. Its `attempt` is
compared whenever it stores something, so that a task whose answer was cancelled, or given to another task, changes
nothing.
"""

from collections.abc import Collection
from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Any, Final
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Q
from django.db.models.functions import Now
from django.utils import timezone

from core.errors import DomainError, NotAllowed
from corpuses.conversations.citations import Answer
from corpuses.conversations.errors import AnswerInterrupted, AnswerNotOpen
from corpuses.conversations.live import log_state
from corpuses.conversations.models import RUN_ANSWER, Conversation, Message, Proposal
from corpuses.events import record_corpus_event
from events import outbox

LEASE: Final = timedelta(seconds=30)
OPEN: Final = (Message.State.WAITING, Message.State.RUNNING)
_BATCH: Final = 500
_ENDED: Final[dict[str, Any]] = {"attempt": None, "lease": None, "finished": Now()}


def claim(message_id: UUID) -> Message | None:
    """Take an answer that waits, and start it; return `None` if there is nothing to do (any more)."""
    waiting = Message.objects.filter(pk=message_id, state=Message.State.WAITING, attempt=None)
    if not waiting.update(state=Message.State.RUNNING, attempt=uuid4(), lease=Now() + LEASE):
        return None
    related = ("conversation__corpus__owner", "conversation__document__owner")
    message = Message.objects.select_related(*related).get(pk=message_id)
    log_state(message)
    return message


def attempts_at_work(attempts: Collection[UUID]) -> set[UUID]:
    """Return those of the attempts whose answers are still wanted."""
    rows = Message.objects.filter(attempt__in=attempts, state=Message.State.RUNNING)
    return {attempt for attempt in rows.values_list("attempt", flat=True) if attempt is not None}


def lock_attempt(message: Message) -> None:
    """Lock an answer, to store a step of this attempt; raise `NotAllowed` if the answer is not wanted any more."""
    rows = Message.objects.select_for_update(no_key=True).filter(pk=message.pk, state=Message.State.RUNNING)
    if message.attempt is None or not rows.filter(attempt=message.attempt).exists():
        raise NotAllowed("The answer was cancelled.")


def renew(attempts: Collection[UUID], *, waiting: Collection[UUID] = ()) -> None:
    """Extend the leases of attempts, and of messages that wait for their turn."""
    running = Q(attempt__in=attempts, state=Message.State.RUNNING)
    Message.objects.filter(running | Q(pk__in=waiting, state=Message.State.WAITING)).update(lease=Now() + LEASE)


def complete(message: Message, answer: Answer) -> bool:
    """Store an answer; return false if it is not wanted any more."""
    return _end(
        message,
        state=Message.State.COMPLETE,
        text=answer.text,
        sentences=[sentence.dump() for sentence in answer.sentences],
        has_answer=answer.has_answer,
        engine=answer.engine,
    )


def fail(message: Message, error: DomainError) -> bool:
    """Store why there is no answer; return false if it is not wanted any more."""
    return _end(message, state=Message.State.FAILED, error_code=error.code, error_message=error.message)


def cancel(message: Message) -> None:
    """End an open answer. Its task notices, wherever it runs, and can store nothing. Raises `AnswerNotOpen`."""
    rows = Message.objects.filter(pk=message.pk, state__in=OPEN)
    if not rows.update(state=Message.State.CANCELLED, attempt=None, lease=None, finished=Now()):
        raise AnswerNotOpen
    message.state = Message.State.CANCELLED
    transaction.on_commit(lambda: log_state(message))


def wait(message: Message) -> None:
    """Let a locked answer wait until it is answered (again)."""
    message.state, message.attempt, message.lease = Message.State.WAITING, None, timezone.now() + LEASE
    _empty(message)


def start(message: Message) -> None:
    """Start a locked answer (again), for a task of this process."""
    message.state, message.attempt, message.lease = Message.State.RUNNING, uuid4(), timezone.now() + LEASE
    _empty(message)


def start_in_job(message: Message) -> None:
    """Start an answer (again) in a job, whose lease counts. An attempt of a job that was taken over stores nothing."""
    message.state, message.attempt, message.lease = Message.State.RUNNING, uuid4(), None
    _empty(message)


def end_run(execution_id: UUID, *, code: str, error: str) -> None:
    """End the answer to an action whose job has not completed it; without a code, the job was cancelled."""
    rows = Message.objects.filter(conversation__run=execution_id, order=RUN_ANSWER, state__in=OPEN)
    for message in rows:
        message.state = Message.State.FAILED if code else Message.State.CANCELLED
        message.error_code = code
        rows.update(**_ENDED, state=message.state, error_code=code, error_message=error)
        transaction.on_commit(partial(log_state, message))


def clear_steps(message: Message) -> None:
    """Delete the calls of tools and the open proposals of an attempt; the audit log has them."""
    message.tool_calls.all().delete()
    if message.proposals.filter(state=Proposal.State.PENDING).delete()[0]:
        record_proposals(message.conversation)


def record_proposals(conversation: Conversation, *, about: UUID | None = None) -> None:
    """Record that proposals have changed, for those who decide on them: of an action its reviewers, else the user."""
    if conversation.run is not None and conversation.corpus is not None:
        record_corpus_event(conversation.corpus, "proposals", about=about)
    else:
        outbox.record(
            outbox.Entity.NOTIFICATION,
            conversation.pk,
            owner_id=conversation.owner_id,
            changed=["proposals"],
            subject_id=conversation.corpus_id,
        )


def _empty(message: Message) -> None:
    """Store a message without what an earlier attempt has left."""
    message.text, message.sentences, message.has_answer, message.finished = "", [], None, None
    message.error_code, message.error_message = "", ""
    message.input_tokens, message.output_tokens, message.cost = 0, 0, Decimal(0)
    message.save()


def end_interrupted() -> int:
    """End the answers whose tasks have died; for housekeeping. Return their number."""
    error = AnswerInterrupted()
    with transaction.atomic():
        dead = Message.objects.filter(state__in=OPEN, lease__lt=Now())
        rows = list(dead.select_for_update(skip_locked=True)[:_BATCH])
        Message.objects.filter(pk__in=[row.pk for row in rows]).update(
            **_ENDED, state=Message.State.FAILED, error_code=error.code, error_message=error.message
        )
    for row in rows:
        row.state, row.error_code = Message.State.FAILED, error.code
        log_state(row)
    return len(rows)


def _end(message: Message, **fields: Any) -> bool:
    running = Message.objects.filter(pk=message.pk, attempt=message.attempt, state=Message.State.RUNNING)
    if not running.update(**_ENDED, **fields):
        return False
    for name, value in fields.items():
        setattr(message, name, value)
    log_state(message)
    return True
