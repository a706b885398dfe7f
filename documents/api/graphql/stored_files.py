"""Damaged files of the store, for staff."""

import graphene

from core.access import require_staff
from core.api.graphql.context import Info
from core.api.graphql.loaders import as_batch, load_for_batch
from core.api.graphql.root import RootQueries
from documents import models
from documents.services import integrity

_AT_ONCE = 100

FileDamage = graphene.Enum.from_enum(
    models.Blob.Damage, name="FileDamage", description="The damage that a check has found."
)


class AffectedDocument(graphene.ObjectType):
    """A document that needs a damaged file."""

    uuid = graphene.UUID(required=True)
    title = graphene.String(required=True)
    owner = graphene.String(required=True)
    is_source = graphene.Boolean(
        required=True,
        description="whether it is the uploaded file; others are created again when the document is processed again",
    )


def _documents(blob: models.Blob, _: Info) -> list[AffectedDocument]:
    documents: list[models.Document] = load_for_batch(blob, "documents", integrity.documents_using, [])
    return [
        AffectedDocument(
            uuid=document.pk,
            title=document.title,
            owner=document.owner.get_username(),
            is_source=document.blob_id == blob.pk,
        )
        for document in documents
    ]


class DamagedFile(graphene.ObjectType):
    """A stored file that is missing or has changed."""

    sha256 = graphene.String(required=True)
    size = graphene.Float(required=True, description="bytes")
    damage = graphene.Field(FileDamage, required=True)
    checked = graphene.DateTime(required=True)
    documents = graphene.List(graphene.NonNull(AffectedDocument), required=True, resolver=_documents)


class StoredFiles(graphene.ObjectType):
    """The state of the file store."""

    oldest_check = graphene.DateTime(
        resolver=lambda _root, _: integrity.oldest_check(),
        description="when the file was checked or stored whose check is longest ago",
    )
    damaged_count = graphene.Int(required=True, resolver=lambda _root, _: integrity.damaged().count())
    damaged = graphene.List(
        graphene.NonNull(DamagedFile),
        required=True,
        resolver=lambda _root, _: list(as_batch(integrity.damaged().order_by("checked", "pk")[:_AT_ONCE])),
        description=f"the first {_AT_ONCE}",
    )


def _stored_files(_root: object, info: Info) -> StoredFiles:
    require_staff(info.context.user)
    return StoredFiles()


class StoredFileQueries(RootQueries):
    """Queries for staff."""

    stored_files = graphene.Field(StoredFiles, required=True, resolver=_stored_files)
