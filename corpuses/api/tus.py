"""Resumable uploads: the tus protocol 1.0.0 (https://tus.io) with its extensions for creation, ending and checksums.

A chunk has at most `MAX_CHUNK_BYTES`; larger ones are refused with that number in the error. The last chunk is answered
with 204, whether or not the file was accepted: the headers and GET name the document or the error.
"""

import binascii
import hashlib
import hmac
from base64 import b64decode
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.http import http_date
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_user
from core.access.scopes import UPLOADING
from core.api.body_limit import HANDLES_OVERSIZED, is_oversized
from core.api.openapi.operations import idempotent, operation
from core.api.rest.pagination import KeyCursorPagination
from core.api.rest.parsers import UnreadBodyParser, require_storable
from core.api.rest.serializers import page_of
from core.api.rest.validation import django_request
from core.errors import Invalid, UserFault
from corpuses.api.upload_shapes import UploadShape, upload_body
from corpuses.services import finish_uploads
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
from documents.services.resumable import Announcement
from documents.storage import BlobWriter
from users.api.idempotency import create_idempotent, created_response

VERSION: Final = "1.0.0"
EXTENSIONS: Final = "creation,creation-with-upload,termination,expiration,checksum"
CONTENT_TYPE: Final = "application/offset+octet-stream"
_WISHES: Final = ("kind", "title", "corpus", "folder", "path")
_MOST_TEXT: Final = 1_000
_CHUNK: Final = 1 << 18
_DIGESTS: Final[Mapping[str, Callable[[], Any]]] = MappingProxyType(
    {"sha256": hashlib.sha256, "sha1": lambda: hashlib.sha1(usedforsecurity=False)}
)


class WrongVersion(UserFault):
    """This server speaks version 1.0.0 of the tus protocol: send `Tus-Resumable: 1.0.0`."""

    code = "tus_version"
    http_status = 412


class WrongType(UserFault):
    """The bytes of an upload are sent as `application/offset+octet-stream`."""

    code = "unsupported_media_type"
    http_status = 415


class ChunkTooLarge(FileTooLarge):
    """This chunk is too large. Send the file in smaller chunks."""

    code = "chunk_too_large"


class ChunkParser(UnreadBodyParser):
    """Leaves the chunk to the view: the CSRF check would otherwise parse it."""

    media_type = CONTENT_TYPE


