"""Ready documents without their processing: the results of the first one are stored in a file and copied into others.

The upload and the end of its job are real: the expensive steps are recorded as done, as after an interruption, and the
worker continues with the next one; it finds all passages indexed.
"""

import hashlib
import pickle
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.db import transaction
from django.db.models import Model
from django.utils import timezone

from config.stack.temporary_engines import documents_folder
from conftest import Upload
from core.db.ids import uuid7
from corpuses.actions.models import ActionExecution
from corpuses.search.models import Passage, PassageVector
from documents.models import Blob, Document, DocumentRevision, Page, StructureItem
from documents.services.lifecycle import PROCESS
from documents.storage import blobs
from tasks.models import Job, StepRun
from tests.timeouts import until

_LAST_STEP = "documents.set_doc_lock_state"  # which ends the processing of a parsed document
_PENDING = (ActionExecution.State.WAITING, ActionExecution.State.QUEUED)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Results:
    """The rows and files that the processing and indexing of a document have created."""

    revision: DocumentRevision
    pages: list[Page]
    items: list[StructureItem]
    passages: list[Passage]
    vectors: list[PassageVector]
    steps: list[StepRun]
    thumbnail: str | None
    files: list[bytes]


def ready_document(upload: Upload, *arguments: object, **options: object) -> Document:
    """Upload a document with these arguments; return it when it is ready, and its actions have ended."""
    with transaction.atomic():  # the worker sees the job when its steps are done
        document = upload(*arguments, **options)
        stored = _file_of(document)
        if stored.exists():
            _copy_into(document, pickle.loads(stored.read_bytes()))
    until(lambda: _is_settled(document))
    document.refresh_from_db()
    if not stored.exists() and not document.attachments.exists():
        draft = stored.with_suffix(f".{document.pk}")
        draft.write_bytes(pickle.dumps(_results_of(document)))
        draft.rename(stored)
    return document


def _file_of(document: Document) -> Path:
    """Return the file for the results of documents with the same content, title and filename."""
    key = "\0".join((document.blob_id, document.title, document.filename))
    return _folder() / hashlib.sha256(key.encode()).hexdigest()[:32]


@cache
def _folder() -> Path:
    return documents_folder()


def _is_settled(document: Document) -> bool:
    states = set(Document.objects.filter(pk=document.pk).values_list("state", flat=True))
    assert Document.State.FAILED not in states, document.title
    is_pending = ActionExecution.objects.filter(document=document, state__in=_PENDING).exists()
    return Document.State.PROCESSING not in states and not is_pending


def _results_of(document: Document) -> _Results:
    revision = DocumentRevision.objects.get(pk=document.revision_id)
    hashes = filter(None, (document.thumbnail_id, revision.rendition_id, revision.docling_id))
    return _Results(
        revision=revision,
        pages=list(Page.objects.filter(revision=revision)),
        items=list(StructureItem.objects.filter(revision=revision)),
        passages=list(Passage.objects.filter(revision=revision)),
        vectors=list(PassageVector.objects.filter(revision=revision)),
        steps=list(StepRun.objects.filter(job=_job_of(document)).exclude(name=_LAST_STEP)),
        thumbnail=document.thumbnail_id,
        files=[blobs.read_blob(each) for each in Blob.objects.filter(pk__in=list(hashes))],
    )


def _copy_into(document: Document, results: _Results) -> None:
    for content in results.files:
        blobs.store_bytes(content)
    now = timezone.now()
    revision = results.revision
    revision.pk, revision.document, revision.published = uuid7(), document, now
    revision.save(force_insert=True)
    passages = {passage.pk: passage for passage in results.passages}
    _create(Page, results.pages, revision=revision)
    _create(StructureItem, results.items, revision=revision)
    _create(Passage, results.passages, revision=revision)
    for vector in results.vectors:
        vector.passage = passages[vector.passage_id]
    _create(PassageVector, results.vectors, revision=revision)
    job = _job_of(document)
    Job.objects.filter(pk=job.pk).update(fence=1)  # done steps are looked for at the second dispatch
    _create(StepRun, results.steps, job=job, started=now, finished=now)
    Document.objects.filter(pk=document.pk).update(
        revision=revision,
        page_count=revision.page_count,
        language=revision.language,
        thumbnail=results.thumbnail,
        processing_started=now,
    )


def _create(model: type[Model], rows: Sequence[Model], **fields: object) -> None:
    """Insert rows with keys of their own."""
    for row in rows:
        row.pk = None
        for name, value in fields.items():
            setattr(row, name, value)
    model._default_manager.bulk_create(rows)


def _job_of(document: Document) -> Job:
    return Job.objects.get(kind=PROCESS, subject_id=document.pk)
