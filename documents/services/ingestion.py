"""Parse a document into a new revision beside the old one, and publish it by one pointer update."""

import hashlib
import json
from collections.abc import Iterable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Protocol
from uuid import UUID

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from documents import storage
from documents.models import Document, DocumentRevision
from documents.services import children, parsers
from documents.services.revision_writer import RevisionWriter
from documents.services.sandboxes import sandbox
from documents.types import DocumentInfo, PagesRead, ParsedPage, ParseEvent, ParseOptions


class Progress(Protocol):
    """The part of a job that work on documents needs."""

    deadline: float

    @property
    def id(self) -> UUID: ...

    def progress(self, percent: int, message: str = "") -> None: ...

    def check_cancelled(self, *, now: bool = False) -> None: ...

    def commit(self) -> AbstractContextManager[None]: ...


def extract_thumbnail(document: Document, *, job: Progress) -> None:
    """Render the first page, small, and keep it."""
    with storage.local_copy(document.blob) as source:
        image = sandbox().thumbnail(source, document.mime_type, deadline=job.deadline, check=job.check_cancelled)
    with job.commit():
        Document.objects.filter(pk=document.pk).update(thumbnail=storage.keep_bytes(image))


def ingest(document: Document, *, job: Progress) -> None:
    """Write revision n+1 page by page while the sandbox parses, then publish it."""
    parser = parsers.chosen_for(document)
    options = ParseOptions(mime_type=document.mime_type, scratch="")
    with storage.local_copy(document.blob) as source, storage.scratch_folder() as scratch:
        revision = _begin_revision(document, name=parser.name, version=parser.version, options=options)
        writer = RevisionWriter(revision)
        events = sandbox().parse(
            source,
            replace(options, scratch=scratch),
            parser=parser.name,
            deadline=job.deadline,
            check=job.check_cancelled,
        )
        _write(events, writer, job)
        with job.commit():
            for warning in children.adopt(document, writer.attachments):
                writer.take(warning)
            _publish(document, writer)


def _write(events: Iterable[ParseEvent], writer: RevisionWriter, job: Progress) -> None:
    total = 0
    for event in events:
        writer.take(event)
        match event:
            case DocumentInfo():
                total = event.page_count
                Document.objects.filter(pk=writer.revision.document_id).update(page_count=total)
            case ParsedPage():
                job.progress(100 * event.number // max(1, total), f"Page {event.number} of {total}")
            case PagesRead():
                job.check_cancelled(now=True)  # S0-5, S0-6: between conversion and structure
    writer.flush()


def _begin_revision(document: Document, *, name: str, version: str, options: ParseOptions) -> DocumentRevision:
    """Make the draft of the next revision; drafts that an earlier attempt left behind go."""
    with transaction.atomic():
        document = Document.objects.select_for_update(no_key=True).get(pk=document.pk)
        document.revisions.filter(published=None).delete()
        latest = document.revisions.aggregate(latest=Max("number"))["latest"] or 0
        return DocumentRevision.objects.create(
            document=document,
            number=latest + 1,
            parser=name,
            parser_version=version,
            options_hash=options_hash(options),
        )


def options_hash(options: ParseOptions) -> str:
    """Identify the options that shape a result (not where it was made, not secrets)."""
    facts = {"mime_type": options.mime_type, "max_pages": options.max_pages, **options.extra}
    return hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()


def _publish(document: Document, writer: RevisionWriter) -> None:
    revision = writer.finish()
    revision.published = timezone.now()
    revision.save()
    Document.objects.filter(pk=document.pk).update(
        revision=revision, page_count=revision.page_count, language=revision.language
    )
