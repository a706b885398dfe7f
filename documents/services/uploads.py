"""Create documents from received files. The `post_save` signal of the row starts the processing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from django.conf import settings
from django.db import transaction

from audit.actions import Action
from audit.log import record_all
from core.access import ListScope, VisibleQuerySet
from core.errors import UserFault
from documents.errors import DocumentExists, EmptyFile, HashMismatch, UnsupportedType
from documents.models import Blob, Document
from documents.pipeline import registry, sniff
from documents.pipeline.filenames import safe_filename
from documents.services import quota
from documents.services.titles import first_title
from documents.storage import blobs
from documents.storage.blobs import ReceivedFile
from users.models import User


@dataclass(frozen=True, slots=True, kw_only=True)
class NewFile:
    """A received file and what the client says about it; `sha256` is the expected hash."""

    received: ReceivedFile
    filename: str
    title: str = ""
    sha256: str = ""


Result: TypeAlias = Document | UserFault


def upload_document(
    received: ReceivedFile, *, filename: str, owner: User, title: str = "", sha256: str = ""
) -> Document:
    """Store the file and create the document.

    Raises `EmptyFile`, `HashMismatch` (it is not the announced file), `UnsupportedType` (by content, not by name),
    `QuotaExceeded` and `DocumentExists` (the owner has a document with the same file).
    """
    file = NewFile(received=received, filename=filename, title=title, sha256=sha256)
    with transaction.atomic():
        (result,) = upload_documents([file], owner=owner)
        if isinstance(result, UserFault):
            raise result
        return result


@transaction.atomic(savepoint=False)
def upload_documents(files: Sequence[NewFile], *, owner: User) -> list[Result]:
    """Do the same for several files: return the document of each, or the reason why there is none."""
    batch = _Batch(owner, files)
    batch.refuse_existing()
    batch.refuse_beyond_quota()  # before anything is stored
    blobs_by_hash = blobs.store_all([each.file.received for each in batch.accepted()])
    batch.refuse_existing()  # concurrent uploads of the same files have finished now
    quota.lock_quota(owner.tenant_id)
    batch.refuse_beyond_quota()
    return batch.create(blobs_by_hash)


@dataclass(slots=True)
class _Upload:
    """A file of a batch, and what has become of it so far."""

    file: NewFile
    name: str
    mime_type: str = ""
    refusal: UserFault | None = None


class _Batch:
    """The files of one request. The steps are those of `upload_documents`."""

    def __init__(self, owner: User, files: Sequence[NewFile]) -> None:
        self._owner = owner
        self._uploads = [_Upload(file, safe_filename(file.filename)) for file in files]
        for upload in self._uploads:
            try:
                upload.mime_type = accepted_type(upload.file.received, name=upload.name, sha256=upload.file.sha256)
            except UserFault as error:
                upload.refusal = error

    def accepted(self) -> list[_Upload]:
        return [upload for upload in self._uploads if upload.refusal is None]

    def refuse_existing(self) -> None:
        """Refuse files of which the owner has a document."""
        hashes = [upload.file.received.sha256 for upload in self.accepted()]
        existing = {found.blob_id: found for found in _own_documents(self._owner).filter(blob__in=hashes)}
        for upload in self.accepted():
            if found := existing.get(upload.file.received.sha256):
                upload.refusal = DocumentExists(document_id=str(found.pk), title=found.title)

    def refuse_beyond_quota(self) -> None:
        """Refuse files that do not fit beside those before them."""
        if not (accepted := self.accepted()):
            return
        room = quota.room_of(self._owner.tenant_id)
        for upload in accepted:
            try:
                room.take(upload.file.received.size)
            except UserFault as error:
                upload.refusal = error

    def create(self, blobs_by_hash: Mapping[str, Blob]) -> list[Result]:
        """Create the documents, one for each hash, and return all results."""
        created: dict[str, Document] = {}
        results = [self._create(upload, blobs_by_hash, created) for upload in self._uploads]
        record_all(Action.DOCUMENT_UPLOADED, created.values(), actor=self._owner)
        return results

    def _create(self, upload: _Upload, blobs_by_hash: Mapping[str, Blob], created: dict[str, Document]) -> Result:
        sha256 = upload.file.received.sha256
        if upload.refusal is not None:
            return upload.refusal
        if twin := created.get(sha256):
            return DocumentExists(document_id=str(twin.pk), title=twin.title)
        created[sha256] = Document.objects.create(
            owner=self._owner,
            tenant_id=self._owner.tenant_id,
            **first_title(upload.file.title, upload.name),
            filename=upload.name,
            mime_type=upload.mime_type,
            blob=blobs_by_hash[sha256],
            scan=Document.Scan.PENDING if settings.CLAMD_URL else Document.Scan.UNSCANNED,
        )
        return created[sha256]


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
    """Raise `DocumentExists` if the owner has a document with a file that was announced."""
    existing = _own_documents(owner).filter(blob=sha256).first()
    if existing is not None:
        raise DocumentExists(document_id=str(existing.pk), title=existing.title)


def _own_documents(owner: User) -> VisibleQuerySet[Document]:
    """Return the documents of the owner; with a limited token, only those that it reaches."""
    return Document.objects.in_scope(owner, ListScope.MINE)
