"""Documents in REST. Their contents are in `content` and `exports`."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import Actor, ListScope, Permission, permissions_on_all, visible_among
from core.api.graphql.loaders import as_batch, load_for_batch
from core.api.openapi.operations import operation, versioned
from core.api.rest.list_query import DatesQuery, KeyField, OrderField, WordField
from core.api.rest.serializers import (
    MOVED_TO_BIN,
    BigIntegerField,
    DeleteQuery,
    EnumField,
    ReasonSerializer,
    Resource,
    StrictSerializer,
)
from core.api.rest.unknown_names import value_suggestion
from core.api.rest.views import ListView, ObjectView, action, destroy, list_resources, represent, update
from documents.api.ordering import BY_PATH, DOCUMENT_ORDER
from documents.api.reads import record_opened
from documents.api.selectors import get_visible_document, visible_documents
from documents.errors import DocumentLocked, NotEncrypted, ParserUnavailable
from documents.models import Document
from documents.services import attachments, deletion, lifecycle
from documents.services.file_types import extensions, mime_types_of
from documents.services.passwords import MAX_LENGTH, unlock_document
from documents.services.titles import TITLE_LIMIT
from tasks.api.rest.jobs import QueuedSerializer
from tasks.runtime import queue


def _permissions(rows: Sequence[Document], actor: Actor) -> dict[UUID, frozenset[Permission]]:
    """Return the permissions on each row; one query for all fields that need them."""

    def load(batch: Sequence[Document]) -> dict[UUID, frozenset[Permission]]:
        return permissions_on_all(actor, batch)

    return {row.pk: load_for_batch(row, "permitted", load, frozenset()) for row in rows}


def _permission_names(rows: Sequence[Document], actor: Actor) -> dict[UUID, list[str]]:
    permissions = _permissions(rows, actor)
    return {key: [each.value for each in Permission if each in granted] for key, granted in permissions.items()}


def _jobs(rows: Sequence[Document], actor: Actor) -> dict[UUID, UUID | None]:
    """Return the newest job of each document that the actor may see: its owner, and editors of the document, may."""
    jobs = queue.latest_jobs([row.pk for row in rows], kinds=[lifecycle.PROCESS, lifecycle.SCAN])
    visible: dict[UUID, UUID | None] = {}
    for key, granted in _permissions(rows, actor).items():
        by_owner = jobs.get(key, {})
        visible[key] = next(iter(by_owner.values()), None) if Permission.EDIT in granted else by_owner.get(actor.pk)
    return visible


def _newest_versions(rows: Sequence[Document], actor: Actor) -> dict[UUID, UUID | None]:
    newest = {row.pk: row.superseded_by_id for row in rows if row.superseded_by_id}
    visible = visible_among(Document.objects.all(), actor, newest.values())
    return {key: found for key, found in newest.items() if found in visible}


def _parents(rows: Sequence[Document], actor: Actor) -> dict[UUID, UUID | None]:
    visible = visible_among(Document.objects.all(), actor, (row.parent_id for row in rows if row.parent_id))
    return {row.pk: row.parent_id for row in rows if row.parent_id in visible}


class DocumentSerializer(Resource):
    """A document."""

    loaders = {
        "job": _jobs,
        "parent": _parents,
        "newest_version": _newest_versions,
        "attachment_count": lambda rows, _: attachments.count_attachments(rows),
        "permissions": _permission_names,
    }
    defaults = {"attachment_count": 0}

    id = serializers.UUIDField()
    title = serializers.CharField()
    filename = serializers.CharField()
    mime_type = serializers.CharField()
    size = BigIntegerField(source="blob.size", help_text="Bytes.")
    sha256 = serializers.CharField(source="blob_id")
    state = EnumField(Document.State)
    scan = EnumField(Document.Scan, help_text="The result of the virus scan.")
    backend_lock = serializers.BooleanField(help_text="True exactly while the document is processed.")
    page_count = serializers.IntegerField()
    language = serializers.CharField(allow_blank=True, help_text="ISO 639-1; empty if it is unknown.")
    revision = serializers.IntegerField(
        source="revision.number", allow_null=True, help_text="The number of the published parse result; null before."
    )
    created = serializers.DateTimeField()
    modified = serializers.DateTimeField(help_text="When anything about it has changed last, also its state.")
    owner = serializers.UUIDField(source="owner_id")
    processing_started = serializers.DateTimeField(allow_null=True)
    processing_finished = serializers.DateTimeField(allow_null=True)
    failure = ReasonSerializer(allow_null=True, help_text="The reason why processing failed.")
    warnings = ReasonSerializer(many=True, help_text="Parts of the document that could not be read.")
    job = serializers.UUIDField(allow_null=True, help_text="The newest job that processed it, if you may see it.")
    version = serializers.CharField(help_text="The version of what can be edited; in REST also the `ETag`.")
    parent = serializers.UUIDField(  # type: ignore[assignment]  # a name of the framework too
        allow_null=True, help_text="The uploaded document that this is an attachment of, if it is visible."
    )
    path = serializers.CharField(
        allow_blank=True, help_text="The path inside the parent, with slashes between the names."
    )
    attachment_count = serializers.IntegerField(help_text="The number of attachments, including nested ones.")
    version_number = serializers.IntegerField(help_text="Counts the uploaded versions of the document from 1.")
    newest_version = serializers.UUIDField(
        allow_null=True, help_text="The newest version of the document, if this is an older one."
    )
    is_public = serializers.BooleanField(help_text="Whether everybody may view it.")
    permissions = serializers.ListField(child=EnumField(Permission), help_text="Your permissions on it.")
    example = {
        "id": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a",
        "title": "Lease of 12 Harbour Street",
        "filename": "lease.pdf",
        "mime_type": "application/pdf",
        "size": 184_203,
        "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "state": "ready",
        "scan": "unscanned",
        "backend_lock": False,
        "page_count": 12,
        "language": "en",
        "revision": 1,
        "created": "2026-11-20T08:30:00.000000Z",
        "modified": "2026-11-20T08:30:04.100000Z",
        "owner": "01990c6e-0001-7aaa-8bbb-0c0d0e0f0a0b",
        "processing_started": "2026-11-20T08:30:00.200000Z",
        "processing_finished": "2026-11-20T08:30:04.100000Z",
        "failure": None,
        "warnings": [],
        "job": "01990c6e-0a12-7d01-9a5b-6c7d8e9f0a1b",
        "version": "0cc175b9c0f1b6a8",
        "parent": None,
        "path": "",
        "attachment_count": 0,
        "version_number": 1,
        "newest_version": None,
        "is_public": False,
        "permissions": ["view", "annotate", "review", "edit", "share", "delete"],
    }

    @classmethod
    def represent(cls, rows: Iterable[Any], actor: Any = None) -> list[dict[str, Any]]:
        return super().represent(as_batch(rows), actor)

    @staticmethod
    def read_failure(row: Document) -> Mapping[str, str] | None:
        return {"code": row.failure_code, "message": row.failure_message} if row.failure_code else None

    @staticmethod
    def read_warnings(row: Document) -> Sequence[Mapping[str, str]]:
        return row.revision.warnings if row.revision else []

    @staticmethod
    def read_version(row: Document) -> str:
        return lifecycle.version_of(row)


class ScopeField(EnumField):
    """Restricts a list to own objects or to those shared by others, or shows what is public instead."""

    def __init__(self) -> None:
        text = "Your own, shared with you, both (`all`, the default), or what is public."
        super().__init__(ListScope, required=False, graphql_name="Scope", help_text=text)


class TypeField(WordField):
    """Restricts a list of documents to a file type."""

    def __init__(self) -> None:
        text = "A MIME type, or a file name extension such as `pdf`; `listFileTypes` has all of them."
        super().__init__(source="mime_type__in", help_text=text)

    def to_internal_value(self, data: Any) -> Any:
        """Return the MIME types; raise a validation error for an unknown one."""
        types = mime_types_of(super().to_internal_value(data))
        if not types:
            raise serializers.ValidationError(f"Unknown type `{data[:100]}`.{value_suggestion(data, extensions())}")
        return types


class LanguageField(serializers.RegexField):
    """Restricts a list of documents to a language."""

    def __init__(self) -> None:
        super().__init__(
            "^[A-Za-z]{2,3}$",
            required=False,
            error_messages={"invalid": "Must be a code of ISO 639, such as `en`."},
            help_text="The language that was detected: a code of ISO 639-1.",
        )

    def to_internal_value(self, data: Any) -> str:
        """Return the code as documents have it."""
        return super().to_internal_value(data).lower()


class IsAttachmentField(serializers.BooleanField):
    """Restricts a list of documents to attachments, or to uploads."""

    def __init__(self) -> None:
        text = "True: only attachments of other documents; false: only uploaded documents."
        super().__init__(required=False, allow_null=True, help_text=text)


class DocumentFilters(DatesQuery):
    """The filters of every list of documents."""

    search = WordField(help_text="Words of the title or file name.")
    state = EnumField(Document.State, required=False)
    type = TypeField()
    language = LanguageField()
    owner = KeyField("User", help_text="Only documents of this user.")
    is_attachment = IsAttachmentField()
    order_by = OrderField(DOCUMENT_ORDER)


GROUP_HELP = "Of the edit; generated by you. Edits of one group are undone together."


class DocumentChange(StrictSerializer):
    """A change of a document."""

    title = serializers.CharField(required=False, max_length=TITLE_LIMIT)
    group = serializers.UUIDField(required=False, help_text=GROUP_HELP)
    example = {"title": "Lease of 14 Harbour Street"}


class RetryBody(StrictSerializer):
    """Options of another parse."""

    parser = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=100,
        help_text="The name of a parser for its type; empty for the default one; absent: the same as last time.",
    )
    example = {"parser": ""}


class PasswordBody(StrictSerializer):
    """The password of a protected document."""

    password = serializers.CharField(write_only=True, max_length=MAX_LENGTH, trim_whitespace=False)
    example = {"password": "correct horse"}


class DeleteDocumentQuery(DeleteQuery):
    """Options of deletion."""

    all_versions = serializers.BooleanField(
        required=False, help_text="Also delete the other versions; else the one before it becomes the newest again."
    )


class _OfDocument(ObjectView):
    def get_object(self, actor: Actor, *, document_id: UUID) -> Document:
        return get_visible_document(actor, document_id)


class DocumentView(_OfDocument):
    """`/documents/{id}`."""

    patch = update("updateDocument", "Change a document", DocumentSerializer, DocumentChange, lifecycle.update_document)
    delete = destroy(
        "deleteDocument",
        "Delete a document, its attachments, and the annotations on it",
        deletion.delete_document,
        query=DeleteDocumentQuery,
        description=MOVED_TO_BIN,
    )

    @versioned
    @operation("getDocument", "Get a document", response=DocumentSerializer)
    def get(self, request: Request, document_id: UUID) -> Response:
        document = record_opened(self.get_object(request.user, document_id=document_id), request.user)
        return represent(DocumentSerializer, document, request.user)


class AttachmentsView(ListView):
    """`/documents/{id}/attachments`."""

    order = BY_PATH
    get = list_resources(
        "listAttachments",
        "List the attachments of a document, by path",
        DocumentSerializer,
        description="Nested attachments are included: their parent is the uploaded document, too.",
    )

    def get_queryset(self, actor: Actor, **keys: Any) -> QuerySet[Document]:
        parent = get_visible_document(actor, keys["document_id"])
        return visible_documents(actor).filter(pk__in=attachments.attachments_of(parent).order_by())


class RetryView(_OfDocument):
    """`/documents/{id}/retry`."""

    post = action(
        "retryDocument",
        "Process a document again",
        {202: QueuedSerializer},
        lifecycle.retry_document,
        body=RetryBody,
        errors=[DocumentLocked, ParserUnavailable],
    )


class PasswordView(_OfDocument):
    """`/documents/{id}/password`. No response contains the password."""

    post = action(
        "unlockDocument",
        "Set the password of a protected document and process it again",
        {202: QueuedSerializer},
        unlock_document,
        body=PasswordBody,
        errors=[DocumentLocked, NotEncrypted],
    )
