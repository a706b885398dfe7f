"""Answer the instructions of an action about one document, once per execution, in a conversation of its own.

The conversation belongs to the owner of the corpus, with whose permissions the tools read, and its members see it. The
annotations that the model proposes with labels of the corpus become suggestions when the answer is complete. Other
proposals wait for approval, which creates new labels.
"""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final, TypeVar
from uuid import UUID

from asgiref.sync import async_to_sync, sync_to_async
from django.conf import settings
from django.utils import timezone

from corpuses.annotations.models import Annotation, Label
from corpuses.annotations.services import NotParsed, annotate_many
from corpuses.conversations import states
from corpuses.conversations.citations import Answer
from corpuses.conversations.live import log_state
from corpuses.conversations.models import RUN_ANSWER, Conversation, Message, Proposal
from corpuses.conversations.proposals.services import ProposalOutdated, place_of
from corpuses.holding import hold_in_job
from corpuses.llm.async_client import MOST_RETRIES
from corpuses.llm.errors import LlmNotConfigured
from corpuses.models import Corpus
from corpuses.providers.sending import require_sendable
from corpuses.providers.services import has_model, require_budget
from corpuses.search import indexing
from documents.models import DocumentRevision
from documents.services.progress import Progress, waiting_without_slot
from tasks.errors import Cancelled
from users.models import User

_SECONDS_TO_FAIL: Final = 5.0
_CHECK_SECONDS: Final = 0.5  # between two checks whether the job was cancelled
T = TypeVar("T")


def run_agent(
    *,
    corpus: Corpus,
    revision: DocumentRevision,
    name: str,
    instructions: str,
    key: UUID,
    action_id: UUID,
    job: Progress,
) -> Message:
    """Let the language model follow the instructions of an action; the same `key` returns the first answer."""
    done = Message.objects.filter(conversation__run=key, order=RUN_ANSWER, state=Message.State.COMPLETE).first()
    if done is not None:
        with job.commit():
            return done
    require_sendable(revision.document_id, corpus)
    if not has_model(corpus):
        raise LlmNotConfigured
    require_budget(corpus.tenant_id)
    indexing.ensure(revision)
    with job.guarded():
        message = begin_run(corpus, revision.document_id, name=name, question=instructions, key=key)
    log_state(message)
    answer = answer_in_job(message, job)
    with job.commit():
        hold_in_job(corpus.pk)
        if not states.complete(message, answer):
            raise Cancelled
        _suggest(message, corpus, origin=f"action:{action_id}")
    return message


def begin_run(
    corpus: Corpus, document_id: UUID | None, *, name: str, question: str, key: UUID, comment_author: User | None = None
) -> Message:
    """Store the question, or take over the answer of an attempt before, without its steps."""
    conversation, is_new = Conversation.objects.get_or_create(
        run=key,
        defaults={
            "owner": corpus.owner,
            "tenant_id": corpus.tenant_id,
            "corpus": corpus,
            "document_id": document_id,
            "comment_author": comment_author,
            "title": name,
            "is_shared": True,
        },
    )
    if (conversation.owner_id, conversation.tenant_id) != (corpus.owner_id, corpus.tenant_id):
        conversation.owner, conversation.tenant_id = corpus.owner, corpus.tenant_id  # the corpus was passed on
        conversation.save(update_fields=["owner", "tenant"])
    if is_new:
        conversation.messages.create(
            order=0,
            role=Message.Role.USER,
            state=Message.State.COMPLETE,
            text=question,
            finished=timezone.now(),
        )
        answer = Message(conversation=conversation, order=RUN_ANSWER, role=Message.Role.ASSISTANT)
    else:
        Conversation.objects.select_for_update(no_key=True).get(pk=conversation.pk)
        answer = conversation.messages.get(order=RUN_ANSWER)
        for other in conversation.messages.filter(state__in=states.OPEN).exclude(pk=answer.pk):
            states.cancel(other)  # a conversation has one open answer
        states.clear_steps(answer)
    states.start_in_job(answer)
    return answer


def answer_in_job(message: Message, job: Progress, *, task: str = "", context: str = "") -> Answer:
    """Answer; while the model is not available the job waits without a slot, and begins the answer again."""
    with waiting_without_slot(job, tries=max(1, settings.LLM_MAX_RETRIES // (1 + MOST_RETRIES))):
        return async_to_sync(_answer)(message, job, task=task, context=context)


async def _answer(message: Message, job: Progress, *, task: str, context: str) -> Answer:
    """Answer on an event loop; what uses the database runs in the thread of the job."""
    from corpuses.conversations import agent  # noqa: PLC0415 - takes a second

    def check() -> None:
        job.check_cancelled()
        if message.attempt is None or not states.attempts_at_work([message.attempt]):
            raise Cancelled

    def before_request(requests: int) -> None:
        job.check_cancelled()
        job.progress(100 * requests // agent.REQUESTS, f"Step {requests + 1}")

    assignment = agent.Assignment(
        job_id=job.id,
        purpose="agent",
        seconds=_seconds_left(job),
        before_request=before_request,
        task=task,
        context=context,
    )
    answering = asyncio.ensure_future(agent.answer_assignment(message, _in_thread, assignment))
    checking = asyncio.ensure_future(_check_often(check))
    await asyncio.wait({answering, checking}, return_when=asyncio.FIRST_COMPLETED)
    ended, other = (answering, checking) if answering.done() else (checking, answering)
    other.cancel()
    await asyncio.wait({other})
    ended.result()
    return answering.result()


def _seconds_left(job: Progress) -> float:
    """Return the time for the answer, which ends before the job is stopped, so that the job fails with the reason."""
    left = max(0.0, job.deadline - time.monotonic())
    return left - min(_SECONDS_TO_FAIL, left / 10)


async def _check_often(check: Callable[[], None]) -> None:
    while True:
        await asyncio.sleep(_CHECK_SECONDS)
        await _in_thread(check)


async def _in_thread(function: Callable[[], T]) -> T:
    return await sync_to_async(function)()


def _suggest(message: Message, corpus: Corpus, *, origin: str) -> None:
    """Turn the proposed annotations with labels that the corpus has into suggestions, which users accept or reject."""
    names = Label.objects.filter(corpus=corpus).values("name")
    rows = message.proposals.filter(kind=Proposal.Kind.ANNOTATION, state=Proposal.State.PENDING, label__in=names)
    proposals = list(rows.select_related("document__revision"))
    placed: list[UUID] = []
    places: list[tuple[int, int, str]] = []
    notes: list[str] = []
    for proposal in proposals:
        with suppress(NotParsed, ProposalOutdated):
            span = place_of(proposal)
            places.append((span.start, span.end, proposal.label))
            notes.append(proposal.text)
            placed.append(proposal.pk)
    if places and (revision := proposals[0].document.revision):
        annotate_many(corpus, revision, places, source=Annotation.Source.AGENT, origin=origin, notes=notes)
        rows.filter(pk__in=placed).delete()
        states.record_proposals(message.conversation, about=revision.document_id)