class TusView(APIView):
    """What all answers of the protocol have in common."""

    parser_classes = [ChunkParser]

    rate_class = "upload"
    token_scopes = UPLOADING

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method in {"POST", "PATCH", "HEAD", "DELETE"} and request.headers.get("Tus-Resumable") != VERSION:
            raise WrongVersion

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        final = super().finalize_response(request, response, *args, **kwargs)
        final["Tus-Resumable"] = VERSION
        if final.status_code == WrongVersion.http_status:
            final["Tus-Version"] = VERSION
        return final

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Say what this server can do."""
        return Response(
            status=204,
            headers={
                "Tus-Version": VERSION,
                "Tus-Extension": EXTENSIONS,
                "Tus-Max-Size": str(settings.MAX_RESUMABLE_BYTES),
                "Tus-Checksum-Algorithm": ",".join(_DIGESTS),
            },
        )


class UploadsView(TusView):
    """`/uploads/`."""

    @operation(
        "listUploads",
        "List your uploads that are on their way, and those that have ended lately",
        response=page_of(UploadShape),
    )
    def get(self, request: Request) -> Response:
        paginator = KeyCursorPagination()
        page = paginator.page_of(resumable.own_uploads(require_user(request.user)), request)
        return Response(paginator.body([upload_body(upload) for upload in page]))

    @idempotent
    @operation(
        "createUpload",
        "Announce a file that will be sent in parts (tus)",
        response={201: UploadShape},
        errors=[FileTooLarge, QuotaExceeded, DocumentExists, WrongVersion],
    )
    def post(self, request: Request) -> Response:
        """Headers: `Upload-Length` (bytes), `Upload-Metadata` with `filename` and, where wanted, `sha256`, `title`,
        `corpus`, `folder`, `path`, `kind` (document, or archive). The body may bring the first bytes."""
        owner = require_user(request.user)
        announcement = _announcement(request)
        made = create_idempotent(
            request,
            lambda: finish_uploads.create_upload(announcement, owner=owner).pk,
            payload={"length": announcement.length, "metadata": request.headers.get("Upload-Metadata", "")},
        )
        upload = resumable.own_upload(owner, made.id)
        if request.content_type == CONTENT_TYPE:
            upload = _take(request, upload, offset=0)
        upload = _finished(upload)
        return created_response(
            made, upload_body(upload), location=reverse("tus-upload", args=[made.id]), headers=_state(upload)
        )


class UploadView(TusView):
    """`/uploads/{id}`."""

    @operation("getUpload", "See how far an upload has come, and what has become of it", response=UploadShape)
    def get(self, request: Request, upload_id: UUID) -> Response:
        upload = resumable.own_upload(require_user(request.user), upload_id)
        return Response(upload_body(upload), headers=_state(upload))

    def head(self, request: Request, upload_id: UUID) -> Response:
        upload = resumable.own_upload(require_user(request.user), upload_id)
        return Response(headers=_state(upload))

    @operation(
        "continueUpload",
        "Send the next bytes (tus)",
        errors=[UploadConflict, UploadGone, ChecksumMismatch, ChunkTooLarge, FileTooLarge, WrongType, WrongVersion],
    )
    def patch(self, request: Request, upload_id: UUID) -> Response:
        upload = resumable.own_upload(require_user(request.user), upload_id)
        if request.content_type != CONTENT_TYPE:
            raise WrongType
        offset = _number(request, "Upload-Offset")
        upload = _finished(_take(request, upload, offset=offset))
        return Response(status=204, headers=_state(upload))

    @operation("withdrawUpload", "Give an upload up (tus)", errors=[UploadGone, WrongVersion])
    def delete(self, request: Request, upload_id: UUID) -> Response:
        resumable.withdraw(resumable.own_upload(require_user(request.user), upload_id))
        return Response(status=204)


def _announcement(request: Request) -> Announcement:
    metadata = _metadata(request.headers.get("Upload-Metadata", ""))
    sha256 = metadata.get("sha256", "")
    if sha256 and (len(sha256) != 64 or not all(each in "0123456789abcdefABCDEF" for each in sha256)):  # noqa: PLR2004  # hex
        raise Invalid("`sha256` has 64 hexadecimal digits.", field="sha256")
    return Announcement(
        filename=metadata.get("filename") or metadata.get("name", ""),
        length=_number(request, "Upload-Length"),
        sha256=sha256,
        wish={name: metadata[name] for name in _WISHES if metadata.get(name)},
    )


def _metadata(header: str) -> dict[str, str]:
    """Read `key base64,key base64`; `Invalid` where it is written otherwise."""
    found = {}
    for pair in filter(None, (each.strip() for each in header.split(","))):
        key, _, value = pair.partition(" ")
        try:
            found[key] = b64decode(value, validate=True).decode()
        except (binascii.Error, UnicodeDecodeError):
            raise Invalid("`Upload-Metadata` holds pairs of a key and base64.", field="Upload-Metadata") from None
        if len(found[key]) > _MOST_TEXT:
            raise Invalid(f"A value has at most {_MOST_TEXT} characters.", field="Upload-Metadata")
    require_storable(found)
    return found


def _number(request: Request, header: str) -> int:
    value = request.headers.get(header, "")
    if not (value.isascii() and value.isdigit() and len(value) < 16):  # noqa: PLR2004  # no size has more digits
        raise Invalid(f"`{header}` is a number of bytes.", field=header)
    return int(value)


def _take(request: Request, upload: Upload, *, offset: int) -> Upload:
    """Write the body to the store and hash it, if a checksum came with it."""
    source = django_request(request)
    if is_oversized(source):
        raise ChunkTooLarge(chunk_size=settings.MAX_CHUNK_BYTES)
    if upload.received != offset:  # before the body is read
        raise UploadConflict(offset=upload.received)
    wanted = _Checksum(request.headers.get("Upload-Checksum", ""))
    with BlobWriter() as writer:
        while chunk := source.read(_CHUNK):
            writer.write(chunk)
            wanted.update(chunk)
        wanted.require()
        return resumable.append(upload, writer.finish(), offset=offset)


class _Checksum:
    """`Upload-Checksum: sha256 <base64>`; without one everything is right."""

    def __init__(self, header: str) -> None:
        name, _, value = header.partition(" ")
        if header and name not in _DIGESTS:
            raise Invalid(f"Checksums are one of: {', '.join(_DIGESTS)}.", field="Upload-Checksum")
        self._digest = _DIGESTS[name]() if header else None
        try:
            self._expected = b64decode(value, validate=True)
        except binascii.Error:
            raise Invalid("A checksum is written in base64.", field="Upload-Checksum") from None

    def update(self, chunk: bytes) -> None:
        if self._digest:
            self._digest.update(chunk)

    def require(self) -> None:
        if self._digest and not hmac.compare_digest(self._digest.digest(), self._expected):
            raise ChecksumMismatch


def _finished(upload: Upload) -> Upload:
    return finish_uploads.finish_upload(upload) if upload.is_complete else upload


def _state(upload: Upload) -> dict[str, str]:
    """What the protocol and we tell in headers."""
    headers = {
        "Upload-Offset": str(upload.received),
        "Upload-Length": str(upload.length),
        "Upload-Expires": http_date(upload.expires.timestamp()),
        "Cache-Control": "no-store",
    }
    if upload.state == Upload.State.REFUSED:
        headers["X-Upload-Error"] = upload.error_code
    elif upload.result is not None:
        is_archive = upload.wish.get("kind") == finish_uploads.ARCHIVE
        headers["X-Archive-Id" if is_archive else "X-Document-Id"] = str(upload.result)
    return headers


def _answers_itself(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    setattr(view, HANDLES_OVERSIZED, True)
    return view


uploads_view: Callable[[HttpRequest], HttpResponseBase] = _answers_itself(UploadsView.as_view())
upload_view: Callable[..., HttpResponseBase] = _answers_itself(UploadView.as_view())
