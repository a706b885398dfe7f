"""Uploads, hashed and written to the store's incoming folder while they arrive, and stopped at the limit.

Django's own handlers would first gather the file in memory or in a second temporary file.
"""

import binascii
import re
from base64 import b64decode
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.core.files.uploadhandler import FileUploadHandler, SkipFile, StopUpload
from django.http import HttpRequest
from rest_framework.request import Request

from core.api.body_limit import is_oversized
from core.errors import Invalid
from documents.errors import FileTooLarge, NoFile
from documents.storage.blobs import BlobWriter, ReceivedFile

FIELD = "file"
_DIGEST = re.compile(r"(?:^|,)\s*sha-256=:([^:]*):", re.IGNORECASE)
_SHA256_BYTES = 32


class StoredUpload(UploadedFile):  # type: ignore[type-arg]  # generic only in the stubs
    """What the form sees: a file whose bytes are in the store's incoming folder."""

    def __init__(self, received: ReceivedFile, name: str, content_type: str | None) -> None:
        super().__init__(name=name, content_type=content_type, size=received.size)
        self.received = received


class BlobUploadHandler(FileUploadHandler):
    """Takes the one file of a form; other files are skipped."""

    def __init__(self, request: HttpRequest, stack: ExitStack, *, limit: int) -> None:
        super().__init__(request)
        self.limit = limit
        self._stack = stack
        self._writer: BlobWriter | None = None
        self.is_too_large = False

    def new_file(self, field_name: str, *args: object, **kwargs: object) -> None:
        super().new_file(field_name, *args, **kwargs)  # type: ignore[arg-type]  # passed on as Django gives them
        if field_name != FIELD or self._writer is not None:
            raise SkipFile
        self._writer = self._stack.enter_context(BlobWriter())

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if self._writer is None:
            return
        self._writer.write(raw_data)
        if self._writer.size > self.limit:
            self.is_too_large = True
            # What is left is read and dropped: a client that is still sending would not look at an answer.
            raise StopUpload(connection_reset=False)

    def file_complete(self, file_size: int) -> StoredUpload | None:
        if self._writer is None or self.field_name != FIELD:
            return None
        return StoredUpload(self._writer.finish(), self.file_name or "", self.content_type)


@contextmanager
def receive_upload(request: HttpRequest, *, limit: int | None = None) -> Iterator[BlobUploadHandler]:
    """Let `request` receive its file; what nobody has kept by the end is gone. Enter before its body is read."""
    with ExitStack() as stack:
        handler = BlobUploadHandler(request, stack, limit=settings.MAX_UPLOAD_BYTES if limit is None else limit)
        request.upload_handlers = [handler]
        yield handler


def require_upload(request: HttpRequest, handler: BlobUploadHandler) -> StoredUpload:
    """Give the file; `FileTooLarge` and `NoFile` otherwise. Reads the body."""
    if is_oversized(request):
        raise too_large(handler.limit)
    upload = request.FILES.get(FIELD)
    if handler.is_too_large:
        raise too_large(handler.limit)
    if not isinstance(upload, StoredUpload):
        raise NoFile(field=FIELD)
    return upload


def expected_sha256(request: Request) -> str:
    """Give the SHA-256 that the file shall have, in hex, from `Repr-Digest` (RFC 9530); empty where none is named."""
    header = request.headers.get("Repr-Digest", "")
    found = _DIGEST.search(header)
    if found is None:
        return ""
    try:
        digest = b64decode(found.group(1), validate=True)
    except binascii.Error:
        digest = b""
    if len(digest) != _SHA256_BYTES:
        raise Invalid("`Repr-Digest` holds a SHA-256 of 32 bytes: sha-256=:<base64>:", field="Repr-Digest")
    return digest.hex()


def too_large(limit: int | None = None) -> FileTooLarge:
    """Describe the limit as people say it."""
    limit = settings.MAX_UPLOAD_BYTES if limit is None else limit
    return FileTooLarge(f"The file is larger than {_human(limit)}, the most that can be uploaded.", limit=limit)


def _human(size: int) -> str:
    mebi = 1_048_576
    return f"{size / mebi:g} MB" if size >= mebi else f"{size} bytes"
