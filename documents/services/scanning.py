"""The virus scan before anything else is done with a document (V5.4.3). The work of a job of its own.

Without `CLAMD_URL` nothing is scanned, and documents say so. A document that waits for its scan cannot be fetched; one
in which something was found has failed, and its bytes are gone.
"""

import logging
from collections.abc import Iterator
from functools import partial
from typing import Final, Protocol
from uuid import UUID

from django.conf import settings
from django.db import transaction

from documents import clamd
from documents.errors import Infected, ScannerUnavailable, ScanPending
from documents.models import Blob, Document
from documents.services import lifecycle, locking
from documents.services.progress import Progress
from documents.storage import blobs

logger = logging.getLogger(__name__)

SCAN: Final = lifecycle.SCAN
_CHUNK: Final = 1 << 18


class Logged(Progress, Protocol):
    """A job that its owner can read."""

    def log(self, level: str, message: str, **fields: object) -> None: ...


def scan(document_id: UUID, *, job: Logged) -> None:
    """Have a document scanned, and processed where nothing was found."""
    document = Document.objects.select_related("blob").get(pk=document_id)
    verdict = document.scan
    if document.scan == Document.Scan.PENDING:
        verdict = _verdict(document.blob, job)
    if verdict == Document.Scan.INFECTED:
        _mark(document.blob_id)
    with job.commit():
        document = Document.objects.select_for_update(no_key=True).get(pk=document_id)
        if document.scan == Document.Scan.INFECTED:  # found here, or in the same bytes of somebody else
            _put_away(document)
        elif document.scan == Document.Scan.PENDING:
            document.scan = verdict
            document.save(update_fields=["scan"])
            lifecycle.enqueue_processing(document)


def require_harmless(document: Document) -> None:
    """Raise `Infected` or `ScanPending` where nobody may have the bytes."""
    if document.scan == Document.Scan.INFECTED:
        raise Infected
    if document.scan == Document.Scan.PENDING:
        raise ScanPending


def _verdict(blob: Blob, job: Logged) -> Document.Scan:
    if not settings.CLAMD_URL:
        return Document.Scan.UNSCANNED
    try:
        found = clamd.find_virus(settings.CLAMD_URL, _chunks(blob, job))
    except ScannerUnavailable:
        if settings.CLAMD_REQUIRED:
            raise
        job.log("warning", "The virus scanner is away: the document is processed unscanned.")
        return Document.Scan.UNSCANNED
    if not found:
        return Document.Scan.CLEAN
    logger.warning("document.infected", extra={"sha256": blob.pk, "found": found})
    return Document.Scan.INFECTED


def _chunks(blob: Blob, job: Logged) -> Iterator[bytes]:
    with blobs.open_blob(blob) as source:
        while chunk := source.read(_CHUNK):
            job.check_cancelled()
            yield chunk


def _mark(sha256: str) -> None:
    """These bytes are nobody's any more, whoever has uploaded them.

    In a transaction of its own: one that holds the job may wait for no document but the job's own.
    """
    with transaction.atomic():
        locking.lock_documents(Document.objects.filter(blob=sha256).values_list("pk", flat=True))
        Document.with_deleted.filter(blob=sha256).update(scan=Document.Scan.INFECTED)


def _put_away(document: Document) -> None:
    lifecycle.fail_processing(document.pk, code=Infected.code, message=Infected().message)
    transaction.on_commit(partial(blobs.delete_content, document.blob_id))
