"""Resumable uploads: the tus protocol 1.0.0 (https://tus.io) with its extensions for creation, ending and checksums.

A chunk has at most `MAX_CHUNK_BYTES`; larger ones are refused with that number in the error. The last chunk is answered
with 204, whether or not the file was accepted: the headers and GET contain the document or the error.
"""

import binascii
import hashlib
import hmac
import re
from base64 import b64decode
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.http import http_date
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import UPLOADING, Actor, require_user
from core.api.body_limit import HANDLES_OVERSIZED, is_oversized
from core.api.openapi.operations import idempotent, operation
from core.api.rest.parsers import UnreadBodyParser, require_storable
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.serializers import Sha256Field
from core.api.rest.validation import django_request
from core.api.rest.views import ListView, list_resources
from core.errors import Invalid, UserFault
from corpuses.job_reports import TooManyUnfinished
from corpuses.uploads.api.rest.serializers import UploadSerializer
from corpuses.uploads.archives import ARCHIVE
from corpuses.uploads.finishing import create_upload, finish_upload
from documents.errors import (
    ChecksumMismatch,
    DocumentExists,
    FileTooLarge,
    QuotaExceeded,
    UploadConflict,
    UploadGone,
)
from documents.models import Upload
from documents.services import resumable
from documents.services.resumable import NewUpload
from documents.storage.blobs import BlobWriter
from users.api.idempotency import create_idempotent, created_response

VERSION: Final = "1.0.0"
EXTENSIONS: Final = "creation,creation-with-upload,termination,expiration,checksum"
CONTENT_TYPE: Final = "application/offset+octet-stream"
_OPTIONS: Final = ("kind", "title", "corpus", "folder", "path")
_MAX_TEXT: Final = 1_000
_CHUNK: Final = 1 << 18
_DIGESTS: Final[Mapping[str, Callable[[], Any]]] = MappingProxyType(
    {"sha256": hashlib.sha256, "sha1": lambda: hashlib.sha1(usedforsecurity=False)}
)


_PROTOCOL_HEADERS: Final = {"Tus-Resumable": "The version of the protocol: `1.0.0`."}
_NEW_UPLOAD_HEADERS: Final = {
    **_PROTOCOL_HEADERS,
    "Upload-Length": "The size of the file in bytes.",
    "Upload-Metadata": "`filename`, and optionally `sha256`, `title`, `corpus`, `folder`, `path`, `kind` (document or "
    "archive), each with its value in base64.",
}
_CHUNK_HEADERS: Final = {
    **_PROTOCOL_HEADERS,
    "Upload-Offset": "The number of bytes that the server has.",
    "Upload-Checksum": "The name of an algorithm, and the checksum of these bytes in base64.",
}


class WrongVersion(UserFault):
    """This server supports version 1.0.0 of the tus protocol. Send `Tus-Resumable: 1.0.0`."""

    code = "tus_version"
    http_status = 412
    what_to_do = "Send the header `Tus-Resumable: 1.0.0`."


class WrongType(UserFault):
    """Send the bytes of an upload as `application/offset+octet-stream`."""

    code = "unsupported_media_type"
    http_status = 415
    what_to_do = "Send the header `Content-Type: application/offset+octet-stream`."


class ChunkTooLarge(FileTooLarge):
    """This chunk is too large. Send the file in smaller chunks."""

    code = "chunk_too_large"
    what_to_do = "Send chunks of at most 8 MiB."


class ChunkParser(UnreadBodyParser):
    """Leaves the chunk to the view: the CSRF check would otherwise parse it."""

    media_type = CONTENT_TYPE


