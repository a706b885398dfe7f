"""Create and finish uploads in parts: each becomes a document of a corpus, or an archive to unpack into one."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction

from core.errors import Invalid
from corpuses.uploads import archives
from corpuses.uploads.archives import ARCHIVE
from corpuses.uploads.services import Destination, get_destination, upload_to_corpus
from documents.models import Upload
from documents.services import resumable
from documents.services.resumable import NewUpload
from documents.services.uploads import refuse_existing
from documents.storage.blobs import ReceivedFile
from users.models import User

DOCUMENT: Final = "document"


@transaction.atomic
def create_upload(announcement: NewUpload, *, owner: User, limit: int | None = None) -> Upload:
    """Create an upload after all checks that are possible before its bytes are sent.

    Raises the errors of `get_destination`, `FileTooLarge`, `QuotaExceeded`, `DocumentExists` if the hash is known, and
    `TooManyUnfinished` for archives.
    """
    kind = announcement.options.get("kind", DOCUMENT)
    if kind not in {DOCUMENT, ARCHIVE}:
        raise Invalid("`kind` must be `document` or `archive`.", field="kind")
    destination = _destination(announcement.options, owner)
    most = settings.MAX_FILE_SIZE_LIMIT if kind == ARCHIVE else settings.MAX_RESUMABLE_BYTES
    if announcement.sha256 and kind == DOCUMENT:
        refuse_existing(owner, announcement.sha256.lower())
    if kind == ARCHIVE:
        archives.require_few_archives(owner)
    options = {**announcement.options, "kind": kind, "corpus": str(destination.corpus.pk)}
    known = NewUpload(
        filename=announcement.filename, length=announcement.length, sha256=announcement.sha256, options=options
    )
    most = most if limit is None else min(most, limit)
    return resumable.create_upload(known, owner=owner, limit=most)


def finish_upload(upload: Upload) -> Upload:
    """Create the document or archive of a complete upload; return the upload with its result."""
    if upload.options.get("kind") == ARCHIVE and upload.state == Upload.State.RECEIVING:
        return archives.start_unpacking(upload, destination=_destination(upload.options, resumable.owner_of(upload)))
    return resumable.complete(upload, make=_document)


def _document(upload: Upload, received: ReceivedFile) -> UUID:
    owner = resumable.owner_of(upload)
    return upload_to_corpus(
        received,
        filename=upload.filename,
        owner=owner,
        title=upload.options.get("title", ""),
        sha256=upload.sha256,
        destination=_destination(upload.options, owner),
    ).pk


def _destination(options: Mapping[str, str], owner: User) -> Destination:
    return get_destination(
        owner,
        corpus=_key(options.get("corpus"), "corpus"),
        folder=_key(options.get("folder"), "folder"),
        path=options.get("path", ""),
    )


def _key(value: str | None, field: str) -> UUID | None:
    try:
        return UUID(value) if value else None
    except ValueError:
        raise Invalid(f"`{field}` must be an id.", field=field) from None
