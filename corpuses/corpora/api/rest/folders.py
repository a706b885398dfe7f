"""Folders of a corpus in REST."""

from functools import partial
from typing import Any
from uuid import UUID

from django.db.models import QuerySet
from rest_framework import serializers

from core.access import Actor
from core.api.ordering import Order
from core.api.rest.list_query import KeyField
from core.api.rest.serializers import Resource, StrictSerializer
from core.api.rest.views import ListView, ObjectView, destroy, list_resources, retrieve, update
from core.errors import Invalid
from corpuses.corpora import folders
from corpuses.corpora.api.edit_groups import RecordedDeletion, group_field
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.models import Folder
from corpuses.visible_rows import get_visible_row, visible_rows
from users.api.idempotency import create
from users.models import User

BY_PATH = Order(("path", "id"))
IN_FOLDER_HELP = "Only documents in this folder of the corpus or in one below it."


class FolderSerializer(Resource):
    """A folder. `path` contains the names of the folders above it and its own, with slashes between them."""

    id = serializers.UUIDField()
    corpus = serializers.UUIDField(source="corpus_id")
    parent = serializers.UUIDField(source="parent_id", allow_null=True)  # type: ignore[assignment]  # a name of the framework too
    name = serializers.CharField()
    path = serializers.CharField()
    version = serializers.CharField(help_text="Version of its name and parent; also the `ETag`.")
    created = serializers.DateTimeField()

    read_version = staticmethod(folders.version_of)
    example = {
        "id": "01990c6e-0b11-7c22-8d33-1f2e3d4c5b6a",
        "corpus": "01990c6e-0c01-7c22-8d33-1f2e3d4c5b6a",
        "parent": None,
        "name": "Leases",
        "path": "Leases",
        "version": "0cc175b9c0f1b6a8",
        "created": "2026-11-20T08:30:00.000000Z",
    }


class FolderFields(StrictSerializer):
    """A new folder."""

    name = serializers.CharField(max_length=folders.NAME_LIMIT)
    parent = KeyField(  # type: ignore[assignment]  # a name of the framework too
        "Folder", allow_null=True, help_text="The folder above it, in the same corpus; `null`: none."
    )
    example = {"name": "Leases", "parent": None}


class FolderChange(FolderFields):
    """A new name, a new parent, or both. `parent: null` moves the folder to the top."""

    name = serializers.CharField(max_length=folders.NAME_LIMIT, required=False)
    group = group_field()
    example = {"name": "Old leases"}


class DeletedFolderSerializer(StrictSerializer):
    """The number of documents that moved to the folder above."""

    moved = serializers.IntegerField()
    example = {"moved": 3}


def _change_folder(folder: Folder, *, actor: User, expected: str | None, **changes: Any) -> None:
    if not changes.keys() & {"name", "parent"}:
        raise Invalid("Send what to change: its name or its parent.")
    if changes.get("parent"):
        changes["parent"] = folders.folder_of(folder.corpus, changes["parent"], field="parent")
    folders.change_folder(folder, actor=actor, expected=expected, **changes)


class FoldersView(ListView):
    """`/corpuses/{id}/folders`."""

    order = BY_PATH
    get = list_resources("listFolders", "List the folders of a corpus, by path", FolderSerializer)
    post = create(
        "createFolder",
        "Create a folder",
        FolderSerializer,
        FolderFields,
        find=partial(get_visible_row, Folder),
        route="folder",
        errors=[folders.FolderExists],
    )

    def get_queryset(self, actor: Actor, *, corpus_id: UUID) -> QuerySet[Folder]:
        return visible_rows(Folder, actor, corpus=get_visible_corpus(actor, corpus_id))

    def perform_create(self, actor: User, *, corpus_id: UUID, name: str, parent: UUID | None = None) -> UUID:
        corpus = get_visible_corpus(actor, corpus_id)
        parent_folder = folders.folder_of(corpus, parent, field="parent") if parent else None
        return folders.create_folder(corpus, name=name, parent=parent_folder, actor=actor).pk


class FolderView(ObjectView):
    """`/folders/{id}`."""

    get = retrieve("getFolder", "Get a folder", FolderSerializer)
    patch = update(
        "updateFolder",
        "Rename or move a folder",
        FolderSerializer,
        FolderChange,
        _change_folder,
        errors=[folders.FolderExists, folders.FolderInItself],
    )

    delete = destroy(
        "deleteFolder",
        "Delete a folder; its documents move to the folder above",
        folders.delete_folder,
        query=RecordedDeletion,
        response=DeletedFolderSerializer,
    )

    def get_object(self, actor: Actor, *, folder_id: UUID) -> Folder:
        return get_visible_row(Folder, actor, folder_id)
