"""Start the actions of corpora on documents: one execution per action, document and revision, even concurrently."""

import logging
from collections.abc import Iterable, Sequence
from uuid import UUID

from django.db.models import QuerySet
from django.utils import timezone

from audit import origin
from audit.actions import Action
from audit.log import record_result
from core.db.row_locks import lock_all_against_delete
from corpuses.actions.models import ActionExecution, CorpusAction
from corpuses.events import record_corpus_event
from corpuses.models import Corpus
from documents.models import Document
from documents.services import locking
from events import outbox
from tasks.runtime import queue

logger = logging.getLogger(__name__)

KINDS = {
    CorpusAction.Kind.EMBED: "corpuses.embed",
    CorpusAction.Kind.EXTRACT: "corpuses.extract",
    CorpusAction.Kind.ANALYZE: "corpuses.analyze",
    CorpusAction.Kind.AGENT: "corpuses.agent",
}


def add_default_actions(corpus: Corpus) -> None:
    """Create the actions that every corpus has: indexing for search."""
    CorpusAction.objects.get_or_create(
        corpus=corpus, kind=CorpusAction.Kind.EMBED, defaults={"name": "Index for search"}
    )


def start_for_corpus(corpus: Corpus, documents: Iterable[Document]) -> None:
    """Start the actions on added documents that are not being processed; the others start when they are unlocked."""
    settled = [document for document in documents if document.is_settled]
    if settled:
        _start(_lock(CorpusAction.objects.filter(enabled=True, corpus=corpus)), settled)


def start_for_document(document: Document) -> None:
    """Start the actions of every corpus that contains an unlocked document."""
    _start(_lock(CorpusAction.objects.filter(enabled=True, corpus__memberships__document=document)), [document])


def cancel_actions(actions: QuerySet[CorpusAction]) -> None:
    """Cancel the jobs of these actions, except those that other corpora may share."""
    queued = ActionExecution.objects.filter(action__in=actions, state=ActionExecution.State.QUEUED, job__isnull=False)
    waiting = queued.exclude(action__kind=CorpusAction.Kind.EMBED)
    documents = locking.lock_documents(waiting.values_list("document", flat=True))
    jobs = waiting.filter(document__in=documents).order_by("pk").values_list("job", flat=True)
    queue.cancel_all(job for job in jobs if job is not None)


def run_again(action: CorpusAction, documents: Sequence[Document]) -> int:
    """Start an action on documents on which it has not succeeded; return their number. Their rows must be locked."""
    states = ActionExecution.State
    rows = ActionExecution.objects.filter(action=action, revision__in=[document.revision_id for document in documents])
    failed = list(rows.filter(state__in=[states.FAILED, states.CANCELLED]).select_related("document"))
    for execution in failed:
        execution.action = action
        execution.state, execution.message, execution.finished = states.QUEUED, "", None
    ActionExecution.objects.bulk_update(failed, ["state", "message", "finished"])
    _enqueue_all(failed)
    return len(failed) + len(_start([action], documents))


def settle(job_id: UUID, *, state: str, message: str) -> None:
    """Record the end of a job, perhaps not its first (staff can requeue jobs), in the executions that wait for it.

    The row of the document is locked, as in callers that start actions on it: an execution that shares a job which
    ends at the same time is found here, or was started after the end.
    """
    states = ActionExecution.State
    final = state if state in {states.SUCCESS, states.CANCELLED} else states.FAILED
    unsettled = ActionExecution.objects.filter(job=job_id).exclude(state=states.SUCCESS)
    settled = list(unsettled.select_related("action__corpus"))
    unsettled.update(state=final, message=message, finished=timezone.now())
    reason = "" if final == states.SUCCESS else state
    for execution in settled:
        with origin.of_job(job_id, execution.action.corpus.owner_id):
            record_result(Action.ACTION_FINISHED, execution.action, reason=reason, document_id=execution.document_id)
        _record_event(execution)


def _lock(actions: QuerySet[CorpusAction]) -> QuerySet[CorpusAction]:
    """Lock actions against deletion; return those that exist and whose corpora are not in the bin."""
    locked = lock_all_against_delete(actions.filter(corpus__deleted_at=None))
    return CorpusAction.objects.filter(pk__in=locked).select_related("corpus__owner")


def _start(actions: Iterable[CorpusAction], documents: Sequence[Document]) -> list[ActionExecution]:
    """Start actions on documents whose rows are locked, and which are visible to the owner of the corpus."""
    chosen = list(actions)
    visible = _visible_to_owners(chosen, documents)
    executions = [
        ActionExecution(action=action, document=document, revision_id=document.revision_id)
        for action in chosen
        for document in documents
        if document.revision_id and document.pk in visible[action.corpus.owner_id]
    ]
    # The unique constraint decides between concurrent starts; the rows of the other one are not inserted.
    ActionExecution.objects.bulk_create(executions, ignore_conflicts=True)
    inserted = set(ActionExecution.objects.filter(pk__in=[e.pk for e in executions]).values_list("pk", flat=True))
    started = [execution for execution in executions if execution.pk in inserted]
    _enqueue_all(started)
    return started


def _enqueue_all(executions: Sequence[ActionExecution]) -> None:
    for execution in executions:
        execution.job = _enqueue(execution)
        _record_event(execution)
        logger.info(
            "process_corpus_action() action.started",
            extra={"action": execution.action_id, "document": execution.document_id, "job": execution.job},
        )
    ActionExecution.objects.bulk_update(executions, ["job"])


def _visible_to_owners(actions: Sequence[CorpusAction], documents: Sequence[Document]) -> dict[UUID, set[UUID]]:
    """Return the documents that are visible to the owner of each corpus."""
    rows = Document.objects.filter(pk__in=[document.pk for document in documents])
    owners = {action.corpus.owner_id: action.corpus.owner for action in actions}
    return {key: set(rows.visible_to(owner).values_list("pk", flat=True)) for key, owner in owners.items()}


def _enqueue(execution: ActionExecution) -> UUID:
    """Enqueue the job of an action. Passages belong to the revision, so corpora share one indexing job."""
    action = execution.action
    if action.kind == CorpusAction.Kind.EMBED:
        args, key = {"revision_id": str(execution.revision_id)}, f"embed:{execution.revision_id}"
    else:
        args, key = {"execution_id": str(execution.pk)}, f"action:{execution.pk}"
    return queue.enqueue(
        KINDS[CorpusAction.Kind(action.kind)],
        args=args,
        tenant_id=action.corpus.tenant_id,
        owner_id=action.corpus.owner_id,
        subject_id=execution.document_id,
        subject_title=execution.document.title,
        priority=queue.Priority.LOW,  # a new upload does not wait for actions on old ones
        dedupe_key=key,
    )


def _record_event(execution: ActionExecution) -> None:
    """Record an event for the users who can see the corpus: an execution started or ended."""
    corpus = execution.action.corpus
    outbox.record(
        outbox.Entity.EXECUTION, execution.pk, owner_id=corpus.owner_id, changed=["state"], subject_id=corpus.pk
    )
    record_corpus_event(corpus, "executions", about=execution.document_id)
