"""Parse a document into a new revision beside the old one, and publish it with one update."""

import hashlib
import json
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from django.db.models import Max
from django.utils import timezone

from core.errors import UserFault
from core.observability.metrics import observed
from documents.errors import EncryptedDocument, WrongPassword
from documents.metrics import PARSES, count_page
from documents.models import Document, DocumentRevision
from documents.pipeline.page_retries import parse_with_retries
from documents.pipeline.protocols import PageDegradingParser, Parser
from documents.pipeline.sniff import PDF
from documents.services import attachments, conversion, languages, ocr_cache, ocr_options, parser_selection, passwords
from documents.services.conversion import sandbox
from documents.services.progress import Progress
from documents.services.revision_writer import RevisionWriter
from documents.signals import revision_published
from documents.storage import blobs
from documents.types import DocumentInfo, PageOcr, PagesRead, ParsedPage, ParseEvent, ParseOptions


def extract_thumbnail(document: Document, *, job: Progress) -> None:
    """Render and store the thumbnail. Files that have to be converted first get theirs from the parse."""
    if conversion.needs_conversion(document.mime_type, parser_selection.parser_for(document)):
        return
    with blobs.local_copy(document.blob) as source:
        image = _draw(source, document.mime_type, job)
    with job.commit():
        _store_thumbnail(document, image)


def _draw(source: Path, mime_type: str, job: Progress) -> bytes:
    return sandbox().thumbnail(source, mime_type, deadline=job.deadline, check=job.check_cancelled)


def _store_thumbnail(document: Document, image: bytes) -> None:
    Document.objects.filter(pk=document.pk).update(thumbnail=blobs.store_bytes(image))


def ingest(document: Document, *, job: Progress) -> None:
    """Write revision n+1 page by page while the sandbox parses, then publish it."""
    parser = parser_selection.parser_for(document)
    options = ParseOptions(mime_type=document.mime_type, scratch="", extra=ocr_options.options())
    with blobs.local_copy(document.blob) as source, blobs.scratch_folder() as scratch:
        with job.guarded():  # an attempt that was taken over would delete the draft of the current one
            revision = _begin_revision(document, name=parser.name, version=parser.version, options=options)
        writer = RevisionWriter(revision)
        with _wrong_password_deleted(document), observed(PARSES, parser=parser.name):
            readable = conversion.convert_if_needed(source, document, parser=parser, scratch=Path(scratch), job=job)
            options = replace(options, scratch=scratch, passwords=passwords.passwords_for(document))
            events = _events(readable, options, revision, parser=parser, job=job)
            # If a write fails, the traceback keeps this frame: without `closing`, its sandbox would stay occupied.
            with closing(events):
                _write(events, writer, job)
        image = _thumbnail_of_rendition(document, writer.rendition, job)
        kept = writer.hashes() | ({hashlib.sha256(image).hexdigest()} if image else set())
        with job.commit():
            blobs.lock_blobs(kept)
            if image is not None:
                _store_thumbnail(document, image)
            for warning in attachments.create_attachments(document, writer.attachments):
                writer.take(warning)
            _publish(document, writer)


def _events(
    path: Path, options: ParseOptions, revision: DocumentRevision, *, parser: Parser, job: Progress
) -> Generator[ParseEvent, None, None]:
    """Return the events of the parser. If a page ends the sandbox, the other pages are still read, where possible."""

    def start(options: ParseOptions, check_time: Callable[[], None]) -> Generator[ParseEvent, None, None]:
        def check() -> None:
            job.check_cancelled()
            check_time()

        cached = replace(options, ocr_cache=ocr_cache.load_cache(revision, Path(options.scratch)))
        return sandbox().parse(path, cached, parser=parser.name, check=check)

    if not (isinstance(parser, PageDegradingParser) and parser.can_degrade_pages):
        return start(options, lambda: None)
    return parse_with_retries(start, options, deadline=lambda: job.deadline)


def _thumbnail_of_rendition(document: Document, rendition: Path | None, job: Progress) -> bytes | None:
    """Render the thumbnail from the rendition, if the file itself is protected or cannot be rendered."""
    if rendition is None or document.thumbnail_id is not None:
        return None
    with suppress(UserFault):
        return _draw(rendition, PDF, job)
    return None


@contextmanager
def _wrong_password_deleted(document: Document) -> Iterator[None]:
    """Delete the password of the user if it is wrong."""
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
                has_ocr = _has_ocr(event)
                count_page(writer.revision.parser, has_ocr=has_ocr)
                if has_ocr:
                    job.extend_deadline()
                job.progress(100 * event.number // max(1, total), f"Page {event.number} of {total}")
            case PagesRead():
                job.check_cancelled(now=True)  # S0-5, S0-6: between conversion and structure
    writer.flush()
    writer.language = languages.language_of(
        writer.beginning(languages.SAMPLE),
        found=writer.language,
        job=job,
        document=writer.revision.document,
    )


def _has_ocr(page: ParsedPage) -> bool:
    """Check whether OCR has read the page, which takes seconds: each such page extends the deadline."""
    return any(token.confidence is not None for token in page.tokens)


def _begin_revision(document: Document, *, name: str, version: str, options: ParseOptions) -> DocumentRevision:
    """Create the draft of the next revision; drafts of earlier attempts are deleted."""
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
    """Hash the options that affect the result (neither paths nor secrets)."""
    relevant = {"mime_type": options.mime_type, "max_pages": options.max_pages, **options.extra}
    return hashlib.sha256(json.dumps(relevant, sort_keys=True).encode()).hexdigest()


def _publish(document: Document, writer: RevisionWriter) -> None:
    revision = writer.finish()
    revision.published = timezone.now()
    revision.save()
    ocr_cache.delete(document)
    Document.objects.filter(pk=document.pk).update(
        revision=revision, page_count=revision.page_count, language=revision.language
    )
    revision_published.send(sender=Document, document=document, revision=revision)
