"""The states of a document: unlocked with what was found, failed with a reason, tried again, deleted."""

import logging
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from core.access.permissions import require
from core.access.roles import Permission
from core.db.ids import uuid7
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.errors import Invalid
from documents.errors import DocumentLocked, Infected
from documents.models import Document
from documents.pipeline.filenames import without_invisible
from documents.services import parser_selection
from documents.services.progress import Progress
from documents.signals import document_processing_complete
from events import outbox
from tasks import queue
from tasks.states import Priority
from users.models import User

logger = logging.getLogger(__name__)

PROCESS = "documents.process"
SCAN = "documents.scan"
TITLE_LIMIT = 300


def enqueue_processing(document: Document, *, priority: Priority = Priority.HIGH, attempt: str = "") -> UUID:
    """Record the job that processes a document, in the caller's transaction; it is scanned first where it must be.

    While a job about the document with the same `attempt` is queued or runs, no other is recorded.
    """
    _tell(document, "state")
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
    """Note when work on a document really began; tell whether there is something to find out about it.

    One that has failed is locked again: an operator revived its job. One that is unlocked, or whose revision was
    published since work began, is not parsed again: another job has done so, and nobody would work on what this finds.
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
    """Unlock a parsed document and announce it, in one transaction with the end of the job."""
    with job.commit():
        # The row lock decides every race with a document being added to a corpus at this moment.
        document = (
            Document.objects.select_for_update(no_key=True, of=("self",)).select_related("revision").get(pk=document_id)
        )
        if document.is_settled or document.revision is None:
            return
        document.failure_code = document.failure_message = ""  # of an attempt that failed after the parse
        document.state = Document.State.PARTIAL if document.revision.warnings else Document.State.READY
        document.backend_lock = False
        document.processing_finished = timezone.now()
        document.save(update_fields=["state", "backend_lock", "processing_finished", "failure_code", "failure_message"])
        _tell(document, "state", "revision")
        logger.info("[set_doc_lock_state] document.unlocked", extra={"document": document.pk, "state": document.state})
        document_processing_complete.send(sender=Document, document=document, user_id=document.owner_id)


def fail_processing(document_id: UUID, *, code: str, message: str) -> None:
    """Unlock a document whose processing ended without a result, and say why."""
    changed = Document.objects.filter(pk=document_id, backend_lock=True).update(
        state=Document.State.FAILED,
        backend_lock=False,
        processing_finished=timezone.now(),
        failure_code=code or "internal_error",
        failure_message=message,
    )
    if changed:
        _tell(Document.objects.only("owner").get(pk=document_id), "state")
        logger.info("document.failed", extra={"document": document_id, "code": code})


@transaction.atomic
def retry_document(
    document: Document, *, actor: User, parser: str | None = None, priority: Priority = Priority.HIGH
) -> UUID:
    """Process a document again under a new revision; `DocumentLocked` while it is being processed.

    `parser` reads it from now on: a name (or `ParserUnavailable`), "" for the usual one, nothing for that of last time.
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
    return enqueue_processing(document, priority=priority)


def version_of(document: Document) -> str:
    """The version of what can be edited."""
    return fingerprint(document.title)


@transaction.atomic
def update_document(
    document: Document, *, actor: User, title: str | None = None, expected: str | None = None
) -> Document:
    """Change what is given; `EditConflict` when somebody did so after version `expected`."""
    require(actor, Permission.EDIT, document)
    document = Document.objects.select_for_update(no_key=True).get(pk=document.pk)
    require_unchanged(expected, version_of(document))
    if title is not None:
        document.title = without_invisible(title)
        if not 0 < len(document.title) <= TITLE_LIMIT:
            raise Invalid(f"A title has 1 to {TITLE_LIMIT} characters.", field="title")
        document.save(update_fields=["title"])
        _tell(document, "title")
    return document


def resume_processing(document: Document) -> None:
    """Process a document that was restored before it was ready; its job was cancelled when it was deleted."""
    if document.backend_lock:
        enqueue_processing(document, attempt=str(uuid7()))  # the cancelled job may not have ended yet
    else:
        _tell(document, "state")


def _tell(document: Document, *changed: str) -> None:
    """Let those who see it know."""
    outbox.record(outbox.Entity.DOCUMENT, document.pk, owner_id=document.owner_id, changed=changed)
