"""States of documents: processing, completion, failure, retry, deletion."""

import logging
from typing import Final
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.ids import uuid7
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.rows import saved_changes
from core.errors import Invalid
from documents.errors import DocumentLocked, Infected
from documents.models import Document
from documents.pipeline.filenames import without_invisible
from documents.services import parser_selection
from documents.services.progress import Progress
from documents.services.titles import TITLE_LIMIT, take_title
from documents.signals import document_processing_complete, document_processing_failed, document_renamed
from events import outbox
from tasks.runtime import queue
from tasks.states import Priority
from users.models import User

logger = logging.getLogger(__name__)

PROCESS = "documents.process"
SCAN = "documents.scan"
_COMPLETED: Final = ("state", "backend_lock", "processing_finished", "failure_code", "failure_message")
_TITLE: Final = ("title", "title_source")


def enqueue_processing(document: Document, *, priority: Priority = Priority.HIGH, attempt: str = "") -> UUID:
    """Enqueue the processing of a document, or its virus scan, in the transaction of the caller.

    While a job about the document with the same `attempt` is queued or runs, no other is enqueued.
    """
    _record_event(document, "state")
    kind = SCAN if document.scan == Document.Scan.PENDING else PROCESS
    return queue.enqueue(
        kind,
        args={"document_id": str(document.pk)},
        tenant_id=document.tenant_id,
        owner_id=document.owner_id,
        subject_id=document.pk,
        subject_title=document.title,
        priority=priority,
        dedupe_key=f"{kind}:{document.pk}" + (f":{attempt}" if attempt else ""),
    )


def begin_processing(document_id: UUID) -> bool:
    """Record when processing of a document began; return whether it still has to be parsed.

    Failed documents are locked again: staff has requeued the job. Documents that are unlocked, or whose revision was
    published since processing began, are not parsed again, because another job has done so.
    """
    Document.objects.filter(pk=document_id, state=Document.State.FAILED).update(
        state=Document.State.PROCESSING,
        backend_lock=True,
        failure_code="",
        failure_message="",
        processing_started=None,
        processing_finished=None,
    )
    locked = Document.objects.filter(pk=document_id, backend_lock=True)
    locked.filter(processing_started=None).update(processing_started=timezone.now())
    return locked.exclude(revision__published__gte=F("processing_started")).exists()


def complete_processing(document_id: UUID, *, job: Progress) -> None:
    """Unlock a parsed document and send the signal, in one transaction with the end of the job."""
    with job.commit():
        # The row lock decides races with adding the document to a corpus.
        document = (
            Document.objects.select_for_update(no_key=True, of=("self",)).select_related("revision").get(pk=document_id)
        )
        if document.is_settled or document.revision is None:
            return
        document.failure_code = document.failure_message = ""  # of an attempt that failed after the parse
        document.state = Document.State.PARTIAL if document.revision.warnings else Document.State.READY
        document.backend_lock = False
        document.processing_finished = timezone.now()
        is_retitled = take_title(document, document.revision)
        document.save(update_fields=[*_COMPLETED, *(_TITLE if is_retitled else ())])
        _record_event(document, "state", "revision", *(["title"] if is_retitled else []))
        logger.info("[set_doc_lock_state] document.unlocked", extra={"document": document.pk, "state": document.state})
        document_processing_complete.send(sender=Document, document=document, user_id=document.owner_id)


@transaction.atomic
def fail_processing(document_id: UUID, *, code: str, message: str) -> None:
    """Unlock a document whose processing ended without a result, store the reason, and send the signal."""
    changed = Document.objects.filter(pk=document_id, backend_lock=True).update(
        state=Document.State.FAILED,
        backend_lock=False,
        processing_finished=timezone.now(),
        failure_code=code or "internal_error",
        failure_message=message,
    )
    if changed:
        _record_event(Document.objects.only("owner").get(pk=document_id), "state")
        logger.info("document.failed", extra={"document": document_id, "code": code})
        document_processing_failed.send(sender=Document, document_id=document_id)


@transaction.atomic
def retry_document(
    document: Document, *, actor: User, parser: str | None = None, priority: Priority = Priority.HIGH
) -> UUID:
    """Process a document again under a new revision; raise `DocumentLocked` while it is being processed.

    `parser` is used from now on: a name (or `ParserUnavailable`), "" for the default one, `None` for no change.
    """
    require(actor, Permission.EDIT, document)
    document = Document.objects.select_for_update(no_key=True).get(pk=document.pk)
    if parser is not None:
        parser_selection.require_parser(document.mime_type, parser)
        document.requested_parser = parser
    if document.backend_lock:
        raise DocumentLocked
    if document.scan == Document.Scan.INFECTED:
        raise Infected
    document.state = Document.State.PROCESSING
    document.backend_lock = True
    document.processing_started = None
    document.processing_finished = None
    document.failure_code = ""
    document.failure_message = ""
    document.save()
    record(Action.DOCUMENT_REPROCESSED, document, actor=actor)
    return enqueue_processing(document, priority=priority)


def version_of(document: Document) -> str:
    """Return the version of the fields that can be edited."""
    return fingerprint(document.title)


@transaction.atomic
def update_document(
    document: Document,
    *,
    actor: User,
    title: str | None = None,
    expected: str | None = None,
    group: UUID | None = None,
) -> Document:
    """Change the fields that are not `None`; raise `EditConflict` if the version is not `expected`.

    `group` is that of the edit, which can be undone.
    """
    require(actor, Permission.EDIT, document)
    document = Document.objects.select_for_update(no_key=True).get(pk=document.pk)
    require_unchanged(expected, version_of(document))
    if title is not None:
        before = title_state(document)
        set_title(document, without_invisible(title), Document.TitleSource.USER, actor=actor)
        changed = {"before": before, "after": title_state(document)}
        document_renamed.send(sender=Document, document=document, actor=actor, group=group, **changed)
    return document


def title_state(document: Document) -> list[str]:
    """Return the title of a document and its source."""
    return [document.title, str(document.title_source)]


def set_title(document: Document, title: str, source: str, *, actor: User) -> None:
    """Store a title of a document that the caller has locked."""
    if not 0 < len(title) <= TITLE_LIMIT:
        raise Invalid(f"A title must have 1 to {TITLE_LIMIT} characters.", field="title")
    with saved_changes(document) as changed:
        document.title, document.title_source = title, source
    if changed:
        record(Action.DOCUMENT_CHANGED, document, actor=actor, fields=["title"])
        _record_event(document, "title")


def resume_processing(document: Document) -> None:
    """Process a document that was restored before it was ready; its job was cancelled when it was deleted."""
    if document.backend_lock:
        enqueue_processing(document, attempt=str(uuid7()))  # the cancelled job may not have ended yet
    else:
        _record_event(document, "state")


def _record_event(document: Document, *changed: str) -> None:
    """Record an event for all users who can view the document."""
    outbox.record(outbox.Entity.DOCUMENT, document.pk, owner_id=document.owner_id, changed=changed)
