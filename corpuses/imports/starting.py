"""Start imports of annotations: one job for each file, at once or when documents have been processed."""

from collections.abc import Collection
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction

from core.access import Permission, require
from core.errors import RateLimited
from corpuses.imports.models import AnnotationImport
from corpuses.imports.rows import looks_like_annotations
from corpuses.job_reports import require_few
from corpuses.models import Corpus
from documents.errors import UnsupportedType
from documents.services import locking, resumable
from documents.services.resumable import NewUpload
from documents.storage.blobs import ReceivedFile
from tasks.runtime import queue
from users.models import User

IMPORT: Final = "corpuses.import_annotations"
MAX_WAITING: Final = 10  # of each user
_TYPES: Final = ["application/jsonl", "application/ld+json"]


class TooManyImports(RateLimited):
    """Too many of your imports have not ended yet. Wait until one has."""

    code = "too_many_imports"
    what_to_do = "Wait until one of your imports has ended."


@transaction.atomic
def start_import(
    received: ReceivedFile, *, filename: str, corpus: Corpus, actor: User, waits_for: Collection[UUID] = ()
) -> AnnotationImport:
    """Import the annotations of a file in a job; raise `UnsupportedType` if it cannot contain any.

    Raises `TooManyImports` while others of the user wait or run: one user must not occupy all workers.
    The job starts when none of the documents that it waits for is being processed any more.
    """
    require(actor, Permission.ANNOTATE, corpus)
    if not looks_like_annotations(received.head):
        raise UnsupportedType("This is not a file of JSON lines or Web Annotations.", allowed=_TYPES)
    require_few(AnnotationImport, owner=actor, maximum=MAX_WAITING, error=TooManyImports)
    known = NewUpload(filename=filename, length=received.size, options={})
    upload = resumable.create_upload(known, owner=actor, limit=settings.MAX_UPLOAD_BYTES)
    upload = resumable.append(upload, received, offset=0)
    imported = AnnotationImport(corpus=corpus, owner=actor, upload=upload.pk, filename=upload.filename)
    # Their locks make sure that the end of their processing is either seen here or sees the import.
    imported.waits_for = [each.pk for each in locking.lock_documents(waits_for) if each.backend_lock]
    if not imported.waits_for:
        _enqueue(imported)
    imported.save(force_insert=True)
    resumable.pin(upload, imported.pk)
    return imported


def resume_for_document(document_id: UUID) -> None:
    """Start the imports that have waited for this document only. Its row is locked."""
    waiting = AnnotationImport.objects.filter(state=AnnotationImport.State.WAITING, waits_for__contains=[document_id])
    for imported in waiting.select_related("owner").select_for_update(of=["self"]).order_by("pk"):
        imported.waits_for.remove(document_id)
        if not imported.waits_for:
            _enqueue(imported)
        imported.save(update_fields=["waits_for", "job"])


def _enqueue(imported: AnnotationImport) -> None:
    imported.job = queue.enqueue(
        IMPORT,
        args={"import_id": str(imported.pk)},
        tenant_id=imported.owner.tenant_id,
        owner_id=imported.owner.pk,
        subject_id=imported.pk,
        subject_title=imported.filename,
        dedupe_key=f"{IMPORT}:{imported.pk}",
    )
