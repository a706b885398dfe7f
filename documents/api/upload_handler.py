"""Upload handler that hashes a file and writes it to the incoming folder while it arrives, up to a limit.

The handlers of Django would first collect the file in memory or in a second temporary file.
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
    """An uploaded file in the incoming folder of the store."""

    def __init__(self, received: ReceivedFile, name: str, content_type: str | None) -> None:
        super().__init__(name=name, content_type=content_type, size=received.size)
        self.received = received


class BlobUploadHandler(FileUploadHandler):
    """Receives the file of a form, or up to `most` files; others are skipped."""

    def __init__(self, request: HttpRequest, stack: ExitStack, *, limit: int, most: int = 1) -> None:
        super().__init__(request)
        self.limit = limit
        self.is_too_large = False
        self.has_skipped = False
        self._most = most
        self._stack = stack
        self._writers: list[BlobWriter] = []

    def new_file(self, field_name: str, *args: object, **kwargs: object) -> None:
        super().new_file(field_name, *args, **kwargs)  # type: ignore[arg-type]  # passed on unchanged
        if field_name != FIELD or len(self._writers) == self._most:
            self.has_skipped = True
            raise SkipFile
        self._writers.append(self._stack.enter_context(BlobWriter()))

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if not self._writers:
            return
        self._writers[-1].write(raw_data)
        if self._writers[-1].size > self.limit:
            self.is_too_large = True
            # The rest is read and dropped, because clients do not read a response while they are sending.
            raise StopUpload(connection_reset=False)

    def file_complete(self, file_size: int) -> StoredUpload | None:
        if not self._writers or self.field_name != FIELD:
            return None
        return StoredUpload(self._writers[-1].finish(), self.file_name or "", self.content_type)


@contextmanager
def receive_upload(request: HttpRequest, *, limit: int | None = None, most: int = 1) -> Iterator[BlobUploadHandler]:
    """Receive the files of a request; they are deleted at the end unless stored. Enter before the body is read."""
    with ExitStack() as stack:
        limit = settings.MAX_UPLOAD_BYTES if limit is None else limit
        handler = BlobUploadHandler(request, stack, limit=limit, most=most)
        request.upload_handlers = [handler]
        yield handler


def require_upload(request: HttpRequest, handler: BlobUploadHandler) -> StoredUpload:
    """Read the body and return its last file; raise `FileTooLarge` or `NoFile`."""
    return require_uploads(request, handler)[-1]


def require_uploads(request: HttpRequest | Request, handler: BlobUploadHandler) -> list[StoredUpload]:
    """Read the body and return its files, at least one; raise `FileTooLarge` or `NoFile`."""
    if is_oversized(request):
        raise too_large(handler.limit)
    uploads = [upload for upload in request.FILES.getlist(FIELD) if isinstance(upload, StoredUpload)]
    if handler.is_too_large:
        raise too_large(handler.limit)
    if not uploads:
        raise NoFile(field=FIELD)
    return uploads


def expected_sha256(request: Request) -> str:
    """Return the SHA-256 in `Repr-Digest` (RFC 9530) in hex; empty if there is none."""
    header = request.headers.get("Repr-Digest", "")
    match = _DIGEST.search(header)
    if match is None:
        return ""
    try:
        digest = b64decode(match.group(1), validate=True)
    except binascii.Error:
        digest = b""
    if len(digest) != _SHA256_BYTES:
        raise Invalid("`Repr-Digest` must be a SHA-256: sha-256=:<base64>:", field="Repr-Digest")
    return digest.hex()


def too_large(limit: int | None = None) -> FileTooLarge:
    """Return the error with the limit."""
    limit = settings.MAX_UPLOAD_BYTES if limit is None else limit
    return FileTooLarge(f"The file is larger than the limit of {_human(limit)}.", limit=limit)


def _human(size: int) -> str:
    mebi = 1_048_576
    return f"{size / mebi:g} MB" if size >= mebi else f"{size} bytes"
