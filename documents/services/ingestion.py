"""Parse a document into a new revision beside the old one, and publish it by one pointer update."""

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from core.errors import UserFault
from documents.errors import EncryptedDocument, WrongPassword
from documents.models import Document, DocumentRevision
from documents.pipeline.sniff import PDF
from documents.services import attachments, conversion, languages, ocr_cache, ocr_options, parser_selection, passwords
from documents.services.conversion import sandbox
from documents.services.progress import Progress
from documents.services.revision_writer import RevisionWriter
from documents.storage import blobs
from documents.types import DocumentInfo, PageOcr, PagesRead, ParsedPage, ParseEvent, ParseOptions


def extract_thumbnail(document: Document, *, job: Progress) -> None:
    """Render the first page, small, and keep it. Of what has to be converted first, there is none before it is read."""
    if conversion.needs_conversion(document.mime_type, parser_selection.parser_for(document)):
        return
    with blobs.local_copy(document.blob) as source:
        image = _draw(source, document.mime_type, job)
    with job.commit():
        _keep_thumbnail(document, image)


def _draw(source: Path, mime_type: str, job: Progress) -> bytes:
    return sandbox().thumbnail(source, mime_type, deadline=job.deadline, check=job.check_cancelled)


def _keep_thumbnail(document: Document, image: bytes) -> None:
    Document.objects.filter(pk=document.pk).update(thumbnail=blobs.store_bytes(image))


def ingest(document: Document, *, job: Progress) -> None:
    """Write revision n+1 page by page while the sandbox parses, then publish it."""
    parser = parser_selection.parser_for(document)
    options = ParseOptions(mime_type=document.mime_type, scratch="", extra=ocr_options.options())
    with blobs.local_copy(document.blob) as source, blobs.scratch_folder() as scratch:
        revision = _begin_revision(document, name=parser.name, version=parser.version, options=options)
        writer = RevisionWriter(revision)
        with _telling_wrong_passwords(document):
            readable = conversion.convert_if_needed(source, document, parser=parser, scratch=Path(scratch), job=job)
            events = sandbox().parse(
                readable,
                replace(
                    options,
                    scratch=scratch,
                    passwords=passwords.passwords_for(document),
                    ocr_cache=ocr_cache.load_cache(revision, Path(scratch)),
                ),
                parser=parser.name,
                check=job.check_cancelled,
            )
            _write(events, writer, job)
        image = _second_try(document, writer.rendition, job)
        kept = writer.hashes() | ({hashlib.sha256(image).hexdigest()} if image else set())
        with job.commit():
            blobs.lock_blobs(kept)
            if image is not None:
                _keep_thumbnail(document, image)
            for warning in attachments.create_attachments(document, writer.attachments):
                writer.take(warning)
            _publish(document, writer)


def _second_try(document: Document, rendition: Path | None, job: Progress) -> bytes | None:
    """The thumbnail of a source that could not be drawn itself, because it is protected or nothing draws its type."""
    if rendition is None or document.thumbnail_id is not None:
        return None
    with suppress(UserFault):
        return _draw(rendition, PDF, job)
    return None


@contextmanager
def _telling_wrong_passwords(document: Document) -> Iterator[None]:
    """A password that a person gave and that does not fit is not kept."""
    try:
        yield
    except EncryptedDocument as refused:
        if passwords.delete_password(document):
            raise WrongPassword from refused
        raise


def _write(events: Iterable[ParseEvent], writer: RevisionWriter, job: Progress) -> None:
    total = 0
    for event in events:
        writer.take(event)
        match event:
            case DocumentInfo():
                total = event.page_count
                Document.objects.filter(pk=writer.revision.document_id).update(page_count=total)
            case PageOcr():
                ocr_cache.store_page(writer.revision, event)
            case ParsedPage():
                if _was_read(event):
                    job.extend_deadline()
                job.progress(100 * event.number // max(1, total), f"Page {event.number} of {total}")
            case PagesRead():
                job.check_cancelled(now=True)  # S0-5, S0-6: between conversion and structure
    writer.flush()
    writer.language = languages.language_of(writer.beginning(languages.SAMPLE), found=writer.language, job=job)


def _was_read(page: ParsedPage) -> bool:
    """Whether its text comes off a picture, which takes seconds: a long scan earns its time page by page."""
    return any(token.confidence is not None for token in page.tokens)


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
    ocr_cache.delete(document)
    Document.objects.filter(pk=document.pk).update(
        revision=revision, page_count=revision.page_count, language=revision.language
    )
