"""Uploads that go past this server: announced here, sent with PUT to a signed address, completed here."""

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

from core.access.actors import require_user
from core.access.scopes import UPLOADING
from core.api.openapi.operations import idempotent, operation
from core.api.rest.serializers import StrictSerializer
from corpuses.api.upload_shapes import UploadShape, upload_body
from corpuses.services import finish_uploads
from documents import signed_urls
from documents.errors import DocumentExists, FileTooLarge, QuotaExceeded, UploadGone, UploadIncomplete
from documents.models import Upload
from documents.services import resumable
from documents.services.resumable import Announcement
from users.api.idempotency import create_idempotent, created_response


class DirectBody(StrictSerializer):
    """A file that will be sent, and what shall become of it."""

    filename = serializers.CharField(max_length=1_000)
    size = serializers.IntegerField(min_value=1, max_value=2**53, help_text="Bytes.")
    sha256 = serializers.RegexField(r"^[0-9a-fA-F]{64}$", required=False)
    kind = serializers.ChoiceField(
        choices=[finish_uploads.DOCUMENT, finish_uploads.ARCHIVE], default=finish_uploads.DOCUMENT
    )
    title = serializers.CharField(required=False, allow_blank=True, max_length=300)
    corpus = serializers.UUIDField(required=False)
    folder = serializers.UUIDField(required=False)
    path = serializers.CharField(required=False, allow_blank=True, max_length=1_000)
    example = {"filename": "lease.pdf", "size": 184_203}


class DirectShape(StrictSerializer):
    """Where to send the bytes: `PUT url`, with these headers."""

    id = serializers.UUIDField(help_text="Of the upload.")
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


class DirectView(APIView):
    """`/uploads/direct`."""

    rate_class = "upload"
    token_scopes = UPLOADING

    @idempotent
    @operation(
        "createDirectUpload",
        "Get an address to send a file to, past this server",
        body=DirectBody,
        response={201: DirectShape},
        errors=[FileTooLarge, QuotaExceeded, DocumentExists],
    )
    def post(self, request: Request) -> Response:
        """When the bytes are there, ask for `/uploads/{id}/complete`."""
        owner = require_user(request.user)
        fields = DirectBody(data=request.data)
        fields.is_valid(raise_exception=True)
        sent = fields.validated_data
        announcement = Announcement(
            filename=sent["filename"],
            length=sent["size"],
            sha256=sent.get("sha256", ""),
            wish={name: str(sent[name]) for name in ("kind", "title", "corpus", "folder", "path") if sent.get(name)},
        )
        most = None if signed_urls.is_object_store() else settings.MAX_FILE_SIZE_LIMIT
        made = create_idempotent(request, lambda: finish_uploads.create_upload(announcement, owner=owner, most=most).pk)
        upload = resumable.own_upload(owner, made.id)
        return created_response(made, _body(request, upload), location=reverse("tus-upload", args=[upload.pk]))


class CompleteView(APIView):
    """`/uploads/{id}/complete`."""

    rate_class = "upload"
    token_scopes = UPLOADING

    @operation(
        "completeUpload",
        "Say that the bytes are there",
        response=UploadShape,
        errors=[UploadIncomplete, UploadGone],
    )
    def post(self, request: Request, upload_id: UUID) -> Response:
        """What has become of the file is in the answer; asked again, it says the same."""
        upload = resumable.own_upload(require_user(request.user), upload_id)
        return Response(upload_body(finish_uploads.finish_upload(resumable.adopt_sent(upload))))


def _body(request: Request, upload: Upload) -> dict[str, Any]:
    expires = signed_urls.expiry()
    query = urlencode(signed_urls.upload_query(upload.pk, expires=expires))
    ours = request.build_absolute_uri(f"{reverse('signed-upload', args=[upload.pk])}?{query}")
    return {
        "id": upload.pk,
        "url": signed_urls.store_upload_url(upload) or ours,
        "method": "PUT",
        "headers": {"Content-Length": str(upload.length)},
        "expires": datetime.fromtimestamp(expires, UTC),
    }
