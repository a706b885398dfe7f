"""Retention rules: documents leave a corpus so many days after they were added, and entries of the audit log, too.

A document that belongs to the owner of the corpus, and is in no other corpus, is moved to the bin; others are only
taken out of this corpus.
"""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.db.models import BooleanField, Case, Count, Exists, F, OuterRef, Q, QuerySet, Value, When
from django.utils import timezone

from audit.actions import Action
from audit.log import record, record_documents
from audit.retention import delete_expired_of
from core.access import Permission, require
from core.db.transactions import atomic_with_retry
from corpuses.comments.notifications import notify_of_retention
from corpuses.corpora.retention_rules import check_days
from corpuses.events import record_corpus_event
from corpuses.holding import hold_in_job
from corpuses.models import Corpus, CorpusDocument
from documents.services import deletion, locking
from tasks.runtime.context import JobContext
from users.models import User

APPLY: Final = "corpuses.apply_retention"
_BATCH: Final = 100
_FIRST: Final = UUID(int=0)


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
    for corpus in Corpus.objects.exclude(retention_days=0).order_by("pk").iterator():
        count += _apply(corpus, job)
    for key, days in Corpus.with_deleted.exclude(audit_days=0).order_by("pk").values_list("pk", "audit_days"):
        while delete_expired_of(key, days):
            job.check_cancelled()
            job.extend_deadline()
    return count


def _apply(corpus: Corpus, job: JobContext) -> int:
    """Move the expired documents in batches, the oldest first; return how many."""
    count, last = 0, _FIRST
    while keys := list(_expired(corpus, corpus.retention_days).filter(pk__gt=last).order_by("pk")[:_BATCH]):
        last = keys[-1].pk
        job.check_cancelled()
        job.extend_deadline()
        count += _move_batch([each.pk for each in keys], corpus)
    return count


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
def _move_batch(keys: list[UUID], corpus: Corpus) -> int:
    """Move documents, and report it in the same transaction: a job that is killed reports what it has moved.

    Those that were removed, or whose rule was changed, in the meantime stay.
    """
    hold_in_job(corpus.pk)
    memberships = CorpusDocument.objects.filter(pk__in=keys)
    locking.lock_documents(memberships.values_list("document", flat=True), with_attachments=True)
    days = Corpus.objects.filter(pk=corpus.pk).values_list("retention_days", flat=True).first()
    rows = _expired(corpus, days).filter(pk__in=keys).select_related("document") if days else []
    last = [row.document for row in rows if row.is_last]
    others = [row.document_id for row in rows if not row.is_last]
    for document in last:
        deletion.move_expired_to_bin(document)
    _take_out(corpus, others)
    if last or others:
        record(Action.CORPUS_RETENTION_APPLIED, corpus, days=days, to_bin=len(last), removed=len(others))
        notify_of_retention(corpus, len(last) + len(others))
        record_corpus_event(corpus, "documents")
    return len(last) + len(others)


def _take_out(corpus: Corpus, documents: list[UUID]) -> None:
    """Take documents out of a corpus, with their attachments."""
    with_attachments = Q(document__in=documents) | Q(document__parent__in=documents)
    rows = CorpusDocument.objects.filter(with_attachments, corpus=corpus)
    removed = list(rows.values_list("document", flat=True))
    rows.delete()
    record_documents(Action.CORPUS_DOCUMENT_REMOVED, corpus, removed)
