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

from core.api.body_limit import ANSWERS_ITSELF
from core.permissions import signed_in
from corpuses.api.reading import corpus_seen_by
from corpuses.services.uploads import upload_to_corpus
from documents.api.reading import document_seen_by
from documents.api.receiving import StoredUpload, receiving, require_upload
from documents.api.serializers import document_body
from users.idempotency import once
from users.models import User


class UploadFields(serializers.Serializer[Any]):
    """What may stand beside the file."""

    title = serializers.CharField(required=False, allow_blank=True, max_length=300)
    corpus = serializers.UUIDField(required=False)


class UploadView(APIView):
    """The body is read once, and only for those who are signed in."""

    parser_classes = [MultiPartParser]

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        with receiving(request) as self.handler:
            return super().dispatch(request, *args, **kwargs)

    def post(self, request: Request) -> Response:
        owner = signed_in(request.user)
        upload = require_upload(request, self.handler)
        fields = UploadFields(data=request.data)
        fields.is_valid(raise_exception=True)
        sent = fields.validated_data
        made = once(
            request.headers.get("Idempotency-Key", ""),
            owner=owner,
            route="POST /documents/upload",
            payload={**sent, "filename": upload.name, "sha256": upload.received.sha256},
            make=lambda: _upload(upload, owner=owner, title=sent.get("title", ""), corpus_id=sent.get("corpus")),
        )
        body = document_body(document_seen_by(owner, made.id), owner)
        headers = {"Location": reverse("document", args=[made.id])}
        return Response(body, status=201 if made.is_new else 200, headers=headers)


def _upload(upload: StoredUpload, *, owner: User, title: str, corpus_id: UUID | None) -> UUID:
    corpus = corpus_seen_by(owner, corpus_id) if corpus_id else None
    document = upload_to_corpus(upload.received, filename=upload.name or "", owner=owner, title=title, corpus=corpus)
    return document.pk


upload_view = UploadView.as_view()
setattr(upload_view, ANSWERS_ITSELF, True)
