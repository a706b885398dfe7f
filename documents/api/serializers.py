"""Documents as REST shows them."""

from typing import Any
from uuid import UUID

from core.permissions import Actor, Permission, permissions_of_all
from documents.models import Document
from documents.services import children
from documents.services.lifecycle import PROCESS, SCAN, version_of
from tasks import queue


def documents_body(documents: list[Document], reader: Actor) -> list[dict[str, Any]]:
    """Describe documents, each with the job that processes it; the number of queries is the same for any number."""
    jobs = queue.jobs_of([document.pk for document in documents], kinds=[PROCESS, SCAN])
    permitted = permissions_of_all(reader, documents)
    newest = {key: _newest(jobs.get(key, []), reader, permitted[key]) for key in permitted}
    inside = children.counts_of(documents)
    parents = _parents_in_sight(documents, reader)
    return [
        _body(document, newest[document.pk], permitted[document.pk])
        | {
            "parent": document.parent_id if document.parent_id in parents else None,
            "children": inside.get(document.pk, 0),
        }
        for document in documents
    ]


def _parents_in_sight(documents: list[Document], reader: Actor) -> set[UUID]:
    wanted = {document.parent_id for document in documents if document.parent_id}
    return set(Document.objects.visible_to(reader).filter(pk__in=wanted).values_list("pk", flat=True))


def document_body(document: Document, reader: Actor) -> dict[str, Any]:
    """Describe one document."""
    return documents_body([document], reader)[0]


def _newest(jobs: list[queue.JobView], reader: Actor, permitted: frozenset[Permission]) -> UUID | None:
    """Jobs are their owner's business, and that of those who may edit the document."""
    return next((job.id for job in jobs if Permission.EDIT in permitted or job.owner_id == reader.pk), None)


def _body(document: Document, job: UUID | None, permitted: frozenset[Permission]) -> dict[str, Any]:
    has_failed = document.state == Document.State.FAILED
    return {
        "id": document.pk,
        "title": document.title,
        "filename": document.filename,
        "mime_type": document.mime_type,
        "size": document.blob.size,
        "sha256": document.blob_id,
        "state": document.state,
        "scan": document.scan,
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
        "place": document.place,
        "is_public": document.is_public,
        "permissions": [permission.value for permission in Permission if permission in permitted],
    }
