"""Documents as REST shows them."""

from typing import Any
from uuid import UUID

from documents.models import Document
from documents.services.lifecycle import PROCESS, version_of
from tasks import queue
from users.models import User


def documents_body(documents: list[Document], reader: User) -> list[dict[str, Any]]:
    """Describe documents, each with the job that processes it; two queries for the jobs of all of them."""
    jobs = queue.jobs_of([document.pk for document in documents], kinds=[PROCESS])
    return [_body(document, _newest(jobs.get(document.pk, []), reader)) for document in documents]


def document_body(document: Document, reader: User) -> dict[str, Any]:
    """Describe one document."""
    return documents_body([document], reader)[0]


def _newest(jobs: list[queue.JobView], reader: User) -> UUID | None:
    """Jobs are their owner's business."""
    return next((job.id for job in jobs if job.owner_id == reader.pk), None)


def _body(document: Document, job: UUID | None) -> dict[str, Any]:
    has_failed = document.state == Document.State.FAILED
    return {
        "id": document.pk,
        "title": document.title,
        "filename": document.filename,
        "mime_type": document.mime_type,
        "size": document.blob.size,
        "sha256": document.blob_id,
        "state": document.state,
        "backend_lock": document.backend_lock,
        "page_count": document.page_count,
        "language": document.language,
        "revision": document.revision.number if document.revision else None,
        "created": document.created,
        "processing_started": document.processing_started,
        "processing_finished": document.processing_finished,
        "failure": {"code": document.failure_code, "message": document.failure_message} if has_failed else None,
        "warnings": document.revision.warnings if document.revision else [],
        "job": job,
        "version": version_of(document),
    }
