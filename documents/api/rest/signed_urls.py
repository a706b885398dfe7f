"""Signed URLs (S3-9): create them for files of documents, and serve those that this application signs."""

from datetime import UTC, datetime
from functools import partial
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.views.decorators.cache import never_cache
from rest_framework import serializers
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.api.body_limit import HANDLES_OVERSIZED, is_oversized
from core.api.files import StoredFile, send_file
from core.api.openapi.operations import operation
from core.api.rest.negotiation import AnyMediaType
from core.api.rest.parsers import UnreadBodyParser
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import StrictSerializer
from core.api.rest.validation import django_request, validate_query
from core.db.rows import get_row
from documents.api import reads
from documents.api.rest.content import file_responses, rendition_of
from documents.api.selectors import get_visible_document
from documents.api.urls_of import PDF
from documents.errors import FileTooLarge, Infected, ScanPending, UploadConflict, UploadGone
from documents.models import Blob, Document, Upload
from documents.services import resumable, scanning
from documents.storage import signed_urls
from documents.storage.blobs import BlobWriter, open_blob

_CHUNK = 1 << 18
# Those of the documents that are uploaded most, and of exports.
_MEDIA_TYPES = (
    *("application/pdf", "image/png", "image/jpeg", "text/plain", "text/csv", "application/jsonl"),
    *("application/ld+json", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    *("application/vnd.apache.parquet", "application/zip"),
)
_EXAMPLE = "https://cartulary.example/api/v1/blobs/9f86d081…?expires=1795000000&name=lease.pdf&signature=…"


class SignedUrlQuery(StrictSerializer):
    """The requested file."""

    what = serializers.ChoiceField(
        choices=["file", "pdf"], default="file", help_text="The uploaded file, or the PDF of the viewer."
    )
    inline = serializers.BooleanField(default=False, help_text="To view instead of to save.")


class SignedUrlSerializer(StrictSerializer):
    """A URL that works without signing in, until it expires; then the response is 403."""

    url = serializers.CharField()
    expires = serializers.DateTimeField()
    example = {"url": _EXAMPLE, "expires": "2026-11-20T08:35:00Z"}


@method_decorator(never_cache, name="dispatch")
class DownloadUrlView(APIView):
    """`/documents/{id}/download-url`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation(
        "getDownloadUrl",
        "Get a signed URL of a file",
        query=SignedUrlQuery,
        response=SignedUrlSerializer,
        errors=[Infected, ScanPending],
    )
    def get(self, request: Request, document_id: UUID) -> Response:
        document = get_visible_document(request.user, document_id)
        query = validate_query(request, SignedUrlQuery).arguments()
        scanning.require_harmless(document)
        blob, target = _target(document, query["what"], is_inline=query["inline"])
        reads.record_downloaded(document, request.user, query["what"])
        expires = signed_urls.expiry()
        url = signed_urls.store_url(target, blob) or request.build_absolute_uri(
            f"{reverse('blob', args=[blob.pk])}?{urlencode(signed_urls.query_of(target, expires=expires))}"
        )
        return Response({"url": url, "expires": datetime.fromtimestamp(expires, UTC)})


class SignedUploadQuery(StrictSerializer):
    """The signature of a URL."""

    expires = serializers.CharField(required=False)
    signature = serializers.CharField(required=False)


class SignedFileQuery(SignedUploadQuery):
    """The signed properties of a file."""

    type = serializers.CharField(required=False)
    name = serializers.CharField(required=False)
    inline = serializers.CharField(required=False, allow_blank=True)


class BlobView(APIView):
    """`/blobs/{sha256}`: open to everyone who has the URL, until it expires."""

    authentication_classes: tuple[type[Any], ...] = ()
    permission_classes = [AllowAny]
    content_negotiation_class = AnyMediaType

    @operation(
        "getSignedFile",
        "Download a file by its signed URL",
        query=SignedFileQuery,
        response=file_responses(*_MEDIA_TYPES),
        errors=[signed_urls.LinkExpired, signed_urls.BadSignature],
    )
    def get(self, request: Request, sha256: str) -> HttpResponseBase:
        """Use the URL of `download-url` unchanged."""
        target = signed_urls.target_of(sha256, request.query_params)
        blob = get_row(Blob.objects, pk=sha256)
        file = StoredFile(
            open=partial(open_blob, blob),
            size=blob.size,
            etag=blob.pk,
            media_type=target.media_type,
            filename=target.filename,
            as_attachment=not target.is_inline,
            cache_control="private, no-store",
        )
        return send_file(django_request(request), file)


class SignedUploadView(APIView):
    """`/blobs/uploads/{id}`: upload to a signed URL, if files are stored in a folder."""

    authentication_classes: tuple[type[Any], ...] = ()
    permission_classes = [AllowAny]
    parser_classes = [UnreadBodyParser]

    @operation(
        "putSignedFile",
        "Upload a file to a signed URL",
        query=SignedUploadQuery,
        bytes_as=("application/octet-stream",),
        errors=[signed_urls.LinkExpired, signed_urls.BadSignature, FileTooLarge, UploadConflict, UploadGone],
    )
    def put(self, request: Request, upload_id: UUID) -> Response:
        """Use the URL of `uploads/direct` unchanged; the body is the file. Then request `uploads/{id}/complete`."""
        signed_urls.require_upload_query(upload_id, request.query_params)
        upload = Upload.objects.filter(pk=upload_id, owner__is_active=True).first()
        if upload is None:
            raise UploadGone
        source = django_request(request)
        if is_oversized(source):
            raise FileTooLarge(limit=settings.MAX_FILE_SIZE_LIMIT)
        with BlobWriter() as writer:
            while chunk := source.read(_CHUNK):
                writer.write(chunk)
            if writer.size != upload.length:
                raise UploadConflict("The file does not have the announced size.", expected=upload.length)
            resumable.append(upload, writer.finish(), offset=0)
        return Response(status=204)


def _target(document: Document, what: str, *, is_inline: bool) -> tuple[Blob, signed_urls.Target]:
    if what == "pdf":
        (blob, filename), media_type = rendition_of(document), PDF
    else:
        blob, filename, media_type = document.blob, document.filename, document.mime_type
    return blob, signed_urls.Target(blob=blob.pk, media_type=media_type, filename=filename, is_inline=is_inline)


signed_upload_view = SignedUploadView.as_view()
setattr(signed_upload_view, HANDLES_OVERSIZED, True)
