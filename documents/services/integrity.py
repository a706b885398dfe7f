"""Nightly jobs on the file store (S2-48): check the content of stored files, delete unused ones.

Damaged files are marked, never deleted: uploading the same file again, or processing its document again, repairs them.
"""

import logging
import time
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any, Final, Protocol

from django.db import transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet
from django.utils import timezone

from documents.models import Blob, Document
from documents.services import resumable
from documents.storage import blobs, upload_parts
from events import outbox

logger = logging.getLogger(__name__)

CHECK: Final = "documents.check_files"
SWEEP: Final = "documents.sweep_files"
BATCH: Final = 100
AGAIN_AFTER: Final = timedelta(days=7)
GRACE: Final = timedelta(days=1)
_NIGHT: Final = 4 * 3_600.0  # seconds; the rest of a large store is checked in the next night

_WORDS: Final = {
    Blob.Damage.MISSING: "A stored file is missing.",
    Blob.Damage.CHANGED: "The content of a stored file has changed.",
}


class Run(Protocol):
    """The interface of a job that these checks need."""

    def progress(self, percent: int, message: str = "") -> None: ...

    def check_cancelled(self) -> None: ...

    def extend_deadline(self) -> None: ...

    def log(self, level: str, message: str, **fields: Any) -> None: ...

    def guarded(self) -> AbstractContextManager[None]: ...


@dataclass(frozen=True, slots=True)
class SweepResult:
    """The number of deleted files. `incoming` counts those of interrupted uploads and jobs."""

    unreferenced: int
    strays: int
    incoming: int


def check_files(*, job: Run) -> int:
    """Check blobs that were not checked for a week, and damaged ones, in batches; return their number."""
    begun, ends = timezone.now(), time.monotonic() + _NIGHT
    due = (
        Blob.objects.filter(
            Q(checked=None) | Q(checked__lt=begun - AGAIN_AFTER) | (~Q(damage="") & Q(checked__lt=begun))
        )
        .exclude(Exists(infected()))
        .order_by(F("checked").asc(nulls_first=True), "pk")
    )
    total, count = due.count(), 0
    while time.monotonic() < ends and (blobs := list(due[:BATCH])):
        found = [(blob, _read(blob, job)) for blob in blobs]
        with job.guarded():
            _save_results(found)
        for blob, damage in found:
            if damage:
                job.log("error", _WORDS[Blob.Damage(damage)], sha256=blob.pk, documents=_titles_with(blob))
        count += len(blobs)
        job.progress(100 * count // max(total, count), f"{count} of {max(total, count)} files")
    return count


def infected() -> QuerySet[Document]:
    """Return infected documents, whose files were deleted on purpose."""
    return Document.with_deleted.filter(blob=OuterRef("pk"), scan=Document.Scan.INFECTED)


def _read(blob: Blob, job: Run) -> str:
    job.check_cancelled()
    job.extend_deadline()
    return blobs.verify_blob(blob)


def _save_results(found: Iterable[tuple[Blob, str]]) -> None:
    sound = [blob.pk for blob, damage in found if not damage]
    now = timezone.now()
    _record_events(Blob.objects.filter(pk__in=sound).exclude(damage="").values_list("pk", flat=True))
    Blob.objects.filter(pk__in=sound).update(checked=now, damage="")
    for blob, damage in found:
        # Ignore blobs that were deleted or stored again in the meantime.
        if damage and Blob.objects.filter(pk=blob.pk, checked=blob.checked).update(checked=now, damage=damage):
            logger.error("blob.damaged", extra={"sha256": blob.pk, "damage": damage})
            if damage != blob.damage:
                _record_events([blob.pk])


def _record_events(hashes: Iterable[str]) -> None:
    """Record events for the owners of documents with these files."""
    for document in Document.with_deleted.filter(blob__in=list(hashes)).only("owner"):
        outbox.record(outbox.Entity.DOCUMENT, document.pk, owner_id=document.owner_id, changed=["damage"])


def documents_using(blobs: Iterable[Blob]) -> dict[str, list[Document]]:
    """Return the documents that use these blobs; two queries."""
    found: dict[str, list[Document]] = {blob.pk: [] for blob in blobs}
    rows = Document.with_deleted.filter(_made_of(list(found), "in"))
    for document in rows.select_related("revision", "owner").defer("revision__text").order_by("pk"):
        revision = document.revision
        uses = {document.blob_id, document.thumbnail_id}
        uses |= {revision.rendition_id, revision.docling_id} if revision else set()
        for key in uses & found.keys():
            found[str(key)].append(document)
    return found


def _titles_with(blob: Blob) -> list[str]:
    return [document.title for document in documents_using([blob])[blob.pk]]


def _made_of(keys: object, lookup: str) -> Q:
    names = ("blob", "thumbnail", "revision__rendition", "revision__docling")
    return reduce(or_, (Q((f"{name}__{lookup}", keys)) for name in names))


def damaged() -> QuerySet[Blob]:
    """Return damaged blobs that a document uses; those of older revisions only do not count."""
    return Blob.objects.exclude(damage="").filter(
        Exists(Document.with_deleted.filter(_made_of(OuterRef("pk"), "exact")))
    )


def count_damaged() -> dict[str, int]:
    """Count damaged blobs by kind of damage."""
    found = list(damaged().values_list("damage", flat=True))
    return {str(word): found.count(word) for word in Blob.Damage.values}


def oldest_check() -> datetime | None:
    """Return when the blob was checked, or stored, whose check is longest ago."""
    first = Blob.objects.order_by(F("checked").asc(nulls_first=True)).first()
    return None if first is None else first.checked or first.created


def sweep_files(*, job: Run) -> SweepResult:
    """Delete what is unused for more than a day: blobs, files without a row, interrupted uploads."""
    before = timezone.now() - GRACE
    rows = list(blobs.unreferenced_blobs(before=before).values_list("pk", flat=True))
    for start in range(0, len(rows), BATCH):
        job.check_cancelled()
        job.extend_deadline()
        with transaction.atomic():
            blobs.delete_unreferenced(set(rows[start : start + BATCH]))
    strays = 0
    for _ in blobs.delete_orphaned_files(before=before):
        job.check_cancelled()
        job.extend_deadline()
        strays += 1
    interrupted = blobs.delete_old_incoming(before=before) + blobs.delete_old_scratch(before=before)
    interrupted += resumable.delete_expired(before=timezone.now()) + upload_parts.delete_orphaned_parts(before=before)
    return SweepResult(unreferenced=len(rows), strays=strays, incoming=interrupted)
