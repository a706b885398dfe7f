"""Create documents from received files. The `post_save` signal of the row starts the processing."""

from django.conf import settings
from django.db import transaction

from documents.errors import DocumentExists, EmptyFile, HashMismatch, UnsupportedType
from documents.models import Document
from documents.pipeline import registry, sniff
from documents.pipeline.filenames import safe_filename, without_invisible
from documents.services import quota
from documents.storage import blobs
from documents.storage.blobs import ReceivedFile
from users.models import User


def upload_document(
    received: ReceivedFile, *, filename: str, owner: User, title: str = "", sha256: str = ""
) -> Document:
    """Store the file and create the document.

    Raises `EmptyFile`, `HashMismatch` (it is not the announced file), `UnsupportedType` (by content, not by name),
    `QuotaExceeded` and `DocumentExists` (the owner has a document with the same file).
    """
    name = safe_filename(filename)
    mime_type = accepted_type(received, name=name, sha256=sha256)
    with transaction.atomic():
        refuse_existing(owner, received.sha256)
        quota.require_room(owner.tenant_id, received.size)  # before anything is stored
        blob = blobs.store(received)
        refuse_existing(owner, received.sha256)  # concurrent uploads of the same file have finished now
        quota.lock_quota(owner.tenant_id)
        quota.require_room(owner.tenant_id, received.size)
        return Document.objects.create(
            owner=owner,
            tenant_id=owner.tenant_id,
            title=title_of(title, name),
            filename=name,
            mime_type=mime_type,
            blob=blob,
            scan=Document.Scan.PENDING if settings.CLAMD_URL else Document.Scan.UNSCANNED,
        )


def accepted_type(received: ReceivedFile, *, name: str = "", sha256: str = "") -> str:
    """Return the type of a file or raise why it is refused. The name only distinguishes kinds of text."""
    if sha256 and sha256.lower() != received.sha256:
        raise HashMismatch(expected=sha256.lower(), received=received.sha256)
    if received.size == 0:
        raise EmptyFile
    detected = registry.sniff_type(received.head) or sniff.sniff_file(
        received.path, name=name, lookahead=settings.MIMETYPE_MAGIC_LOOKAHEAD
    )
    allowed = accepted_types()
    if detected not in allowed:
        raise UnsupportedType(detected=detected, allowed=sorted(allowed))
    return detected


def accepted_types() -> frozenset[str]:
    """Return the types of the registered parsers (X-18), restricted to those in the settings, if there are any."""
    readable = registry.accepted_types()
    return readable & frozenset(settings.ACCEPTED_TYPES) if settings.ACCEPTED_TYPES else readable


def refuse_existing(owner: User, sha256: str) -> None:
    """Raise `DocumentExists` if the owner has a document with this file."""
    existing = Document.objects.filter(owner=owner, blob=sha256).first()
    if existing is not None:
        raise DocumentExists(document_id=str(existing.pk), title=existing.title)


def title_of(requested: str, filename: str) -> str:
    """Return the first title of a document: the requested one, else the file name without extension."""
    limit = 300
    return (without_invisible(requested) or filename.rpartition(".")[0] or filename)[:limit]
