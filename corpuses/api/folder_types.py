"""Folders of a corpus in GraphQL."""

from typing import Any

import graphene
from graphene import relay

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, counts_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key, parse_uuid
from core.api.graphql.keyset import Order, Window
from core.api.graphql.loaders import load_for_batch
from core.api.graphql.mutations import Mutation
from corpuses import models
from corpuses.api.mutations import documents_named
from corpuses.api.selectors import get_corpus_by_id, get_visible_folder
from corpuses.api.types import Corpus
from corpuses.services import folders
from documents.api.graphql.documents import NEWEST_FIRST, DocumentConnection
from documents.api.selectors import visible_documents
from documents.models import Document as DocumentRow
from users.models import User

BY_PATH = Order(("path", "id"))


def _documents(folder: models.Folder, info: Info, *, window: Window) -> Slice[DocumentRow]:
    children = Children(visible_documents(info.context.actor), "memberships__folder_id", NEWEST_FIRST)
    return related_page(folder, "documents", children, window)


def _document_count(folder: models.Folder, info: Info) -> int:
    children = Children(DocumentRow.objects.visible_to(info.context.actor), "memberships__folder_id", NEWEST_FIRST)
    return load_for_batch(folder, "document_count", lambda rows: counts_of(rows, children), 0)


class Folder(graphene.ObjectType):
    """A folder of a corpus."""

    class Meta:
        interfaces = (relay.Node,)
        possible_types = (models.Folder,)

    uuid = graphene.UUID(required=True, resolver=lambda folder, _: folder.pk)
    parent_uuid = graphene.UUID(resolver=lambda folder, _: folder.parent_id, description="the folder it stands in")
    name = graphene.String(required=True)
    path = graphene.String(required=True, description="the names of those above it and its own, with slashes between")
    version = graphene.String(
        required=True, resolver=lambda folder, _: folders.version_of(folder), description="of what can be edited"
    )
    created = graphene.DateTime(required=True)
    document_count = graphene.Int(required=True, resolver=_document_count, description="in this very folder")
    documents = connection_field(DocumentConnection, _documents, description="in this very folder, newest first")

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.Folder:
        """Find a folder of a corpus in sight."""
        return get_visible_folder(info.context.actor, parse_uuid(key))


FolderConnection = connection_of(Folder)


def _folders(corpus: models.Corpus, _: Info, *, window: Window) -> Slice[models.Folder]:
    return related_page(corpus, "folders", Children(models.Folder.objects.all(), "corpus_id", BY_PATH), window)


def _unfiled(corpus: models.Corpus, info: Info, *, window: Window) -> Slice[DocumentRow]:
    loose = models.CorpusDocument.objects.filter(folder=None)
    rows = visible_documents(info.context.actor).filter(memberships__in=loose)
    return related_page(corpus, "unfiled", Children(rows, "memberships__corpus_id", NEWEST_FIRST), window)


extend(Corpus, "folders", connection_field(FolderConnection, _folders, description="all of them, by path"))
extend(
    Corpus,
    "unfiled_documents",
    connection_field(DocumentConnection, _unfiled, description="those that stand in no folder, newest first"),
)


def folder_named(actor: User, value: str) -> models.Folder:
    """The folder of a global id (or bare uuid) in sight; `NotFound` otherwise."""
    return get_visible_folder(actor, parse_key(value, "Folder"))


class CreateFolderInput(graphene.InputObjectType):
    """A new folder; at the top where no parent is named."""

    corpus_id = graphene.ID(required=True)
    parent_id = graphene.ID()
    name = graphene.String(required=True)


class CreateFolder(Mutation):
    """Make a folder in a corpus."""

    class Meta:
        input_type = CreateFolderInput

    folder = graphene.Field(Folder)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.user
        corpus = get_corpus_by_id(person, values["corpus_id"])
        parent = folder_named(person, values["parent_id"]) if "parent_id" in values else None
        if parent is not None:
            parent = folders.folder_of(corpus, parent.pk)
        return {"folder": folders.create_folder(corpus, name=values["name"], parent=parent, actor=person)}


class RenameFolderInput(graphene.InputObjectType):
    """Which folder, and its new name; with the `version` that you have seen, nobody else's change is overwritten."""

    id = graphene.ID(required=True)
    name = graphene.String(required=True)
    version = graphene.String()


class RenameFolder(Mutation):
    """Give a folder another name."""

    class Meta:
        input_type = RenameFolderInput

    folder = graphene.Field(Folder)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.user
        folder = folder_named(person, values["id"])
        changed = folders.change_folder(folder, actor=person, name=values["name"], expected=values.get("version"))
        return {"folder": changed}


class MoveFolderInput(graphene.InputObjectType):
    """Which folder, and where to (the top where no parent is named); `version` as in renaming."""

    id = graphene.ID(required=True)
    parent_id = graphene.ID()
    version = graphene.String()


class MoveFolder(Mutation):
    """Put a folder into another one of its corpus."""

    class Meta:
        input_type = MoveFolderInput

    folder = graphene.Field(Folder)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.user
        folder = folder_named(person, values["id"])
        parent = folder_named(person, values["parent_id"]) if "parent_id" in values else None
        changed = folders.change_folder(folder, actor=person, parent=parent, expected=values.get("version"))
        return {"folder": changed}


class DeleteFolderInput(graphene.InputObjectType):
    """Which folder."""

    id = graphene.ID(required=True)


class DeleteFolder(Mutation):
    """Dissolve a folder with those below it; their documents go to the one above."""

    class Meta:
        input_type = DeleteFolderInput

    deleted_id = graphene.ID()
    moved = graphene.Int(required=True, description="documents that went to the folder above")
    refused = {"moved": 0}

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.user
        moved = folders.delete_folder(folder_named(person, values["id"]), actor=person)
        return {"deleted_id": values["id"], "moved": moved}


class MoveDocumentsInput(graphene.InputObjectType):
    """Which documents of a corpus, and where to; at the top where no folder is named."""

    corpus_id = graphene.ID(required=True)
    document_ids = graphene.List(graphene.NonNull(graphene.ID), required=True)
    folder_id = graphene.ID()


class MoveDocuments(Mutation):
    """Put documents of a corpus into one of its folders."""

    class Meta:
        input_type = MoveDocumentsInput

    moved = graphene.Int(required=True)
    refused = {"moved": 0}

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        person = info.context.user
        corpus = get_corpus_by_id(person, values["corpus_id"])
        found = documents_named(person, values["document_ids"])
        folder = folder_named(person, values["folder_id"]) if "folder_id" in values else None
        return {"moved": folders.move_documents(corpus, found, folder=folder, actor=person)}


class FolderMutations(graphene.ObjectType):
    """Fields of the root."""

    create_folder = CreateFolder.field()
    rename_folder = RenameFolder.field()
    move_folder = MoveFolder.field()
    delete_folder = DeleteFolder.field()
    move_documents = MoveDocuments.field()
