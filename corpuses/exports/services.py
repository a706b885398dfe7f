"""Export many rows in a job: the file is kept for some days, and its owner is notified when it is ready."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final, TypeVar
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.access import is_member
from core.errors import Conflict, NotAllowed, NotFound, RateLimited
from corpuses.comments.notifications import notify_of_export, record_export_removed
from corpuses.exports.models import Export
from corpuses.exports.sources import Source, open_source
from corpuses.extracts.models import Extract
from corpuses.holding import hold_in_job
from corpuses.job_reports import complete, require_few
from corpuses.models import Corpus
from documents.services.progress import Progress
from documents.storage import blobs
from documents.storage.blobs import BlobWriter, ReceivedFile
from tasks.errors import Cancelled
from tasks.runtime import queue
from users.models import User

WRITE: Final = "corpuses.write_export"
DELETE_OLD: Final = "corpuses.delete_old_exports"
MAX_EXPORTS: Final = 50  # of each user
MAX_WAITING: Final = 10  # of each user
_BATCH: Final = 100
_ACTIONS: Final[Mapping[str, Action]] = {
    Export.Kind.ANNOTATIONS: Action.ANNOTATIONS_EXPORTED,
    Export.Kind.DOCUMENTS: Action.CORPUS_DOCUMENTS_EXPORTED,
    Export.Kind.EXTRACT: Action.EXTRACT_EXPORTED,
    Export.Kind.ANNOTATED_PDFS: Action.ANNOTATIONS_EXPORTED,
}
T = TypeVar("T")


class TooManyExports(Conflict):
    """You have the largest number of exports."""

    code = "too_many_exports"
    what_to_do = "Delete exports that you do not need; each is deleted by itself after some days."


class TooManyExportsAtOnce(RateLimited):
    """Too many of your exports have not been written yet. Wait until one is ready."""

    code = "too_many_exports_at_once"
    what_to_do = "Wait until one of your exports is ready."


class ExportNotReady(Conflict):
    """The file of this export has not been written."""

    code = "export_not_ready"
    what_to_do = "Wait until its state is `done`."


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportDraft:
    """The rows to export, as in the query string of the export that is sent at once, and the format."""

    kind: str
    format: str
    query: Mapping[str, Any] = field(default_factory=dict)
    extract: Extract | None = None
    origin: str


@transaction.atomic
def start_export(draft: ExportDraft, *, corpus: Corpus, actor: User) -> Export:
    """Write a file in a job; raise the error that the job would raise if a filter is not valid."""
    if not is_member(actor, corpus):
        raise NotAllowed("Only members of the corpus can export it in a job. Send the request for the file itself.")
    require_few(Export, owner=actor, maximum=MAX_WAITING, error=TooManyExportsAtOnce)
    if Export.objects.filter(owner=actor).count() >= MAX_EXPORTS:
        raise TooManyExports(f"You have {MAX_EXPORTS} exports already.")
    export = Export(
        corpus=corpus,
        owner=actor,
        kind=draft.kind,
        extract=draft.extract,
        format=draft.format,
        query=dict(draft.query),
        origin=draft.origin,
    )
    export.filename = open_source(export, actor).filename[:255]
    export.job = queue.enqueue(
        WRITE,
        args={"export_id": str(export.pk)},
        tenant_id=actor.tenant_id,
        owner_id=actor.pk,
        subject_id=export.pk,
        subject_title=export.filename,
        dedupe_key=f"{WRITE}:{export.pk}",
    )
    export.save(force_insert=True)
    record(_ACTIONS[draft.kind], draft.extract or corpus, actor=actor, format=draft.format)
    return export


def write_export(export_id: UUID, *, job: Progress) -> None:
    """Write the file of an export and store it. A repeated attempt begins again; only one of them stores its file."""
    export = Export.objects.select_related("corpus", "extract", "owner").filter(pk=export_id).first()
    if export is None or export.corpus.deleted_at is not None or not export.owner.is_active:
        raise Cancelled
    if export.state == Export.State.DONE:
        return
    if not is_member(export.owner, export.corpus):
        raise NotFound
    source = open_source(export, export.owner)
    watch = _Watch(source, job)
    with BlobWriter() as writer:
        for chunk in source.write(watch):
            writer.write(chunk)
        received = writer.finish()
        with job.commit():
            _finish(export, received, rows=watch.total)


class _Watch:
    """Reports the progress of the job while lines are written, and ends it when it is cancelled."""

    def __init__(self, source: Source, job: Progress) -> None:
        self.total = source.count()
        self._source = source
        self._job = job

    def __call__(self, lines: Iterator[T], /) -> Iterator[T]:
        for number, line in enumerate(lines):
            if number % self._source.between_checks == 0:
                self._job.check_cancelled()
                done = min(number, self.total)
                self._job.progress(100 * done // max(1, self.total), f"{done} of {self.total} {self._source.unit}")
            yield line


def _finish(export: Export, received: ReceivedFile, *, rows: int) -> None:
    hold_in_job(export.corpus_id)
    if not Export.objects.select_for_update().filter(pk=export.pk).exists():
        raise Cancelled  # it was deleted meanwhile
    complete(export, blob=blobs.store(received), row_count=rows)
    notify_of_export(export.pk, owner_id=export.owner_id, corpus_id=export.corpus_id)


def notify_of_failure(export: Export) -> None:
    """Notify the owner of an export that it has failed, unless it was cancelled."""
    if export.error_code != "cancelled":
        notify_of_export(export.pk, owner_id=export.owner_id, corpus_id=export.corpus_id)


@transaction.atomic
def delete_export(export: Export, *, actor: User) -> None:
    """Delete an export and its file; one that is being written is cancelled."""
    if export.owner_id != actor.pk:
        raise NotFound
    queue.cancel_all([export.job])
    _delete([export])


def delete_old_exports(*, job: Progress) -> int:
    """Delete the exports that ended some days ago; return their number."""
    ended = Export.objects.filter(finished__lt=timezone.now() - timedelta(days=settings.EXPORT_DAYS))
    count = 0
    while rows := list(ended.order_by("pk")[:_BATCH]):
        job.check_cancelled()
        with job.guarded():
            _delete(rows)
        count += len(rows)
    with job.commit():
        return count


@transaction.atomic
def delete_exports_of(user: User) -> None:
    """Delete all exports of a user, with their files."""
    exports = list(Export.objects.filter(owner=user).order_by("pk"))
    queue.cancel_all(each.job for each in exports)
    _delete(exports)


def _delete(exports: list[Export]) -> None:
    rows = list(Export.objects.select_for_update().filter(pk__in=[each.pk for each in exports]).order_by("pk"))
    record_export_removed([each.pk for each in rows])
    hashes = {each.blob_id for each in rows if each.blob_id}
    Export.objects.filter(pk__in=[each.pk for each in rows]).delete()
    blobs.delete_unreferenced(hashes)
