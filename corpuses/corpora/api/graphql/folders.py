"""Folders of a corpus in GraphQL."""

import graphene

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, counts_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import load_for_batch
from core.api.graphql.resource_types import ResourceType
from core.api.rest.pagination import NEWEST_FIRST
from corpuses import models
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.rest.folders import BY_PATH, FolderSerializer, FoldersView, FolderView
from documents.api.graphql.documents import DocumentConnection
from documents.api.selectors import visible_newest_versions
from documents.models import Document as DocumentRow


def _documents(folder: models.Folder, info: Info, *, window: Window) -> Slice[DocumentRow]:
    children = Children(visible_newest_versions(info.context.actor), "memberships__folder_id", NEWEST_FIRST)
    return related_page(folder, "documents", children, window)


def _document_count(folder: models.Folder, info: Info) -> int:
    children = Children(DocumentRow.objects.visible_to(info.context.actor), "memberships__folder_id", NEWEST_FIRST)
    return load_for_batch(folder, "document_count", lambda rows: counts_of(rows, children), 0)


class Folder(ResourceType):
    """A folder of a corpus."""

    class Meta:
        resource = FolderSerializer
        model = models.Folder
        exclude = ("corpus", "parent")
        views = (FoldersView, FolderView)

    parent_uuid = graphene.UUID(resolver=lambda folder, _: folder.parent_id, description="The folder above it.")
    document_count = graphene.Int(
        required=True, resolver=_document_count, description="The number of visible documents directly in it."
    )
    documents = connection_field(DocumentConnection, _documents, description="Documents directly in it, newest first.")


FolderConnection = connection_of(Folder)


def _folders(corpus: models.Corpus, _: Info, *, window: Window) -> Slice[models.Folder]:
    return related_page(corpus, "folders", Children(models.Folder.objects.all(), "corpus_id", BY_PATH), window)


def _unfiled_documents(corpus: models.Corpus, info: Info, *, window: Window) -> Slice[DocumentRow]:
    at_top = models.CorpusDocument.objects.filter(folder=None)
    rows = visible_newest_versions(info.context.actor).filter(memberships__in=at_top)
    return related_page(corpus, "unfiled", Children(rows, "memberships__corpus_id", NEWEST_FIRST), window)


extend(Corpus, "folders", connection_field(FolderConnection, _folders, description="All folders, by path."))
extend(
    Corpus,
    "unfiled_documents",
    connection_field(DocumentConnection, _unfiled_documents, description="Documents in no folder, newest first."),
)
