"""Change all documents that a filter selects: a job changes them in batches, which are each stored once.

The documents are those that the list has when the change starts; what happens to the list afterwards does not matter.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.errors import Conflict, Invalid
from corpuses.bulk.models import BulkBatch, BulkChange
from corpuses.bulk.operations import OPERATIONS, Work
from corpuses.bulk.splitting import split_on_refusal
from corpuses.holding import hold_in_job
from corpuses.job_reports import complete, require_few
from corpuses.models import Corpus
from documents.models import Document
from documents.services.progress import Progress
from tasks.errors import Cancelled
from tasks.runtime import queue
from users.models import User

CHANGE: Final = "corpuses.bulk_change"
DELETE_OLD: Final = "corpuses.delete_old_bulk_changes"
MAX_DOCUMENTS: Final = 200_000
MAX_WAITING: Final = 20  # of each user
CONFIRMED: Final = frozenset({BulkChange.Kind.REMOVE, BulkChange.Kind.DELETE})
_BATCH: Final = 100


class SelectionChanged(Conflict):
    """The filter selects another number of documents than was confirmed."""

    code = "selection_changed"
    what_to_do = "Show the new number, and send it as `expected` if it is what the user wants."


class BulkChangeRuns(Conflict):
    """The job of this change has not ended."""

    code = "bulk_change_runs"
    what_to_do = "Wait until it has ended, or cancel the job."


class BulkChangeFinal(Conflict):
    """Documents that are processed again cannot be undone."""

    code = "bulk_change_final"
    what_to_do = "There is nothing to do: the earlier result of each document is kept until the new one is ready."


@dataclass(frozen=True, slots=True, kw_only=True)
class BulkDraft:
    """A change, its target, and the query that has selected the documents. `expected` is the confirmed number."""

    kind: str
    corpus: Corpus | None = None
    query: Mapping[str, Any] = field(default_factory=dict)
    target: Mapping[str, Any] = field(default_factory=dict)
    expected: int | None = None


@transaction.atomic
def start_bulk_change(draft: BulkDraft, documents: Sequence[UUID], *, actor: User) -> BulkChange:
    """Change these documents in a job."""
    change = BulkChange(
        kind=draft.kind,
        corpus=draft.corpus,
        owner=actor,
        query=dict(draft.query),
        target=dict(draft.target),
        total=len(documents),
    )
    operation = OPERATIONS[draft.kind]
    operation.check(change, actor)
    _check_number(draft, len(documents))
    require_few(BulkChange, owner=actor, maximum=MAX_WAITING)
    change.job = _enqueue(change)
    change.save(force_insert=True)
    size = operation.batch_size
    BulkBatch.objects.bulk_create(
        BulkBatch(change=change, number=number, documents=documents[start : start + size])
        for number, start in enumerate(range(0, len(documents), size))
    )
    record(Action.BULK_CHANGE_STARTED, change, actor=actor, kind=change.kind, documents=change.total)
    return change


def can_undo(change: BulkChange) -> bool:
    """Return whether there is something that `undo_bulk_change` can undo."""
    return OPERATIONS[change.kind].can_undo and change.changed > 0 and not change.is_undone


@transaction.atomic
def undo_bulk_change(change: BulkChange, *, actor: User) -> BulkChange:
    """Undo a change in a job, also one that was cancelled: what it has changed. A repeated call has no effect."""
    change = BulkChange.objects.select_for_update(of=("self",)).select_related("corpus__owner").get(pk=change.pk)
    if not OPERATIONS[change.kind].can_undo:
        raise BulkChangeFinal
    if change.state == BulkChange.State.WAITING:
        if change.is_undone:
            return change
        raise BulkChangeRuns
    if not change.batches.filter(state=BulkBatch.State.DONE).exists():
        return change
    change.is_undone = True
    change.wait_again()
    OPERATIONS[change.kind].check(change, actor)
    change.processed, change.restored, change.skipped = 0, 0, {}
    change.job = _enqueue(change)
    change.save()
    record(Action.BULK_CHANGE_UNDONE, change, actor=actor, kind=change.kind)
    return change


def run_bulk_change(change_id: UUID, *, is_undone: bool, job: Progress) -> None:
    """Change the documents of the batches that wait, or undo those that are done."""
    while _run_batch(change_id, is_undone=is_undone, job=job):
        pass
    with job.commit():
        complete(_locked(change_id, is_undone=is_undone))


def delete_old_changes(*, job: Progress) -> int:
    """Delete the reports of changes that ended before the bin was emptied the last time; return their number."""
    ended = BulkChange.objects.filter(finished__lt=timezone.now() - timedelta(days=settings.BIN_DAYS))
    count = 0
    while keys := list(ended.exclude(state=BulkChange.State.WAITING).values_list("pk", flat=True)[:_BATCH]):
        job.check_cancelled()
        with job.guarded():
            BulkChange.objects.filter(pk__in=keys).delete()
        count += len(keys)
    with job.commit():
        return count


def _check_number(draft: BulkDraft, number: int) -> None:
    if draft.expected is None and draft.kind in CONFIRMED:
        raise Invalid("Send the number of documents that the user has confirmed.", field="expected")
    if number > MAX_DOCUMENTS:
        raise Invalid(f"Select at most {MAX_DOCUMENTS:,} documents at once.", field="query")
    if draft.expected is not None and draft.expected != number:
        message = f"The filter selects {number:,} documents now, not {draft.expected:,}."
        raise SelectionChanged(message, documents=number)
    if number == 0:
        raise Invalid("The filter selects no document.", field="query")


def _enqueue(change: BulkChange) -> UUID:
    return queue.enqueue(
        CHANGE,
        args={"change_id": str(change.pk), "is_undone": change.is_undone},
        tenant_id=change.owner.tenant_id,
        owner_id=change.owner_id,
        subject_id=change.pk,
        subject_title=change.corpus.title if change.corpus else "",
        dedupe_key=f"{CHANGE}:{change.pk}:{change.is_undone}",
    )


def _run_batch(change_id: UUID, *, is_undone: bool, job: Progress) -> bool:
    """Change the documents of the next batch, or undo that; return false if there is none."""
    job.check_cancelled()
    with job.guarded():
        change = _locked(change_id, is_undone=is_undone)
        batch = _next_batch(change)
        if batch is None:
            return False
        change.wait_again()
        OPERATIONS[change.kind].check(change, change.owner)
        work = Work(change, batch, change.owner)
        (_undo if is_undone else _apply)(work)
        change.skipped = dict(Counter(change.skipped) + work.skipped)
        batch.save()
        change.save()
    total = max(1, change.changed if is_undone else change.total)
    done = min(change.processed, total)
    job.progress(100 * done // total, f"{done} of {total} documents")
    return True


def _apply(work: Work) -> None:
    operation, batch = OPERATIONS[work.change.kind], work.batch
    documents = operation.documents(work, batch.documents)
    work.skipped["not_found"] += len(batch.documents) - len(documents)
    for changed in split_on_refusal(lambda some: list(operation.apply(work, some)), documents, work.skipped):
        batch.changed |= dict.fromkeys(map(str, changed))
    batch.state = BulkBatch.State.DONE
    work.change.processed += len(batch.documents)
    work.change.changed += len(batch.changed.keys() & set(map(str, batch.documents)))


def _undo(work: Work) -> None:
    operation, batch = OPERATIONS[work.change.kind], work.batch
    changed = list(map(UUID, batch.changed))
    documents = operation.documents(work, changed)
    work.skipped["not_found"] += len(changed) - len(documents)

    def undo(some: Sequence[Document]) -> Sequence[Document]:
        operation.undo(work, some)
        return some

    restored = {each.pk for some in split_on_refusal(undo, documents, work.skipped) for each in some}
    batch.state = BulkBatch.State.UNDONE
    work.change.processed += len(changed)
    work.change.restored += len(restored & set(batch.documents))


def _next_batch(change: BulkChange) -> BulkBatch | None:
    batches = change.batches.select_for_update()
    if change.is_undone:
        return batches.filter(state=BulkBatch.State.DONE).order_by("-number").first()
    return batches.filter(state=BulkBatch.State.WAITING).order_by("number").first()


def _locked(change_id: UUID, *, is_undone: bool) -> BulkChange:
    """Lock the change, so that batches of a job that is repeated follow one another."""
    hold_in_job(*BulkChange.objects.filter(pk=change_id, corpus__isnull=False).values_list("corpus", flat=True))
    rows = BulkChange.objects.select_for_update(of=("self",)).select_related("corpus__owner", "owner")
    change = rows.filter(pk=change_id).first()
    if change is None or change.is_undone != is_undone or not change.owner.is_active:
        raise Cancelled
    if change.corpus is not None and change.corpus.deleted_at is not None:
        raise Cancelled
    return change