class TusView(APIView):
    """The headers of all responses of the protocol."""

    parser_classes = [ChunkParser]

    rate_class = "upload"
    token_scopes = UPLOADING

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        is_protocol = request.method in {"POST", "PATCH", "HEAD", "DELETE"} and hasattr(self, request.method.lower())
        if is_protocol and request.headers.get("Tus-Resumable") != VERSION:
            raise WrongVersion

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        final = super().finalize_response(request, response, *args, **kwargs)
        final["Tus-Resumable"] = VERSION
        if final.status_code == WrongVersion.http_status:
            final["Tus-Version"] = VERSION
        return final

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Return the extensions and limits of this server."""
        return Response(
            status=204,
            headers={
                "Tus-Version": VERSION,
                "Tus-Extension": EXTENSIONS,
                "Tus-Max-Size": str(settings.MAX_RESUMABLE_BYTES),
                "Tus-Checksum-Algorithm": ",".join(_DIGESTS),
            },
        )


class UploadsView(TusView, ListView):
    """`/uploads`."""

    permission_classes = [IsAuthenticated]
    get = list_resources("listUploads", "List your current and your latest uploads", UploadSerializer)

    def get_queryset(self, actor: Actor) -> QuerySet[Upload]:
        return resumable.own_uploads(require_user(actor))

    @idempotent
    @operation(
        "createUpload",
        "Create a resumable upload (tus)",
        bytes_as=(CONTENT_TYPE,),
        headers=_NEW_UPLOAD_HEADERS,
        response={201: UploadSerializer},
        errors=[FileTooLarge, QuotaExceeded, DocumentExists, WrongVersion, TooManyUnfinished],
    )
    def post(self, request: Request) -> Response:
        """Create it; the body may contain the first bytes."""
        owner = require_user(request.user)
        announcement = _announcement(request)
        created = create_idempotent(
            request,
            lambda: create_upload(announcement, owner=owner).pk,
            payload={"length": announcement.length, "metadata": request.headers.get("Upload-Metadata", "")},
        )
        upload = resumable.get_upload(owner, created.id)
        if request.content_type == CONTENT_TYPE:
            upload = _append_chunk(request, upload, offset=0)
        upload = _finished(upload)
        return created_response(
            created,
            UploadSerializer.represent_one(upload),
            location=reverse("tus-upload", args=[created.id]),
            headers=_state(upload),
        )


class UploadView(TusView):
    """`/uploads/{id}`."""

    @operation("getUpload", "Get the offset and the result of an upload", response=UploadSerializer)
    def get(self, request: Request, upload_id: UUID) -> Response:
        upload = resumable.get_upload(require_user(request.user), upload_id)
        return Response(UploadSerializer.represent_one(upload), headers=_state(upload))

    def head(self, request: Request, upload_id: UUID) -> Response:
        upload = resumable.get_upload(require_user(request.user), upload_id)
        return Response(headers=_state(upload))

    @operation(
        "continueUpload",
        "Send the next bytes (tus)",
        bytes_as=(CONTENT_TYPE,),
        headers=_CHUNK_HEADERS,
        errors=[UploadConflict, UploadGone, ChecksumMismatch, ChunkTooLarge, FileTooLarge, WrongType, WrongVersion],
    )
    def patch(self, request: Request, upload_id: UUID) -> Response:
        upload = resumable.get_upload(require_user(request.user), upload_id)
        if request.content_type != CONTENT_TYPE:
            raise WrongType
        offset = _number(request, "Upload-Offset")
        upload = _finished(_append_chunk(request, upload, offset=offset))
        return Response(status=204, headers=_state(upload))

    @operation("withdrawUpload", "Cancel an upload (tus)", headers=_PROTOCOL_HEADERS, errors=[UploadGone, WrongVersion])
    def delete(self, request: Request, upload_id: UUID) -> Response:
        resumable.cancel_upload(resumable.get_upload(require_user(request.user), upload_id))
        return Response(status=204)


def _announcement(request: Request) -> NewUpload:
    metadata = _metadata(request.headers.get("Upload-Metadata", ""))
    sha256 = metadata.get("sha256", "")
    if sha256 and not re.fullmatch(Sha256Field.PATTERN, sha256):
        raise Invalid(Sha256Field.MESSAGE, field="sha256")
    return NewUpload(
        filename=metadata.get("filename") or metadata.get("name", ""),
        length=_number(request, "Upload-Length"),
        sha256=sha256,
        options={name: metadata[name] for name in _OPTIONS if metadata.get(name)},
    )


def _metadata(header: str) -> dict[str, str]:
    """Parse `key base64,key base64`; raise `Invalid` for anything else."""
    values = {}
    for pair in filter(None, (each.strip() for each in header.split(","))):
        key, _, value = pair.partition(" ")
        try:
            values[key] = b64decode(value, validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            raise Invalid(
                "`Upload-Metadata` must contain pairs of a key and a base64 value.", field="Upload-Metadata"
            ) from None
        if len(values[key]) > _MAX_TEXT:
            raise Invalid(f"A value can have at most {_MAX_TEXT} characters.", field="Upload-Metadata")
    require_storable(values)
    return values


def _number(request: Request, header: str) -> int:
    value = request.headers.get(header, "")
    if not (value.isascii() and value.isdigit() and len(value) < 16):  # noqa: PLR2004  # no size has more digits
        raise Invalid(f"`{header}` must be a number of bytes.", field=header)
    return int(value)


def _append_chunk(request: Request, upload: Upload, *, offset: int) -> Upload:
    """Append the body to the upload; verify its checksum if there is one."""
    source = django_request(request)
    if is_oversized(source):
        raise ChunkTooLarge(chunk_size=settings.MAX_CHUNK_BYTES)
    if upload.received != offset:  # before the body is read
        raise UploadConflict(offset=upload.received)
    checksum = _Checksum(request.headers.get("Upload-Checksum", ""))
    with BlobWriter() as writer:
        while chunk := source.read(_CHUNK):
            writer.write(chunk)
            checksum.update(chunk)
        checksum.require()
        return resumable.append(upload, writer.finish(), offset=offset)


class _Checksum:
    """`Upload-Checksum: sha256 <base64>`. Without the header every chunk is accepted."""

    def __init__(self, header: str) -> None:
        name, _, value = header.partition(" ")
        if header and name not in _DIGESTS:
            raise Invalid(f"Use one of these checksums: {', '.join(_DIGESTS)}.", field="Upload-Checksum")
        self._digest = _DIGESTS[name]() if header else None
        try:
            self._expected = b64decode(value, validate=True)
        except binascii.Error:
            raise Invalid("The checksum must be base64.", field="Upload-Checksum") from None

    def update(self, chunk: bytes) -> None:
        if self._digest:
            self._digest.update(chunk)

    def require(self) -> None:
        if self._digest and not hmac.compare_digest(self._digest.digest(), self._expected):
            raise ChecksumMismatch


def _finished(upload: Upload) -> Upload:
    return finish_upload(upload) if upload.is_complete else upload


def _state(upload: Upload) -> dict[str, str]:
    """Return the headers of the protocol, and the result or the error."""
    headers = {
        "Upload-Offset": str(upload.received),
        "Upload-Length": str(upload.length),
        "Upload-Expires": http_date(upload.expires.timestamp()),
        "Cache-Control": "no-store",
    }
    if upload.state == Upload.State.REFUSED:
        headers["X-Upload-Error"] = upload.error_code
    elif upload.result is not None:
        is_archive = upload.options.get("kind") == ARCHIVE
        headers["X-Archive-Id" if is_archive else "X-Document-Id"] = str(upload.result)
    return headers


def _handles_oversized(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    setattr(view, HANDLES_OVERSIZED, True)
    return view


uploads_view: Callable[[HttpRequest], HttpResponseBase] = _handles_oversized(UploadsView.as_view())
upload_view: Callable[..., HttpResponseBase] = _handles_oversized(UploadView.as_view())
