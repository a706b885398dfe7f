"""Archives in GraphQL: what you have sent to be unpacked into a corpus, and what became of each file in it."""

import graphene
from graphene import relay

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_uuid
from core.api.graphql.keyset import Order, Window
from core.api.graphql.loaders import load_for_batch, related_object
from core.errors import NotFound
from corpuses import models
from corpuses.api.folder_types import Folder
from corpuses.api.own_jobs import own_job
from corpuses.api.selectors import own_archives, visible_corpora
from corpuses.api.types import Corpus
from corpuses.services import archives
from documents.api.graphql.documents import NEWEST_FIRST, Document
from documents.api.selectors import visible_documents
from documents.models import Document as DocumentRow
from tasks.api.types import Failure, FailureView, Job, failure

IN_ORDER = Order(("number",))

ArchiveState = graphene.Enum.from_enum(
    models.Archive.State, name="ArchiveState", description="Whether an archive has been unpacked."
)
ArchiveEntryState = graphene.Enum.from_enum(
    models.ArchiveEntry.State, name="ArchiveEntryState", description="What became of a file of an archive."
)


def _entry_document(entry: models.ArchiveEntry, info: Info) -> DocumentRow | None:
    seen = visible_documents(info.context.actor)
    return related_object(entry, "document_id", seen) if entry.document_id else None


def _entry_error(entry: models.ArchiveEntry, _: Info) -> FailureView | None:
    return failure(entry.code, entry.message)


class ArchiveEntry(graphene.ObjectType):
    """What became of one file of an archive."""

    number = graphene.Int(required=True, description="its place in the archive, from 0")
    path = graphene.String(required=True)
    size = graphene.Float(required=True, description="bytes, unpacked, as the archive says")
    state = graphene.Field(ArchiveEntryState, required=True)
    document = graphene.Field(Document, resolver=_entry_document)
    error = graphene.Field(Failure, resolver=_entry_error)


ArchiveEntryConnection = connection_of(ArchiveEntry)


class ArchiveCounts(graphene.ObjectType):
    """How many files of an archive became what."""

    added = graphene.Int(required=True)
    existing = graphene.Int(required=True, description="yours already; put into the corpus if they were not in it")
    skipped = graphene.Int(required=True, description="what systems leave in archives")
    refused = graphene.Int(required=True)


def _corpus(archive: models.Archive, info: Info) -> models.Corpus:
    return related_object(archive, "corpus_id", visible_corpora(info.context.actor))


def _folder(archive: models.Archive, _: Info) -> models.Folder | None:
    return related_object(archive, "folder_id", models.Folder.objects.all()) if archive.folder_id else None


def _counts(archive: models.Archive, _: Info) -> dict[str, int]:
    return load_for_batch(archive, "counts", archives.counts_of, {})


def _entries(archive: models.Archive, _: Info, *, window: Window) -> Slice[models.ArchiveEntry]:
    children = Children(models.ArchiveEntry.objects.all(), "archive_id", IN_ORDER)
    return related_page(archive, "entries", children, window)


class Archive(graphene.ObjectType):
    """A ZIP file of yours that is, or was, unpacked into a corpus."""

    class Meta:
        interfaces = (relay.Node,)
        possible_types = (models.Archive,)

    uuid = graphene.UUID(required=True, resolver=lambda archive, _: archive.pk)
    corpus = graphene.Field(Corpus, required=True, resolver=_corpus)
    folder = graphene.Field(Folder, resolver=_folder, description="the one it is unpacked into; null: the top")
    filename = graphene.String(required=True)
    size = graphene.Float(required=True, description="bytes")
    state = graphene.Field(ArchiveState, required=True)
    entry_count = graphene.Int(description="files in it; null until it has been opened")
    counts = graphene.Field(ArchiveCounts, required=True, resolver=_counts)
    entries = connection_field(ArchiveEntryConnection, _entries, description="in the order of the archive")
    job = graphene.Field(Job, resolver=own_job)
    error = graphene.Field(Failure, resolver=lambda archive, _: failure(archive.error_code, archive.error_message))
    created = graphene.DateTime(required=True)
    finished = graphene.DateTime()

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.Archive:
        """Find an archive of yours in a corpus in sight."""
        found = own_archives(info.context.actor).filter(pk=parse_uuid(key)).first()
        if found is None:
            raise NotFound
        return found


ArchiveConnection = connection_of(Archive)


def _archives(corpus: models.Corpus, info: Info, *, window: Window) -> Slice[models.Archive]:
    children = Children(own_archives(info.context.actor), "corpus_id", NEWEST_FIRST)
    return related_page(corpus, "archives", children, window)


extend(
    Corpus,
    "archives",
    connection_field(ArchiveConnection, _archives, description="those that you have sent, newest first"),
)
