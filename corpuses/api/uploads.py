"""`POST /api/v1/documents/upload`: uploads land in a corpus, so that the route lives with the corpora."""

from typing import Any
from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_user
from core.access.scopes import UPLOADING
from core.api.body_limit import HANDLES_OVERSIZED
from core.api.openapi.operations import idempotent, operation
from core.api.rest.serializers import StrictSerializer
from corpuses.services.uploads import place_for, upload_to_corpus
from documents.api.receiving import StoredUpload, announced_sha256, receiving, require_upload
from documents.api.selectors import get_visible_document
from documents.api.serializers import document_body
from documents.api.shapes import DocumentShape
from documents.errors import (
    DocumentExists,
    EmptyFile,
    FileTooLarge,
    HashMismatch,
    NoFile,
    QuotaExceeded,
    UnsupportedType,
)
from tasks.runtime.queue import count_replay
from users.api.idempotency import create_idempotent, created_response
from users.models import User


class UploadFields(StrictSerializer):
    """What may stand beside the file."""

    title = serializers.CharField(required=False, allow_blank=True, max_length=300)
    corpus = serializers.UUIDField(required=False, help_text="The personal one when absent.")
    folder = serializers.UUIDField(required=False, help_text="A folder of that corpus.")
    path = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=1_000,
        help_text="Names of folders below it, with slashes between; made where they are missing.",
    )
    sha256 = serializers.RegexField(
        r"^[0-9a-fA-F]{64}$", required=False, help_text="What the bytes must be; `Repr-Digest` says it as well."
    )


class UploadForm(UploadFields):
    """A form with a file, and what may stand beside it."""

    file = serializers.FileField()
    example = {"title": "Lease of 12 Harbour Street", "file": "(bytes)"}


class UploadView(APIView):
    """The body is read once, and only for those who are signed in."""

    parser_classes = [MultiPartParser]
    rate_class = "upload"
    token_scopes = UPLOADING

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        with receiving(request) as self.handler:
            return super().dispatch(request, *args, **kwargs)

    @idempotent
    @operation(
        "uploadDocument",
        "Upload a document",
        body=UploadForm,
        response={201: DocumentShape},
        errors=[NoFile, EmptyFile, FileTooLarge, HashMismatch, UnsupportedType, QuotaExceeded, DocumentExists],
    )
    def post(self, request: Request) -> Response:
        owner = require_user(request.user)
        upload = require_upload(request, self.handler)
        fields = UploadFields(data=request.data)
        fields.is_valid(raise_exception=True)
        sent = fields.validated_data
        announced = sent.get("sha256") or announced_sha256(request)
        made = create_idempotent(
            request,
            lambda: _upload(upload, sent, owner=owner, announced=announced),
            payload={**sent, "filename": upload.name, "sha256": upload.received.sha256},
        )
        if not made.is_new:
            count_replay()
        body = document_body(get_visible_document(owner, made.id), owner)
        return created_response(made, body, location=reverse("document", args=[made.id]))


def _upload(upload: StoredUpload, sent: dict[str, Any], *, owner: User, announced: str) -> UUID:
    place = place_for(owner, corpus=sent.get("corpus"), folder=sent.get("folder"), path=sent.get("path", ""))
    document = upload_to_corpus(
        upload.received,
        filename=upload.name or "",
        owner=owner,
        title=sent.get("title", ""),
        sha256=announced,
        place=place,
    )
    return document.pk


upload_view = UploadView.as_view()
setattr(upload_view, HANDLES_OVERSIZED, True)
