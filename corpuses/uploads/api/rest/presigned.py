"""Presigned uploads: announced here, sent with PUT to a signed URL of the store, completed here."""

from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from django.conf import settings
from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import UPLOADING, require_user
from core.api.openapi.operations import idempotent, operation
from core.api.rest.serializers import Sha256Field, StrictSerializer
from core.api.rest.validation import validate_body
from corpuses.job_reports import TooManyUnfinished
from corpuses.uploads.api.rest.serializers import KINDS, DestinationFields, UploadSerializer
from corpuses.uploads.finishing import DOCUMENT, create_upload, finish_upload
from documents.errors import DocumentExists, FileTooLarge, QuotaExceeded, UploadGone, UploadIncomplete
from documents.models import Upload
from documents.services import resumable
from documents.services.resumable import NewUpload
from documents.storage import signed_urls
from users.api.idempotency import create_idempotent, created_response


class PresignedUploadFields(DestinationFields):
    """The file to upload, and the document or archive to create."""

    filename = serializers.CharField(max_length=1_000)
    size = serializers.IntegerField(min_value=1, max_value=2**53, help_text="Bytes.")
    sha256 = Sha256Field(required=False)
    kind = serializers.ChoiceField(choices=KINDS, default=DOCUMENT)
    title = serializers.CharField(required=False, allow_blank=True, max_length=300)
    corpus = serializers.UUIDField(required=False, help_text="Your personal corpus if absent.")
    example = {"filename": "lease.pdf", "size": 184_203}

    def announcement(self) -> NewUpload:
        """Return what the service needs."""
        fields = self.arguments()
        filename, size, sha256 = fields.pop("filename"), fields.pop("size"), fields.pop("sha256", "")
        options = {name: str(value) for name, value in fields.items() if value}
        return NewUpload(filename=filename, length=size, sha256=sha256, options=options)


class PresignedUploadSerializer(StrictSerializer):
    """The request that sends the bytes: `PUT url`, with these headers."""

    id = serializers.UUIDField(help_text="Id of the upload.")
    url = serializers.CharField()
    method = serializers.CharField()
    headers = serializers.DictField(child=serializers.CharField())
    expires = serializers.DateTimeField()
    example = {
        "id": "01990c6e-0c11-7c22-8d33-1f2e3d4c5b6a",
        "url": "https://bucket.example/uploads/01990c6e-0c11-7c22-8d33-1f2e3d4c5b6a/000000?X-Amz-Signature=…",
        "method": "PUT",
        "headers": {"Content-Length": "184203"},
        "expires": "2026-11-20T08:35:00Z",
    }


class PresignedUploadsView(APIView):
    """`/uploads/direct`."""

    rate_class = "upload"
    token_scopes = UPLOADING

    @idempotent
    @operation(
        "createDirectUpload",
        "Get a signed URL to upload a file to the store",
        body=PresignedUploadFields,
        response={201: PresignedUploadSerializer},
        errors=[FileTooLarge, QuotaExceeded, DocumentExists, TooManyUnfinished],
    )
    def post(self, request: Request) -> Response:
        """Return the URL to send the bytes to. After that, request `/uploads/{id}/complete`."""
        actor = require_user(request.user)
        announcement = validate_body(request, PresignedUploadFields).announcement()
        limit = None if signed_urls.is_object_store() else settings.MAX_FILE_SIZE_LIMIT
        created = create_idempotent(request, lambda: create_upload(announcement, owner=actor, limit=limit).pk)
        upload = resumable.get_upload(actor, created.id)
        return created_response(created, _body(request, upload), location=reverse("tus-upload", args=[upload.pk]))


class CompleteView(APIView):
    """`/uploads/{id}/complete`."""

    rate_class = "upload"
    token_scopes = UPLOADING

    @operation(
        "completeUpload",
        "Complete an upload whose bytes have been sent",
        response=UploadSerializer,
        errors=[UploadIncomplete, UploadGone],
    )
    def post(self, request: Request, upload_id: UUID) -> Response:
        """Return the document, the archive or the error. Repeated requests get the same response."""
        actor = require_user(request.user)
        upload = finish_upload(resumable.adopt_stored_file(resumable.get_upload(actor, upload_id)))
        return Response(UploadSerializer.represent_one(upload))


def _body(request: Request, upload: Upload) -> dict[str, Any]:
    expires = signed_urls.expiry()
    query = urlencode(signed_urls.upload_query(upload.pk, expires=expires))
    own_url = request.build_absolute_uri(f"{reverse('signed-upload', args=[upload.pk])}?{query}")
    return {
        "id": upload.pk,
        "url": signed_urls.store_upload_url(upload) or own_url,
        "method": "PUT",
        "headers": {"Content-Length": str(upload.length)},
        "expires": datetime.fromtimestamp(expires, UTC),
    }
