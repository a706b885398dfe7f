"""Are the stored bytes still what was stored, and is nothing kept that nobody needs (S2-48)? The work of nightly jobs.

What is damaged is marked, never removed: the same file uploaded again, or its document processed again, mends it.
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
_RESERVE: Final = 60.0  # seconds; what is left of a large store is for the next night

_WORDS: Final = {
    Blob.Damage.MISSING: "A stored file is missing.",
    Blob.Damage.CHANGED: "A stored file has changed.",
}


class Run(Protocol):
    """The part of a job that this work needs."""

    deadline: float

    def progress(self, percent: int, message: str = "") -> None: ...

    def check_cancelled(self) -> None: ...

    def log(self, level: str, message: str, **fields: Any) -> None: ...

    def guarded(self) -> AbstractContextManager[None]: ...


@dataclass(frozen=True, slots=True)
class SweepResult:
    """How much was removed. `incoming`: what uploads and work left behind that were cut off."""

    unreferenced: int
    strays: int
    incoming: int


def check_files(*, job: Run) -> int:
    """Read every blob that was not read for a week, and those that were damaged, in batches; give how many."""
    begun = timezone.now()
    due = (
        Blob.objects.filter(
            Q(checked=None) | Q(checked__lt=begun - AGAIN_AFTER) | (~Q(damage="") & Q(checked__lt=begun))
        )
        .exclude(Exists(_infected()))
        .order_by(F("checked").asc(nulls_first=True), "pk")
    )
    total, count = due.count(), 0
    while time.monotonic() < job.deadline - _RESERVE and (blobs := list(due[:BATCH])):
        found = [(blob, _read(blob, job)) for blob in blobs]
        with job.guarded():
            _note(found)
        for blob, damage in found:
            if damage:
                job.log("error", _WORDS[Blob.Damage(damage)], sha256=blob.pk, documents=_titles_with(blob))
        count += len(blobs)
        job.progress(100 * count // max(total, count), f"{count} of {max(total, count)} files")
    return count


def _infected() -> QuerySet[Document]:
    """What the virus scanner has found something in was removed on purpose."""
    return Document.with_deleted.filter(blob=OuterRef("pk"), scan=Document.Scan.INFECTED)


def _read(blob: Blob, job: Run) -> str:
    job.check_cancelled()
    return blobs.verify_blob(blob)


def _note(found: Iterable[tuple[Blob, str]]) -> None:
    sound = [blob.pk for blob, damage in found if not damage]
    now = timezone.now()
    _tell(Blob.objects.filter(pk__in=sound).exclude(damage="").values_list("pk", flat=True))
    Blob.objects.filter(pk__in=sound).update(checked=now, damage="")
    for blob, damage in found:
        # One that was discarded while it was read is no finding, nor is one that was stored anew.
        if damage and Blob.objects.filter(pk=blob.pk, checked=blob.checked).update(checked=now, damage=damage):
            logger.error("blob.damaged", extra={"sha256": blob.pk, "damage": damage})
            if damage != blob.damage:
                _tell([blob.pk])


def _tell(hashes: Iterable[str]) -> None:
    """Let the owners' browsers know that the state of their files has changed."""
    for document in Document.with_deleted.filter(blob__in=list(hashes)).only("owner"):
        outbox.record(outbox.Entity.DOCUMENT, document.pk, owner_id=document.owner_id, changed=["damage"])


def documents_using(blobs: Iterable[Blob]) -> dict[str, list[Document]]:
    """The documents that were made from these blobs, or shown with their help; two queries."""
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
    """What the last check found damaged and a document needs; what only older revisions had does not count."""
    return Blob.objects.exclude(damage="").filter(
        Exists(Document.with_deleted.filter(_made_of(OuterRef("pk"), "exact")))
    )


def count_damaged() -> dict[str, int]:
    """Count what is damaged, by the kind of damage."""
    found = list(damaged().values_list("damage", flat=True))
    return {str(word): found.count(word) for word in Blob.Damage.values}


def oldest_check() -> datetime | None:
    """Tell when that file was read last, or stored, which was not read for longest."""
    first = Blob.objects.order_by(F("checked").asc(nulls_first=True)).first()
    return None if first is None else first.checked or first.created


def sweep_files(*, job: Run) -> SweepResult:
    """Remove what is older than a day and needed by nobody: rows and bytes nothing refers to, cut off uploads."""
    before = timezone.now() - GRACE
    rows = list(blobs.unreferenced_blobs(before=before).values_list("pk", flat=True))
    for start in range(0, len(rows), BATCH):
        job.check_cancelled()
        with transaction.atomic():
            blobs.delete_unreferenced(set(rows[start : start + BATCH]))
    strays = 0
    for _ in blobs.delete_orphaned_files(before=before):
        job.check_cancelled()
        strays += 1
    cut_off = blobs.delete_old_incoming(before=before) + blobs.delete_old_scratch(before=before)
    cut_off += resumable.delete_expired(before=timezone.now()) + upload_parts.delete_orphaned_parts(before=before)
    return SweepResult(unreferenced=len(rows), strays=strays, incoming=cut_off)
