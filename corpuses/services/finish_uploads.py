"""What becomes of files that arrive in parts: a document of a corpus, or an archive to unpack into one."""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from django.conf import settings

from core.errors import Invalid
from corpuses.services import archives
from corpuses.services.uploads import Destination, get_destination, upload_to_corpus
from documents.models import Upload
from documents.services import resumable
from documents.services.resumable import Announcement
from documents.services.uploads import refuse_existing
from documents.storage import ReceivedFile
from users.models import User

DOCUMENT: Final = "document"
ARCHIVE: Final = "archive"


def create_upload(announcement: Announcement, *, owner: User, limit: int | None = None) -> Upload:
    """Make room for a file, after asking all that can be known before its bytes are sent.

    Raises what `place_for` raises, `FileTooLarge`, `QuotaExceeded`, and `DocumentExists` where the hash says so.
    """
    kind = announcement.wish.get("kind", DOCUMENT)
    if kind not in {DOCUMENT, ARCHIVE}:
        raise Invalid("A file becomes a document or an archive.", field="kind")
    destination = _destination(announcement.wish, owner)
    most = settings.MAX_FILE_SIZE_LIMIT if kind == ARCHIVE else settings.MAX_RESUMABLE_BYTES
    if announcement.sha256 and kind == DOCUMENT:
        refuse_existing(owner, announcement.sha256.lower())
    wish = {**announcement.wish, "kind": kind, "corpus": str(destination.corpus.pk)}
    known = Announcement(
        filename=announcement.filename, length=announcement.length, sha256=announcement.sha256, wish=wish
    )
    most = most if limit is None else min(most, limit)
    return resumable.announce(known, owner=owner, limit=most)


def finish_upload(upload: Upload) -> Upload:
    """Make of a complete file what was wished for. Gives the upload with what has become of it."""
    if upload.wish.get("kind") == ARCHIVE and upload.state == Upload.State.RECEIVING:
        return archives.start_unpacking(upload, destination=_destination(upload.wish, upload.owner))
    return resumable.complete(upload, make=_document)


def _document(upload: Upload, received: ReceivedFile) -> UUID:
    return upload_to_corpus(
        received,
        filename=upload.filename,
        owner=upload.owner,
        title=upload.wish.get("title", ""),
        sha256=upload.sha256,
        destination=_destination(upload.wish, upload.owner),
    ).pk


def _destination(wish: Mapping[str, str], owner: User) -> Destination:
    return get_destination(
        owner,
        corpus=_key(wish.get("corpus"), "corpus"),
        folder=_key(wish.get("folder"), "folder"),
        path=wish.get("path", ""),
    )


def _key(value: str | None, field: str) -> UUID | None:
    try:
        return UUID(value) if value else None
    except ValueError:
        raise Invalid(f"`{field}` is the id of one.", field=field) from None
