"""Start agents on comments: once per action and comment, when a user writes one.

An agent that answers in a thread about a document waits until the document is ready, and until actions that it depends
on have ended on it; it is skipped if the document has failed, until it is processed again. One that answers in a thread
about a corpus needs no document.
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import Q, QuerySet
from django.utils import timezone

from corpuses.actions import starting
from corpuses.actions.models import ActionExecution, ActionTrigger, CorpusAction
from corpuses.actions.starting import Reason, StartedBy, State
from corpuses.comments.models import Comment
from documents.models import Document
from documents.services import locking
from tasks.runtime import queue
from users.models import User

if TYPE_CHECKING:
    Executions = QuerySet[ActionExecution]

_RELATED = ("action__corpus__owner", "comment")


def start_for_comment(comment: Comment, *, is_first: bool, actor: User) -> None:
    """Start the agents of a corpus that answer new threads, or comments in them, in the caller's transaction."""
    thread, trigger = comment.thread, ActionTrigger.NEW_THREAD if is_first else ActionTrigger.NEW_MESSAGE
    actions = CorpusAction.objects.filter(
        corpus=thread.corpus_id, kind=CorpusAction.Kind.AGENT, enabled=True, triggers__contains=[trigger]
    )
    if comment.agent or not actions.exists():
        return
    documents = {each.pk: each for each in _locked({thread.document_id})}  # documents are locked before actions
    if thread.document_id is not None and thread.document_id not in documents:
        return
    executions = [
        ActionExecution(
            action=action,
            comment=comment,
            document=documents.get(thread.document_id) if thread.document_id else None,
            settings_version=action.settings_version,
        )
        for action in starting.lock_enabled(actions)
    ]
    _prepare(executions, StartedBy(trigger, actor))
    ActionExecution.objects.bulk_create(executions)
    starting.enqueue(executions)


def resume_for_document(document: Document) -> None:
    """Start the agents that wait for a document which is ready now, or that were skipped. Its row is locked."""
    skipped = Q(state=State.SKIPPED, reason=Reason.DOCUMENT_FAILED, action__enabled=True)
    rows = _without_revision(document.pk).filter(comment__deleted_at=None, action__corpus__deleted_at=None)
    to_start = rows.filter(Q(state=State.WAITING) | skipped).select_related(*_RELATED, "started_by")
    for execution in to_start.order_by("pk"):
        execution.document = document
        _restart([execution], StartedBy(ActionTrigger(execution.trigger), execution.started_by))


def skip_for_document(document_id: UUID) -> None:
    """Skip the agents that wait for a document whose processing has failed. Its row is locked."""
    waiting = _without_revision(document_id).filter(state=State.WAITING)
    for execution in waiting.select_related("action__corpus").order_by("pk"):
        starting.skip_and_save(execution, Reason.DOCUMENT_FAILED)


def answer_again(action: CorpusAction, executions: "Executions", *, actor: User, limit: int) -> int:
    """Let an agent answer those of the comments again of which it could not; return how many."""
    visible = Q(document=None) | Q(document__in=Document.objects.visible_to(actor))
    rows = executions.filter(visible, comment__isnull=False, comment__deleted_at=None).order_by("pk")
    keys = dict(rows.values_list("pk", "document")[: max(0, limit)])
    documents = {document.pk: document for document in _locked(keys.values())}
    again = list(rows.filter(pk__in=keys).select_related(*_RELATED))
    for execution in again:
        execution.document = documents.get(execution.document_id) if execution.document_id else None
        execution.tries += 1
    chosen = [each for each in again if each.document is not None or keys[each.pk] is None]
    _restart(chosen, StartedBy(ActionTrigger.MANUAL, actor))
    return len(chosen)


def cancel_answers(executions: "Executions") -> None:
    """Cancel the answers among these executions that have not ended.

    Callers have locked no document of theirs, and no thread: answers lock it last.
    """
    live = executions.filter(comment__isnull=False, state__in=[State.WAITING, State.QUEUED])
    queue.cancel_all(live.filter(state=State.QUEUED).order_by("pk").values_list("job", flat=True))
    for execution in live.filter(state=State.WAITING).select_related("action__corpus"):
        execution.state, execution.finished = State.CANCELLED, timezone.now()
        execution.save(update_fields=["state", "finished"])
        starting.record_event(execution)


def _restart(executions: Sequence[ActionExecution], started_by: StartedBy) -> None:
    _prepare(executions, started_by)
    starting.save(executions)
    ActionExecution.objects.bulk_update(executions, ["revision"])
    starting.enqueue(executions)


def _prepare(executions: Sequence[ActionExecution], started_by: StartedBy) -> None:
    """Set the state in which answers begin; those about a document that is not ready wait for it, unless it failed."""
    for execution in executions:
        document = execution.document
        execution.revision_id = document.revision_id if document is not None and document.is_settled else None
    starting.prepare(executions, started_by)
    for execution in executions:
        if execution.document is None or execution.revision_id is not None or execution.state != State.QUEUED:
            continue
        if execution.document.state == Document.State.FAILED:
            starting.skip(execution, Reason.DOCUMENT_FAILED)
        else:
            execution.state = State.WAITING


def _without_revision(document_id: UUID) -> "Executions":
    """Return the answers about a document that had no revision to read yet."""
    return ActionExecution.objects.filter(document=document_id, comment__isnull=False, revision=None)


def _locked(keys: Iterable[UUID | None]) -> list[Document]:
    return locking.lock_documents(key for key in keys if key is not None)
