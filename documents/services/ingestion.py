"""Parse a document into a new revision beside the old one, and publish it with one update."""

import hashlib
import json
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

from django.conf import settings
from django.db.models import Max
from django.utils import timezone

from core.errors import UserFault
from core.observability.metrics import observed
from documents import types
from documents.errors import EncryptedDocument, NeedsLibreOffice, WrongPassword
from documents.metrics import PARSES, count_page
from documents.models import Document, DocumentRevision, OcrPage
from documents.pipeline.ocr.cache import write_cache
from documents.pipeline.ocr.options import OcrMode
from documents.pipeline.office.libreoffice import Deadline, convert, find_program
from documents.pipeline.page_retries import parse_with_retries
from documents.pipeline.protocols import LibreOfficeParser, PageDegradingParser, Parser
from documents.pipeline.sandbox import Sandbox, shared_sandbox
from documents.pipeline.sniff import PDF
from documents.services import attachments, languages, parser_selection, passwords
from documents.services.progress import Progress
from documents.services.revision_writer import RevisionWriter
from documents.services.sandbox_limits import installed_limits
from documents.signals import revision_published
from documents.storage import blobs
from documents.types import DocumentInfo, PageOcr, PagesRead, ParsedPage, ParseEvent, ParseOptions


def extract_thumbnail(document: Document, *, job: Progress) -> None:
    """Render and store the thumbnail. Files that have to be converted first get theirs from the parse."""
    if _needs_conversion(document.mime_type, parser_selection.parser_for(document)):
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
    options = ParseOptions(mime_type=document.mime_type, scratch="", extra=options_of_ocr())
    with blobs.local_copy(document.blob) as source, blobs.scratch_folder() as scratch:
        with job.guarded():  # an attempt that was taken over would delete the draft of the current one
            revision = _begin_revision(document, name=parser.name, version=parser.version, options=options)
        writer = RevisionWriter(revision)
        with _wrong_password_deleted(document), observed(PARSES, parser=parser.name):
            readable = _convert_if_needed(source, document, parser=parser, scratch=Path(scratch), job=job)
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

        cached = replace(options, ocr_cache=load_ocr_cache(revision, Path(options.scratch)))
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
                store_ocr_page(writer.revision, event)
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
    delete_ocr_pages(document)
    Document.objects.filter(pk=document.pk).update(
        revision=revision, page_count=revision.page_count, language=revision.language
    )
    revision_published.send(sender=Document, document=document, revision=revision)


# OCR results of failed attempts, kept so that a retry need not repeat them.
#
# Each page is stored at once, outside of the publishing transaction, and used by the next attempt with the same parser,
# version and options. The results are deleted when a revision is published, or another parser is used.

_OCR_FILE = "ocr"


def load_ocr_cache(revision: DocumentRevision, folder: Path) -> str:
    """Write the results of earlier attempts to a file in the folder; return its path, or an empty string."""
    rows = OcrPage.objects.filter(document=revision.document_id)
    rows.exclude(key=_ocr_key(revision)).delete()
    if not rows.exists():
        return ""
    target = folder / _OCR_FILE
    pages = rows.order_by("number").values_list("number", "data")
    write_cache(target, ((number, bytes(data)) for number, data in pages.iterator(chunk_size=100)))
    return str(target)


def store_ocr_page(revision: DocumentRevision, page: types.PageOcr) -> None:
    """Store the result of a page. Concurrent attempts have equal results."""
    row = OcrPage(document_id=revision.document_id, key=_ocr_key(revision), number=page.number, data=page.data)
    OcrPage.objects.bulk_create([row], ignore_conflicts=True)


def delete_ocr_pages(document: Document) -> None:
    OcrPage.objects.filter(document=document).delete()


def _ocr_key(revision: DocumentRevision) -> str:
    parts = (revision.parser, revision.parser_version, revision.options_hash)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def options_of_ocr() -> dict[str, str]:
    """Return the options of OCR by the settings; OCR_ENABLED applies to all engines (X-28)."""
    if not settings.OCR_ENABLED:
        return {"ocr": OcrMode.OFF.value}
    return {"ocr": OcrMode.AUTO.value, "ocr_engine": settings.OCR_ENGINE, "ocr_languages": settings.OCR_LANGUAGES}


# The sandbox with the limits of this installation, and the conversion of old Office files before they are parsed.


def sandbox() -> Sandbox:
    """Return the sandbox of this process."""
    return shared_sandbox(installed_limits())


def _needs_conversion(mime_type: str, parser: Parser) -> bool:
    """Check whether LibreOffice has to convert files of this type for the parser."""
    return isinstance(parser, LibreOfficeParser) and mime_type in parser.converted_types


def _convert_if_needed(source: Path, document: Document, *, parser: Parser, scratch: Path, job: Progress) -> Path:
    """Return the file to parse: the document itself, or the result of LibreOffice.

    Raises `NeedsLibreOffice` if it is not installed, before a password is asked for.
    """
    if not _needs_conversion(document.mime_type, parser):
        return source
    program = find_program(settings.LIBREOFFICE)
    if program is None:
        raise NeedsLibreOffice
    known = passwords.passwords_for(document)
    decrypted = sandbox().decrypt(source, known, scratch, deadline=job.deadline, check=job.check_cancelled)
    deadline = Deadline(job.deadline, job.check_cancelled)
    return convert(
        decrypted, document.mime_type, scratch, program=program, deadline=deadline, limits=installed_limits()
    )
