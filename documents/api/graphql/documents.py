"""Documents in GraphQL: their type, queries and mutations."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any
from uuid import UUID

import graphene
from django.conf import settings
from django.db.models import F, Model, QuerySet, Value
from django.db.models.functions import Concat
from graphql_relay import to_global_id

from core.access import Permission, permissions_on_all
from core.api.graphql.connections import (
    Children,
    Connection,
    Slice,
    connection_field,
    connection_of,
    related_list,
    related_page,
)
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key, parse_key_for, parse_uuid
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import as_batch, batch_of, load_for_batch, visible_related_object
from core.api.graphql.mutations import ID, Payload, Permanently, mutation
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.ordering import Order
from core.errors import Invalid
from documents import models
from documents.api.graphql.pages import (
    BY_NUMBER,
    MAXIMUM_PAGES,
    NO_PAGES,
    PageColumns,
    PageConnection,
    page_columns,
    page_rows,
)
from documents.api.graphql.parse_results import ParseResultFields
from documents.api.graphql.stored_files import FileDamage
from documents.api.graphql.structure import StructureItem
from documents.api.ordering import BY_PATH, BY_VERSION
from documents.api.reads import record_opened
from documents.api.rest.documents import DocumentSerializer, DocumentView, PasswordView, RetryView
from documents.api.rest.reprocessing import ReprocessView
from documents.api.rest.versions import uploaders_of
from documents.api.selectors import get_document_details, get_visible_document, readable_revisions, visible_documents
from documents.api.urls_of import ViewerUrls, file_url
from documents.services import deletion, lifecycle
from documents.services.file_types import short_type_name, type_name
from tasks.api.graphql.failures import Failure, FailureView, failure
from tasks.api.graphql.jobs import Job, jobs_about
from tasks.runtime.queue import JobView
from users.api.graphql.shares import add_sharing
from users.api.graphql.users import User

MAX_DELETED = 100
IN_ORDER = Order(("order",))


def _readable_revisions(document: models.Document) -> list[UUID]:
    """Return the readable revisions of the documents in the batch."""
    revisions = (load_for_batch(row, "revision", readable_revisions, None) for row in batch_of(document))
    return [revision for revision in revisions if revision is not None]


def _pages(document: models.Document, _: Info, *, window: Window) -> Slice[models.Page]:
    rows = page_rows().filter(revision__in=_readable_revisions(document))
    return related_page(document, "pages", Children(rows, "revision__document_id", BY_NUMBER), window)


def _page_columns(document: models.Document, info: Info, *, after: int) -> PageColumns:
    def load(_: list[models.Document]) -> dict[UUID, PageColumns]:
        return page_columns(_readable_revisions(document), after, ViewerUrls.of(info.context.request))

    return load_for_batch(document, ("page columns", after), load, NO_PAGES)


def _structure(document: models.Document, _: Info, *, page: int | None = None) -> list[models.StructureItem]:
    rows = models.StructureItem.objects.filter(revision__in=_readable_revisions(document))
    if page is not None:
        rows = rows.filter(page=page)
    return related_list(document, ("structure", page), Children(rows, "revision__document_id", IN_ORDER))


def _jobs(document: models.Document, info: Info) -> list[JobView]:
    def load(rows: list[models.Document]) -> dict[UUID, list[JobView]]:
        permissions = permissions_on_all(info.context.actor, rows)
        return jobs_about(permissions, info, is_visible=partial(_is_for_editors, permissions))

    return load_for_batch(document, "jobs", load, [])


def _is_for_editors(permissions: Mapping[UUID, frozenset[Permission]], job: JobView) -> bool:
    return (
        job.kind == lifecycle.PROCESS and job.subject_id is not None and Permission.EDIT in permissions[job.subject_id]
    )


def _warnings(document: models.Document, _: Info) -> list[FailureView]:
    warnings = document.revision.warnings if document.revision else []
    return [FailureView(warning["code"], warning["message"]) for warning in warnings]


@dataclass(frozen=True, slots=True)
class _NestedAttachments(Children[models.Document]):
    """Attachments of attachments: rows with the same parent, below the path of the attachment."""

    def of(self, rows: Iterable[Model]) -> QuerySet[Any]:
        folder = Concat(F("parent__attachments__path"), Value("/"))
        siblings: QuerySet[Any] = Children.of(self, rows).annotate(folder=folder)
        return siblings.filter(path__startswith=F("folder"))


def _attachments(document: models.Document, info: Info, *, window: Window) -> Slice[models.Document]:
    visible = visible_documents(info.context.actor)
    if document.parent_id is None:
        return related_page(document, "attachments", Children(visible, "parent_id", BY_PATH), window)
    return related_page(document, "nested", _NestedAttachments(visible, "parent__attachments", BY_PATH), window)


def _parent(document: models.Document, info: Info) -> models.Document | None:
    return visible_related_object(document, "parent_id", lambda: visible_documents(info.context.actor))


def _newest_version(document: models.Document, info: Info) -> models.Document | None:
    return visible_related_object(document, "superseded_by_id", lambda: visible_documents(info.context.actor))


def _versions(document: models.Document, info: Info, *, window: Window) -> Slice[models.Document]:
    children = Children(visible_documents(info.context.actor), "lineage", BY_VERSION, column="lineage")
    return related_page(document, "versions", children, window)


def _is_scan_missing(document: models.Document, _: Info) -> bool:
    return bool(settings.CLAMD_URL) and document.scan == models.Document.Scan.UNSCANNED


class Document(ParseResultFields, ResourceType):
    """One version of one document."""

    class Meta:
        resource = DocumentSerializer
        model = models.Document
        exclude = {"parent", "newest_version", "permissions", "job", "is_public", "owner"}
        views = (DocumentView, RetryView, PasswordView, ReprocessView)

    type_name = graphene.String(
        required=True,
        resolver=lambda document, _: type_name(document.mime_type),
        description="the name of its type, like “Word document”",
    )
    short_type_name = graphene.String(
        required=True,
        resolver=lambda document, _: short_type_name(document.mime_type),
        description="the name of its type in lists, like “Word”",
    )
    failure = graphene.Field(
        Failure,
        resolver=lambda document, _: failure(document.failure_code, document.failure_message),
        description="why it failed",
    )
    damage = graphene.Field(
        FileDamage,
        resolver=lambda document, _: document.blob.damage or None,
        description="the damage of its stored file; upload the same file again to repair it",
    )
    warnings = graphene.List(
        graphene.NonNull(Failure),
        required=True,
        resolver=_warnings,
        description="parts of the document that could not be read",
    )
    is_scan_missing = graphene.Boolean(
        required=True,
        resolver=_is_scan_missing,
        description="a virus scanner is configured, but has not scanned this file",
    )
    thumbnail_url = graphene.String(
        resolver=lambda document, info: ViewerUrls.of(info.context.request).thumbnail(document)
    )
    file_url = graphene.String(required=True, resolver=lambda document, _: file_url(document))
    pdf_url = graphene.String(resolver=lambda document, info: ViewerUrls.of(info.context.request).pdf(document))
    pages = connection_field(
        PageConnection,
        _pages,
        default=MAXIMUM_PAGES // 10,
        maximum=MAXIMUM_PAGES,
        description=f"up to {MAXIMUM_PAGES} at once; during a first parse, those that can be read already",
    )
    page_columns = graphene.Field(
        PageColumns,
        required=True,
        resolver=_page_columns,
        after=graphene.Int(default_value=0, description="the number of the page before the first one"),
        description=f"the same as lists, for viewers of long documents; up to {MAXIMUM_PAGES} at once",
    )
    structure = graphene.List(
        graphene.NonNull(StructureItem),
        required=True,
        resolver=_structure,
        page=graphene.Int(),
        description="the elements that the parser recognized, in reading order",
    )
    jobs = graphene.List(
        graphene.NonNull(Job),
        required=True,
        resolver=_jobs,
        description="your own, and for editors those that process the document; newest first",
    )
    parent = graphene.Field(
        lambda: Document,
        resolver=_parent,
        description="the uploaded document that this is an attachment of, if it is visible",
    )
    newest_version = graphene.Field(
        lambda: Document,
        resolver=_newest_version,
        description="the newest version, if this is an older one and that is visible",
    )
    uploaded_by = graphene.Field(
        User,
        resolver=lambda document, info: load_for_batch(
            document, "uploader", lambda rows: uploaders_of(rows, info.context.actor), None
        ),
        description="null for readers of public documents",
    )
    versions = connection_field(
        lambda: DocumentConnection, _versions, description="all that are visible, the newest first"
    )
    attachments = connection_field(
        lambda: DocumentConnection, _attachments, description="including nested ones, by path"
    )

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.Document:
        return record_opened(get_visible_document(info.context.actor, parse_uuid(key)), info.context.actor)


add_sharing(Document)
DocumentConnection: type[Connection] = connection_of(Document)


def _subject(job: JobView, info: Info) -> models.Document | None:
    def load(jobs: Sequence[JobView]) -> dict[UUID, models.Document]:
        keys = {job.subject_id for job in jobs if job.subject_id}
        rows = as_batch(visible_documents(info.context.user).filter(pk__in=keys))
        documents = {document.pk: document for document in rows}
        return {job.id: documents[job.subject_id] for job in jobs if job.subject_id in documents}

    return load_for_batch(job, "document", load, None)


extend(Job, "document", graphene.Field(Document, resolver=_subject, description="its subject, if that is visible"))


def _document(_root: object, info: Info, *, id: str) -> models.Document:
    actor = info.context.actor
    return record_opened(get_document_details(actor, parse_key_for(actor, id, "Document")), actor)


class DocumentQueries(RootQueries):
    """Queries. The list of documents, which can be filtered by corpus, is in `corpuses`."""

    document = graphene.Field(Document, resolver=_document, id=graphene.ID(required=True))


@mutation(deleted_ids=graphene.List(graphene.NonNull(graphene.ID), required=True), on_error={"deleted_ids": []})
def delete_documents(
    info: Info,
    *,
    ids: list[ID],
    permanently: Permanently = False,
    all_versions: Annotated[bool, "else the version before each becomes the newest again"] = False,
) -> Payload:
    """Delete documents, their attachments, and the annotations on them; all or none."""
    keys = dict.fromkeys(parse_key(each, "Document") for each in ids)
    if len(keys) > MAX_DELETED:
        raise Invalid(f"At most {MAX_DELETED} documents at once.", field="ids")
    for key in sorted(keys):
        document = get_visible_document(info.context.user, key)
        deletion.delete_document(document, actor=info.context.user, permanently=permanently, all_versions=all_versions)
    return {"deleted_ids": [to_global_id("Document", str(key)) for key in keys]}
