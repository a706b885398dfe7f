"""Unpack ZIP files into documents and folders; each entry gets a result, in a transaction of its own."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from itertools import islice
from typing import Any, Final, Protocol
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.db.models import Count

from core.errors import UserFault
from corpuses.corpora import folders
from corpuses.job_reports import complete, require_few
from corpuses.models import Archive, ArchiveEntry
from corpuses.uploads.services import Destination, add_to_destination, upload_to_corpus
from documents.errors import DocumentExists, HashMismatch, UnsupportedType
from documents.models import Document, Upload
from documents.pipeline import zip_files
from documents.pipeline.filenames import safe_filename, without_invisible
from documents.pipeline.zip_files import EntryTooLarge, looks_like_zip
from documents.services import resumable
from documents.services.resumable import NewUpload
from documents.storage import upload_parts
from documents.storage.blobs import BlobWriter, ReceivedFile
from tasks.errors import Cancelled
from tasks.runtime import queue
from users.models import User

UNPACK: Final = "corpuses.unpack"
DISCARD_UPLOAD: Final = "corpuses.tidy_archive"
ARCHIVE: Final = "archive"  # the kind of an upload in parts
MAX_WAITING: Final = 50  # of each user
_MAX_DISPLAYED: Final = 1_000
_ZIP: Final = "application/zip"


class Run(Protocol):
    """The methods of a job that unpacking needs."""

    def progress(self, percent: int, message: str = "") -> None: ...

    def check_cancelled(self, *, now: bool = False) -> None: ...

    def log(self, level: str, message: str, **fields: Any) -> None: ...

    def guarded(self) -> AbstractContextManager[None]: ...

    def commit(self) -> AbstractContextManager[None]: ...


@transaction.atomic
def create_archive(received: ReceivedFile, *, filename: str, owner: User, destination: Destination) -> Archive:
    """Create an archive from a file that was received in one request."""
    _require_zip(received.head)
    require_few_archives(owner)
    known = NewUpload(filename=filename, length=received.size, options={})
    upload = resumable.create_upload(known, owner=owner, limit=settings.MAX_FILE_SIZE_LIMIT)
    upload = resumable.append(upload, received, offset=0)
    return _begin(upload, destination)


def require_few_archives(owner: User) -> None:
    """Raise `TooManyUnfinished` before the bytes of another archive are sent; those that are being sent count."""
    uploads = Upload.objects.filter(owner=owner, state=Upload.State.RECEIVING, options__kind=ARCHIVE)
    require_few(Archive, owner=owner, maximum=MAX_WAITING, announced=uploads)


@transaction.atomic
def start_unpacking(upload: Upload, *, destination: Destination) -> Upload:
    """Create the archive of a complete upload, once; or record in the upload why it is refused."""
    upload = Upload.objects.select_for_update(of=("self",)).select_related("owner").get(pk=upload.pk)
    if upload.state != Upload.State.RECEIVING:
        return upload
    try:
        _require_zip(next(upload_parts.read_parts(upload), b""))
        _require_announced(upload)
    except UserFault as refusal:
        resumable.refuse(upload, refusal)
    else:
        _begin(upload, destination)
    upload.refresh_from_db()
    return upload


def counts_of(archives: Sequence[Archive]) -> dict[UUID, dict[str, int]]:
    """Count the entries of archives by their state; one query."""
    found: dict[UUID, dict[str, int]] = {
        archive.pk: dict.fromkeys(ArchiveEntry.State.values, 0) for archive in archives
    }
    rows = ArchiveEntry.objects.filter(archive__in=found).order_by().values_list("archive", "state")
    for key, state, number in rows.annotate(Count("pk")):
        found[key][state] = number
    return found


def unpack(archive_id: UUID, *, job: Run) -> None:
    """Create documents from the entries that have no result yet. An invalid entry does not affect the others."""
    archive = Archive.objects.select_related("corpus").filter(pk=archive_id).first()
    if archive is None:
        raise Cancelled  # the corpus has been deleted
    if archive.state != Archive.State.WAITING:
        return
    upload = Upload.objects.select_related("owner").get(pk=archive.upload)
    archive.owner = resumable.owner_of(upload)
    with resumable.assemble(upload) as received, zip_files.Archive(received.path) as opened:
        total = len(opened.infos)
        with job.guarded():
            Archive.objects.filter(pk=archive.pk).update(entry_count=total)
        done = set(archive.entries.values_list("number", flat=True))
        for number in range(total):
            job.check_cancelled()
            if number not in done:
                with job.guarded():
                    _process_entry(opened, number, archive)
            job.progress(100 * number // total, f"{number} of {total} files")
    with job.commit():
        complete(archive)


def _begin(upload: Upload, destination: Destination) -> Archive:
    below = folders.folder_of(destination.corpus, destination.folder) if destination.folder else None
    folder = folders.make_path(destination.corpus, folders.names_in(destination.path), actor=upload.owner, below=below)
    archive = Archive.objects.create(
        corpus=destination.corpus,
        folder=folder,
        owner=upload.owner,
        upload=upload.pk,
        filename=upload.filename,
        size=upload.length,
    )
    resumable.pin(upload, archive.pk)
    archive.job = queue.enqueue(
        UNPACK,
        args={"archive_id": str(archive.pk)},
        tenant_id=upload.tenant_id,
        owner_id=upload.owner_id,
        subject_id=archive.pk,
        subject_title=upload.filename,
        dedupe_key=f"{UNPACK}:{archive.pk}",
    )
    archive.save(update_fields=["job"])
    return archive


def _process_entry(opened: zip_files.Archive, number: int, archive: Archive) -> None:
    """Store the result of one entry, and create its document if it has one."""
    info = opened.infos[number]
    result = ArchiveEntry(archive=archive, number=number, path=_displayed_path(info.filename), size=info.file_size)
    try:
        entry = opened.entry(number)
        if entry.is_system_file:
            result.state = ArchiveEntry.State.SKIPPED
        else:
            with transaction.atomic():
                result.document = _document_of(opened, entry, archive, result)
    except UserFault as refusal:
        result.state, result.document = ArchiveEntry.State.REFUSED, None
        result.code, result.message = refusal.code, refusal.message
    result.save()


def _document_of(opened: zip_files.Archive, entry: zip_files.Entry, archive: Archive, result: ArchiveEntry) -> Document:
    destination = Destination(
        corpus=archive.corpus,
        folder=archive.folder_id,
        path="/".join(safe_filename(name)[: folders.NAME_LIMIT] for name in entry.names[:-1]),
    )
    try:
        with BlobWriter() as writer, transaction.atomic():
            for chunk in opened.read(entry):
                writer.write(chunk)
                if writer.size > settings.MAX_UPLOAD_BYTES:
                    raise EntryTooLarge(limit=settings.MAX_UPLOAD_BYTES)
            result.state = ArchiveEntry.State.ADDED
            return upload_to_corpus(
                writer.finish(), filename=entry.names[-1], owner=archive.owner, destination=destination
            )
    except DocumentExists as found:
        document = Document.objects.get(pk=str(found.data["document_id"]))
        add_to_destination(document, destination, actor=archive.owner)
        result.state = ArchiveEntry.State.EXISTING
        return document


def _require_zip(head: bytes) -> None:
    if not looks_like_zip(head):
        raise UnsupportedType("This is not a ZIP file.", allowed=[_ZIP])


def _require_announced(upload: Upload) -> None:
    if upload.sha256:
        with resumable.assemble(upload) as received:
            if received.sha256 != upload.sha256:
                raise HashMismatch(expected=upload.sha256, received=received.sha256)


def _displayed_path(path: str) -> str:
    return "/".join(islice((without_invisible(name) for name in path.split("/")), 50))[:_MAX_DISPLAYED]
