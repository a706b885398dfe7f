"""Archives in GraphQL: your uploads of ZIP files to a corpus, and the result of each file in them."""

import graphene

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_uuid
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import load_for_batch, related_object
from core.api.graphql.resource_types import ResourceType
from core.api.ordering import Order
from core.api.rest.pagination import NEWEST_FIRST
from corpuses import models
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.graphql.folders import Folder
from corpuses.corpora.api.selectors import visible_corpora
from corpuses.uploads.api.rest.serializers import ArchiveSerializer, EntrySerializer
from corpuses.uploads.archives import counts_of
from corpuses.visible_rows import get_visible_row, visible_rows
from documents.api.graphql.documents import Document
from documents.api.selectors import visible_documents
from documents.models import Document as DocumentRow
from tasks.api.graphql.failures import Failure, FailureView, failure
from tasks.api.graphql.jobs import Job, own_job

BY_NUMBER = Order(("number",))


def _entry_document(entry: models.ArchiveEntry, info: Info) -> DocumentRow | None:
    if entry.document_id is None:
        return None
    return related_object(entry, "document_id", lambda: visible_documents(info.context.actor))


def _entry_error(entry: models.ArchiveEntry, _: Info) -> FailureView | None:
    return failure(entry.code, entry.message)


class ArchiveEntry(ResourceType):
    """The result for one file of an archive."""

    class Meta:
        resource = EntrySerializer
        exclude = ("document",)

    document = graphene.Field(Document, resolver=_entry_document)
    error = graphene.Field(Failure, resolver=_entry_error)


ArchiveEntryConnection = connection_of(ArchiveEntry)


class ArchiveCounts(graphene.ObjectType):
    """The number of entries of an archive by their result."""

    added = graphene.Int(required=True)
    existing = graphene.Int(
        required=True, description="Your documents already; added to the corpus if they were not in it."
    )
    skipped = graphene.Int(required=True, description="Files that operating systems leave in archives.")
    refused = graphene.Int(required=True)


def _corpus(archive: models.Archive, info: Info) -> models.Corpus:
    return related_object(archive, "corpus_id", lambda: visible_corpora(info.context.actor))


def _folder(archive: models.Archive, _: Info) -> models.Folder | None:
    return related_object(archive, "folder_id", models.Folder.objects.all) if archive.folder_id else None


def _counts(archive: models.Archive, _: Info) -> dict[str, int]:
    return load_for_batch(archive, "counts", counts_of, {})


def _entries(archive: models.Archive, _: Info, *, window: Window) -> Slice[models.ArchiveEntry]:
    children = Children(models.ArchiveEntry.objects.all(), "archive_id", BY_NUMBER)
    return related_page(archive, "entries", children, window)


class Archive(ResourceType):
    """A ZIP file of yours that is, or was, unpacked into a corpus."""

    class Meta:
        resource = ArchiveSerializer
        model = models.Archive
        exclude = ("corpus", "folder", "entries", "job")

    corpus = graphene.Field(Corpus, required=True, resolver=_corpus)
    folder = graphene.Field(Folder, resolver=_folder, description="The folder it is unpacked into; null: the top.")
    entry_count = graphene.Int(description="The number of its files; null until it has been opened.")
    counts = graphene.Field(ArchiveCounts, required=True, resolver=_counts)
    entries = connection_field(ArchiveEntryConnection, _entries, description="In the order of the archive.")
    job = graphene.Field(Job, resolver=own_job)
    error = graphene.Field(Failure, resolver=lambda archive, _: failure(archive.error_code, archive.error_message))

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.Archive:
        return get_visible_row(models.Archive, info.context.actor, parse_uuid(key))


ArchiveConnection = connection_of(Archive)


def _archives(corpus: models.Corpus, info: Info, *, window: Window) -> Slice[models.Archive]:
    children = Children(visible_rows(models.Archive, info.context.actor), "corpus_id", NEWEST_FIRST)
    return related_page(corpus, "archives", children, window)


extend(Corpus, "archives", connection_field(ArchiveConnection, _archives, description="Your archives, newest first."))
