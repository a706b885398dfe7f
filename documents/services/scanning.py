"""Virus scan of documents before they are processed (V5.4.3), in a job of its own.

Without `CLAMD_URL` documents are not scanned. Documents that wait for the scan cannot be downloaded; infected ones
fail, and their files are deleted.
"""

import logging
from collections.abc import Iterator
from functools import partial
from typing import Final, Protocol
from uuid import UUID

from django.conf import settings
from django.db import transaction

from core.errors import CircuitOpen
from documents import clamd
from documents.errors import Infected, NoVerdict, ScannerUnavailable, ScanPending
from documents.models import Blob, Document
from documents.services import lifecycle, locking
from documents.services.progress import Progress
from documents.storage import blobs
from events import outbox

logger = logging.getLogger(__name__)

SCAN: Final = lifecycle.SCAN
_CHUNK: Final = 1 << 18


class Logged(Progress, Protocol):
    """A job with a log."""

    def log(self, level: str, message: str, **fields: object) -> None: ...


def scan(document_id: UUID, *, job: Logged) -> None:
    """Scan a document, and enqueue its processing if it is clean."""
    document = Document.objects.select_related("blob").get(pk=document_id)
    verdict = document.scan
    if document.scan == Document.Scan.PENDING:
        verdict = _verdict(document.blob, job)
    if verdict == Document.Scan.INFECTED:
        _mark(document.blob_id)
    with job.commit():
        document = Document.objects.select_for_update(no_key=True).get(pk=document_id)
        if document.scan == Document.Scan.INFECTED:  # found now, or in the same file of another user
            _delete_infected(document)
        elif document.scan == Document.Scan.PENDING:
            document.scan = verdict
            document.save(update_fields=["scan"])
            lifecycle.enqueue_processing(document)


def require_harmless(document: Document) -> None:
    """Raise `Infected` or `ScanPending` if the file must not be downloaded."""
    if document.scan == Document.Scan.INFECTED:
        raise Infected
    if document.scan == Document.Scan.PENDING:
        raise ScanPending


def _verdict(blob: Blob, job: Logged) -> Document.Scan:
    if not settings.CLAMD_URL:
        return Document.Scan.UNSCANNED
    try:
        found = _find_virus(blob, job)
    except (ScannerUnavailable, CircuitOpen) as error:
        if settings.CLAMD_REQUIRED:
            if isinstance(error, CircuitOpen):
                job.park(error, seconds=error.retry_after)
            raise
        job.log("warning", "The virus scanner is not available: the document is processed without a scan.")
        return Document.Scan.UNSCANNED
    if not found:
        return Document.Scan.CLEAN
    logger.warning("document.infected", extra={"sha256": blob.pk, "found": found})
    return Document.Scan.INFECTED


def _find_virus(blob: Blob, job: Logged) -> str:
    """Return the name of the virus in a file, or an empty string. What the store or the job raises is no failure."""
    from core.breakers import breaker_of  # noqa: PLC0415 - imports the client of Redis

    permit = breaker_of("scanner", settings.CLAMD_URL).admit()
    try:
        found = clamd.find_virus(settings.CLAMD_URL, _chunks(blob, job))
    except NoVerdict:
        permit.succeeded()
        raise
    except ScannerUnavailable as error:
        permit.failed(str(error.data.get("reason") or error.message))
        raise
    except BaseException:
        permit.released()
        raise
    permit.succeeded()
    return found


def _chunks(blob: Blob, job: Logged) -> Iterator[bytes]:
    with blobs.open_blob(blob) as source:
        while chunk := source.read(_CHUNK):
            job.check_cancelled()
            yield chunk


def _mark(sha256: str) -> None:
    """Mark all documents with this file as infected, also those of others that have been ready for long.

    In a transaction of its own, because one that holds the lock of the job may only lock the document of the job.
    """
    with transaction.atomic():
        locking.lock_documents(Document.objects.filter(blob=sha256).values_list("pk", flat=True))
        rows = Document.with_deleted.filter(blob=sha256).exclude(scan=Document.Scan.INFECTED)
        for key, owner in list(rows.values_list("pk", "owner")):
            outbox.record(outbox.Entity.DOCUMENT, key, owner_id=owner, changed=["state"])
        rows.update(scan=Document.Scan.INFECTED)


def _delete_infected(document: Document) -> None:
    lifecycle.fail_processing(document.pk, code=Infected.code, message=Infected().message)
    transaction.on_commit(partial(blobs.delete_content, document.blob_id))
