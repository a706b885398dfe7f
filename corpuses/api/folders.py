"""Folders of a corpus in REST."""

from typing import Any
from uuid import UUID

from django.urls import reverse
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_user
from core.api.openapi.operations import idempotent, operation, versioned
from core.api.rest.etags import etag, expected_version, with_current_on_conflict
from core.api.rest.pagination import KeyCursorPagination
from core.api.rest.permissions import IsAuthenticatedOrReadOnly
from core.api.rest.serializers import DeleteQuery, StrictSerializer, page_of
from core.api.rest.validation import validate_body, validate_query
from core.errors import Invalid, NotFound
from corpuses.api.selectors import get_visible_corpus
from corpuses.models import Folder
from corpuses.services import folders
from documents.api.selectors import visible_documents
from users.api.idempotency import create_idempotent, created_response

_MANY = 500


class FolderShape(StrictSerializer):
    """A folder. `path` holds the names of those above it and its own."""

    id = serializers.UUIDField()
    parent = serializers.UUIDField(allow_null=True)  # type: ignore[assignment]  # a name of the framework too
    name = serializers.CharField()
    path = serializers.CharField()
    version = serializers.CharField(help_text="Of its name and place; also the `ETag`.")
    created = serializers.DateTimeField()
    example = {
        "id": "01990c6e-0b11-7c22-8d33-1f2e3d4c5b6a",
        "parent": None,
        "name": "Leases",
        "path": "Leases",
        "version": "0cc175b9c0f1b6a8",
        "created": "2026-11-20T08:30:00.000000Z",
    }


class FolderBody(StrictSerializer):
    """A new folder."""

    name = serializers.CharField(max_length=folders.NAME_LIMIT)
    parent = serializers.UUIDField(required=False, allow_null=True)  # type: ignore[assignment]  # a name of the framework too
    example = {"name": "Leases", "parent": None}


class FolderChange(StrictSerializer):
    """Another name, another place, or both. `parent: null` puts it at the top."""

    name = serializers.CharField(max_length=folders.NAME_LIMIT, required=False)
    parent = serializers.UUIDField(required=False, allow_null=True)  # type: ignore[assignment]  # a name of the framework too
    example = {"name": "Old leases"}


class DissolvedShape(StrictSerializer):
    """What became of the documents."""

    moved = serializers.IntegerField(help_text="Documents that went to the folder above.")
    example = {"moved": 3}


class MoveBody(StrictSerializer):
    """Which documents of the corpus, and where to; `folder: null` is the top."""

    documents = serializers.ListField(child=serializers.UUIDField(), max_length=_MANY)
    folder = serializers.UUIDField(allow_null=True)
    example = {
        "documents": ["01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a"],
        "folder": "01990c6e-0b11-7c22-8d33-1f2e3d4c5b6a",
    }


class PathPagination(KeyCursorPagination):
    """By path, which no two folders of a corpus share."""

    ordering = "path"

    def parse_position(self, text: str) -> object:
        return text


class FoldersView(APIView):
    """`/corpuses/{id}/folders`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @operation("listFolders", "List the folders of a corpus, by path", response=page_of(FolderShape))
    def get(self, request: Request, corpus_id: UUID) -> Response:
        corpus = get_visible_corpus(request.user, corpus_id)
        paginator = PathPagination()
        page = paginator.page_of(corpus.folders.all(), request)
        return Response(paginator.body([folder_body(folder) for folder in page]))

    @idempotent
    @versioned
    @operation(
        "createFolder",
        "Make a folder",
        body=FolderBody,
        response={201: FolderShape},
        errors=[folders.FolderExists],
    )
    def post(self, request: Request, corpus_id: UUID) -> Response:
        actor = require_user(request.user)
        corpus = get_visible_corpus(actor, corpus_id)
        fields = FolderBody(data=request.data)
        fields.is_valid(raise_exception=True)
        sent = fields.validated_data
        made = create_idempotent(
            request,
            lambda: (
                folders.create_folder(
                    corpus, name=sent["name"], parent=_parent(corpus, sent.get("parent")), actor=actor
                ).pk
            ),
        )
        body = folder_body(folders.folder_of(corpus, made.id))
        location = reverse("folder", args=[corpus_id, made.id])
        return created_response(made, body, location=location, headers=etag(body["version"]))


class FolderView(APIView):
    """`/corpuses/{id}/folders/{folder}`."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @versioned
    @operation("getFolder", "Look at a folder", response=FolderShape)
    def get(self, request: Request, corpus_id: UUID, folder_id: UUID) -> Response:
        corpus = get_visible_corpus(request.user, corpus_id)
        return self._answer(folders.folder_of(corpus, folder_id))

    @versioned
    @operation(
        "changeFolder",
        "Rename or move a folder",
        body=FolderChange,
        response=FolderShape,
        errors=[folders.FolderExists, folders.FolderInItself],
    )
    def patch(self, request: Request, corpus_id: UUID, folder_id: UUID) -> Response:
        actor = require_user(request.user)
        corpus = get_visible_corpus(actor, corpus_id)
        folder = folders.folder_of(corpus, folder_id)
        changes = validate_body(request, FolderChange).validated_data
        if not changes:
            raise Invalid("Name what shall change: `name`, `parent`.")
        if "parent" in changes:
            changes["parent"] = _parent(corpus, changes["parent"])
        with with_current_on_conflict(lambda: folder_body(folders.folder_of(corpus, folder_id))):
            folder = folders.change_folder(folder, actor=actor, expected=expected_version(request), **changes)
        return self._answer(folder)

    @operation(
        "deleteFolder",
        "Delete a folder; its documents go to the one above",
        query=DeleteQuery,
        response=DissolvedShape,
    )
    def delete(self, request: Request, corpus_id: UUID, folder_id: UUID) -> Response:
        actor = require_user(request.user)
        folder = folders.folder_of(get_visible_corpus(actor, corpus_id), folder_id)
        arguments = validate_query(request, DeleteQuery).arguments()
        return Response({"moved": folders.delete_folder(folder, actor=actor, **arguments)})

    def _answer(self, folder: Folder) -> Response:
        return Response(folder_body(folder), headers=etag(folders.version_of(folder)))


class MoveView(APIView):
    """`/corpuses/{id}/folders/move`."""

    @operation(
        "moveDocuments",
        "Put documents of a corpus into a folder, or at the top",
        body=MoveBody,
        response=DissolvedShape,
    )
    def post(self, request: Request, corpus_id: UUID) -> Response:
        actor = require_user(request.user)
        corpus = get_visible_corpus(actor, corpus_id)
        fields = MoveBody(data=request.data)
        fields.is_valid(raise_exception=True)
        wanted = set(fields.validated_data["documents"])
        found = list(visible_documents(actor).filter(pk__in=wanted))
        if len(found) != len(wanted):
            raise NotFound("Not all of these documents are there.", field="documents")
        folder = _parent(corpus, fields.validated_data["folder"])
        return Response({"moved": folders.move_documents(corpus, found, folder=folder, actor=actor)})


def folder_body(folder: Folder) -> dict[str, Any]:
    """Describe a folder."""
    return {
        "id": folder.pk,
        "parent": folder.parent_id,
        "name": folder.name,
        "path": folder.path,
        "version": folders.version_of(folder),
        "created": folder.created,
    }


def _parent(corpus: Any, key: UUID | None) -> Folder | None:
    return folders.folder_of(corpus, key) if key else None
