"""From received bytes to a `Document` row. Creating the row is all: its `post_save` starts the processing."""

from django.conf import settings
from django.db import transaction

from documents import storage
from documents.errors import DocumentExists, EmptyFile, UnsupportedType
from documents.models import Document
from documents.pipeline import registry, sniff
from documents.pipeline.filenames import safe_filename, without_invisible
from documents.storage import ReceivedFile
from users.models import User


def upload_document(received: ReceivedFile, *, filename: str, owner: User, title: str = "") -> Document:
    """Keep the bytes and create the document.

    Raises `EmptyFile`, `UnsupportedType` (judged by content, never by name) and `DocumentExists` (the owner has these
    very bytes already).
    """
    mime_type = _accepted_type(received)
    name = safe_filename(filename)
    with transaction.atomic():
        blob = storage.keep(received)
        existing = Document.objects.filter(owner=owner, blob=blob).first()
        if existing is not None:
            raise DocumentExists(document_id=str(existing.pk), title=existing.title)
        return Document.objects.create(
            owner=owner,
            tenant_id=owner.tenant_id,
            title=_title(title, name),
            filename=name,
            mime_type=mime_type,
            blob=blob,
        )


def _accepted_type(received: ReceivedFile) -> str:
    if received.size == 0:
        raise EmptyFile
    detected = sniff.sniff(received.head, lookahead=settings.MIMETYPE_MAGIC_LOOKAHEAD)
    allowed = registry.accepted_types()
    if detected not in allowed:
        raise UnsupportedType(detected=detected, allowed=sorted(allowed))
    return detected


def _title(wanted: str, filename: str) -> str:
    limit = 300
    return (without_invisible(wanted) or filename.rpartition(".")[0] or filename)[:limit]
