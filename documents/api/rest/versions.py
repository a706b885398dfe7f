"""Versions of a document in REST: list them, and upload a new one."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import reverse
from rest_framework import serializers
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import Actor, memberships_of, require_user
from core.api.body_limit import HANDLES_OVERSIZED
from core.api.openapi.operations import idempotent, operation
from core.api.rest.serializers import BigIntegerField, EnumField, FormFileField, Resource, Sha256Field, StrictSerializer
from core.api.rest.validation import validate_body
from core.api.rest.views import ListView, list_resources
from documents.api.ordering import BY_VERSION
from documents.api.rest.documents import DocumentSerializer
from documents.api.selectors import get_visible_document, visible_documents
from documents.api.upload_handler import expected_sha256, receive_upload, require_upload
from documents.errors import (
    DocumentExists,
    DocumentLocked,
    EmptyFile,
    FileTooLarge,
    HashMismatch,
    Infected,
    IsAttachment,
    NoFile,
    QuotaExceeded,
    UnsupportedType,
)
from documents.models import Document
from documents.services.titles import TITLE_LIMIT
from documents.services.uploads import NewFile
from documents.services.versions import upload_version
from tasks.runtime.queue import count_replay
from users.api.idempotency import create_idempotent, created_response
from users.api.rest.users import UserNameSerializer
from users.models import User


def uploaders_of(rows: Sequence[Document], actor: Actor) -> dict[UUID, User]:
    """Return the users who uploaded the documents, of those to which access was granted to the actor."""
    known = memberships_of(actor, rows)
    keys = {row.pk: row.uploaded_by_id or row.owner_id for row in rows if row.pk in known}
    users = User.objects.in_bulk(set(keys.values())) if keys else {}
    return {key: users[user] for key, user in keys.items() if user in users}


def _uploaders(rows: Sequence[Document], actor: Actor) -> Mapping[UUID, dict[str, Any]]:
    return {key: UserNameSerializer.represent_one(user) for key, user in uploaders_of(rows, actor).items()}


class VersionSerializer(Resource):
    """A version of a document: a document of its own, with its own file, text and annotations."""

    loaders = {"uploaded_by": _uploaders}
    defaults = {"uploaded_by": None}

    id = serializers.UUIDField()
    number = serializers.IntegerField(source="version_number")
    is_newest = serializers.BooleanField()
    title = serializers.CharField()
    filename = serializers.CharField()
    mime_type = serializers.CharField()
    size = BigIntegerField(source="blob.size", help_text="Bytes.")
    state = EnumField(Document.State)
    created = serializers.DateTimeField(help_text="When it was uploaded.")
    uploaded_by = UserNameSerializer(allow_null=True, help_text="Null for readers of public documents.")
    example = {
        "id": DocumentSerializer.example["id"],
        "number": 2,
        "is_newest": True,
        "title": "Lease of 12 Harbour Street",
        "filename": "lease-signed.pdf",
        "mime_type": "application/pdf",
        "size": 184_203,
        "state": "ready",
        "created": "2026-11-20T08:30:00.000000Z",
        "uploaded_by": UserNameSerializer.example,
    }

    @staticmethod
    def read_is_newest(row: Document) -> bool:
        return row.superseded_by_id is None


class VersionFields(StrictSerializer):
    """The fields beside the file."""

    title = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=TITLE_LIMIT,
        help_text="If absent, that of the previous version if a user wrote it.",
    )
    sha256 = Sha256Field(required=False, help_text="The expected checksum, like the header `Repr-Digest`.")


class VersionForm(VersionFields):
    """A form with a file."""

    file = FormFileField()
    example = {"file": "(bytes)"}


class VersionsView(ListView):
    """`/documents/{id}/versions`. The body is read once, and only for signed-in users."""

    parser_classes = [MultiPartParser]
    rate_class = "upload"
    order = BY_VERSION
    get = list_resources("listVersions", "List the versions of a document, the newest first", VersionSerializer)

    def dispatch(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        with receive_upload(request) as self.handler:
            return super().dispatch(request, *args, **kwargs)

    def get_queryset(self, actor: Actor, *, document_id: UUID) -> QuerySet[Document]:
        document = get_visible_document(actor, document_id)
        return visible_documents(actor).filter(lineage=document.lineage)

    @idempotent
    @operation(
        "uploadVersion",
        "Upload a new version of a document",
        body=VersionForm,
        response={201: DocumentSerializer},
        errors=[
            *(NoFile, EmptyFile, FileTooLarge, HashMismatch, UnsupportedType, QuotaExceeded, DocumentExists),
            *(DocumentLocked, Infected, IsAttachment),
        ],
    )
    def post(self, request: Request, document_id: UUID) -> Response:
        """Replace the document in its corpora, with its shares; annotations are copied when it is ready."""
        actor = require_user(request.user)
        document = get_visible_document(actor, document_id)
        upload = require_upload(request, self.handler)
        fields = validate_body(request, VersionFields).arguments()
        payload = {**fields, "filename": upload.name, "sha256": upload.received.sha256}
        file = NewFile(
            received=upload.received,
            filename=upload.name or "",
            title=fields.get("title", ""),
            sha256=fields.get("sha256", "") or expected_sha256(request),
        )
        created = create_idempotent(request, lambda: upload_version(document, file, actor=actor).pk, payload=payload)
        if not created.is_new:
            count_replay()
        return created_response(
            created,
            DocumentSerializer.represent_one(get_visible_document(actor, created.id), actor),
            location=reverse("document", args=[created.id]),
        )


versions_view = VersionsView.as_view()
setattr(versions_view, HANDLES_OVERSIZED, True)
