"""`POST /documents/upload`: a form with one file, which becomes a document of a corpus."""

from uuid import UUID

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import UPLOADING, require_user
from core.api.body_limit import HANDLES_OVERSIZED
from core.api.openapi.operations import idempotent, operation
from core.api.rest.serializers import FormFileField, Sha256Field
from core.api.rest.validation import validate_body
from corpuses.uploads.api.rest.serializers import DestinationFields
from corpuses.uploads.services import get_destination, upload_to_corpus
from documents.api.rest.documents import DocumentSerializer
from documents.api.selectors import get_visible_document
from documents.api.upload_handler import expected_sha256, receive_upload, require_upload
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


class UploadFields(DestinationFields):
    """The fields beside the file."""

    title = serializers.CharField(required=False, allow_blank=True, max_length=300)
    corpus = serializers.UUIDField(required=False, help_text="Your personal corpus if absent.")
    sha256 = Sha256Field(required=False, help_text="The expected checksum, like the header `Repr-Digest`.")


class UploadForm(UploadFields):
    """A form with a file."""

    file = FormFileField()
    example = {"title": "Lease of 12 Harbour Street", "file": "(bytes)"}


class UploadView(APIView):
    """`/documents/upload`. The body is read once, and only for signed-in users."""

    parser_classes = [MultiPartParser]
    rate_class = "upload"
    token_scopes = UPLOADING

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        with receive_upload(request) as self.handler:
            return super().dispatch(request, *args, **kwargs)

    @idempotent
    @operation(
        "uploadDocument",
        "Upload a document",
        body=UploadForm,
        response={201: DocumentSerializer},
        errors=[NoFile, EmptyFile, FileTooLarge, HashMismatch, UnsupportedType, QuotaExceeded, DocumentExists],
    )
    def post(self, request: Request) -> Response:
        """Return the document. With `Prefer: return=minimal` the response has no body; `Location` contains the id."""
        actor = require_user(request.user)
        upload = require_upload(request, self.handler)
        fields = validate_body(request, UploadFields).arguments()
        payload = {**fields, "filename": upload.name, "sha256": upload.received.sha256}
        title, sha256 = fields.pop("title", ""), fields.pop("sha256", "") or expected_sha256(request)

        def create() -> UUID:
            destination = get_destination(actor, corpus=fields.pop("corpus", None), **fields)
            return upload_to_corpus(
                upload.received,
                filename=upload.name or "",
                owner=actor,
                title=title,
                sha256=sha256,
                destination=destination,
            ).pk

        created = create_idempotent(request, create, payload=payload)
        if not created.is_new:
            count_replay()
        location = reverse("document", args=[created.id])
        if request.headers.get("Prefer", "").strip() == "return=minimal":
            headers = {"Location": location, "Preference-Applied": "return=minimal"}
            return Response(status=201 if created.is_new else 200, headers=headers)
        return created_response(
            created, DocumentSerializer.represent_one(get_visible_document(actor, created.id), actor), location=location
        )


upload_view = UploadView.as_view()
setattr(upload_view, HANDLES_OVERSIZED, True)
