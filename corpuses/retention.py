"""Retention rules: documents leave a corpus so many days after they were added, and entries of the audit log, too.

A document that belongs to the owner of the corpus, and is in no other corpus, is moved to the bin; others are only
taken out of this corpus.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db import transaction
from django.db.models import BooleanField, Case, Count, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone

from audit.actions import Action
from audit.log import record, record_documents
from audit.retention import delete_expired_of
from core.access.permissions import require
from core.access.roles import Permission
from core.db.transactions import atomic_with_retry
from corpuses.comments.notifications import notify_of_retention
from corpuses.events import record_corpus_event
from corpuses.models import Corpus, CorpusDocument
from corpuses.services.retention_rules import check_days
from documents.services import deletion, locking
from tasks.runtime.context import JobContext
from users.models import User

APPLY: Final = "corpuses.apply_retention"
_BATCH: Final = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """The numbers of documents that are moved to the bin, and that are only taken out of the corpus."""

    to_bin: int
    removed: int


def preview(corpus: Corpus, days: int | None = None, *, actor: User) -> Moved:
    """Count the documents that a rule, or that of the corpus, would move now, without their attachments."""
    require(actor, Permission.SHARE, corpus)
    days = corpus.retention_days if days is None else check_days("retention_days", days)
    if not days:
        return Moved(to_bin=0, removed=0)
    last = Q(is_last=True)
    counts = _expired(corpus, days).aggregate(to_bin=Count("pk", filter=last), removed=Count("pk", filter=~last))
    return Moved(**counts)


def apply_all(*, job: JobContext) -> int:
    """Apply the rules of all corpora; return the number of documents that left theirs."""
    count = 0
    for corpus in Corpus.objects.exclude(retention_days=0).order_by("pk").iterator(chunk_size=_BATCH):
        count += _apply(corpus, job)
    for key, days in Corpus.with_deleted.exclude(audit_days=0).order_by("pk").values_list("pk", "audit_days"):
        while delete_expired_of(key, days):
            job.check_cancelled()
            job.extend_deadline()
    return count


def _apply(corpus: Corpus, job: JobContext) -> int:
    to_bin = removed = 0
    for membership in _in_batches(corpus):
        job.check_cancelled()
        job.extend_deadline()
        moved = _move(membership.pk, corpus)
        to_bin, removed = to_bin + moved.to_bin, removed + moved.removed
    if count := to_bin + removed:
        _report(corpus, to_bin=to_bin, removed=removed)
    return count


@transaction.atomic
def _report(corpus: Corpus, *, to_bin: int, removed: int) -> None:
    days = corpus.retention_days
    record(Action.CORPUS_RETENTION_APPLIED, corpus, days=days, to_bin=to_bin, removed=removed)
    notify_of_retention(corpus, to_bin + removed)
    record_corpus_event(corpus, "documents")


def _in_batches(corpus: Corpus) -> Iterator[CorpusDocument]:
    """Yield the expired memberships once each, the oldest first."""
    last: UUID | None = None
    while rows := list(_after(_expired(corpus, corpus.retention_days), last).order_by("pk")[:_BATCH]):
        yield from rows
        last = rows[-1].pk


def _after(rows: "QuerySet[CorpusDocument]", last: UUID | None) -> "QuerySet[CorpusDocument]":
    return rows if last is None else rows.filter(pk__gt=last)


def _expired(corpus: Corpus, days: int) -> "QuerySet[Any]":
    """Return the expired memberships with `is_last`: the document goes to the bin. Attachments go with their parent."""
    others = CorpusDocument.objects.filter(document=OuterRef("document"), corpus__deleted_at=None)
    is_last = Q(document__owner=F("corpus__owner"), document__parent=None)
    is_last &= Q(~Exists(others.exclude(corpus=OuterRef("corpus"))))
    with_parent = CorpusDocument.objects.filter(corpus=OuterRef("corpus"), document=OuterRef("document__parent"))
    before = timezone.now() - timedelta(days=days)
    rows = CorpusDocument.objects.filter(corpus=corpus, created__lt=before, document__deleted_at=None)
    case = Case(When(is_last, then=Value(value=True)), default=Value(value=False), output_field=BooleanField())
    return rows.exclude(Exists(with_parent)).annotate(is_last=case)


@atomic_with_retry
def _move(key: UUID, corpus: Corpus) -> Moved:
    """Move one document; nothing happens if it was removed, or the rule was changed, in the meantime."""
    nothing = Moved(to_bin=0, removed=0)
    membership = CorpusDocument.objects.filter(pk=key).select_related("document").first()
    if membership is None:
        return nothing
    locking.lock_documents([membership.document_id], with_attachments=True)
    days = Corpus.objects.filter(pk=corpus.pk).values_list("retention_days", flat=True).first()
    expired = _expired(corpus, days).filter(pk=key).values_list("is_last", flat=True) if days else []
    is_last = next(iter(expired), None)
    if is_last is None:
        return nothing
    if is_last:
        deletion.move_expired_to_bin(membership.document)
        return Moved(to_bin=1, removed=0)
    attached = Q(document=membership.document_id) | Q(document__parent=membership.document_id)
    rows = CorpusDocument.objects.filter(attached, corpus=corpus)
    removed = list(rows.values_list("document", flat=True))
    rows.delete()
    record_documents(Action.CORPUS_DOCUMENT_REMOVED, corpus, removed)
    return Moved(to_bin=0, removed=1)
