"""Documents as REST shows them."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from core.access.actors import Actor
from core.access.permissions import permissions_on_all, visible_among
from core.access.roles import Permission
from documents.models import Document
from documents.services import children
from documents.services.lifecycle import PROCESS, SCAN, version_of
from tasks.runtime import queue


def documents_body(documents: list[Document], reader: Actor) -> list[dict[str, Any]]:
    """Describe documents, each with the job that processes it; the number of queries is the same for any number."""
    jobs = queue.latest_jobs([document.pk for document in documents], kinds=[PROCESS, SCAN])
    permitted = permissions_on_all(reader, documents)
    newest = {key: _newest(jobs.get(key, {}), reader, permitted[key]) for key in permitted}
    inside = children.counts_of(documents)
    parents = visible_among(
        Document.objects.all(), reader, (document.parent_id for document in documents if document.parent_id)
    )
    return [
        _body(document, newest[document.pk], permitted[document.pk])
        | {
            "parent": document.parent_id if document.parent_id in parents else None,
            "children": inside.get(document.pk, 0),
        }
        for document in documents
    ]


def document_body(document: Document, reader: Actor) -> dict[str, Any]:
    """Describe one document."""
    return documents_body([document], reader)[0]


def _newest(jobs: Mapping[UUID | None, UUID], reader: Actor, permitted: frozenset[Permission]) -> UUID | None:
    """Return the newest job that the reader may see: jobs are visible to their owner and to editors of the document."""
    return next(iter(jobs.values()), None) if Permission.EDIT in permitted else jobs.get(reader.pk)


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
