"""Documents in GraphQL."""

from collections.abc import Mapping, Sequence
from functools import partial
from uuid import UUID

import graphene
from graphene import relay

from core.access.permissions import permissions_on_all
from core.access.roles import Permission
from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_list, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_uuid
from core.api.graphql.keyset import Order, Window
from core.api.graphql.loaders import as_batch, batch_of, load_for_batch
from core.api.graphql.ordering import Ordering
from documents import models
from documents.api.findings import add_findings
from documents.api.inside import add_inside
from documents.api.pages import BY_NUMBER, MAXIMUM_PAGES, PageConnection, page_rows
from documents.api.selectors import get_visible_document, readable_revisions, visible_documents
from documents.api.stored_files import FileDamage
from documents.api.structure import StructureItem
from documents.api.urls_of import ViewerUrls, file_url
from documents.services.file_types import type_name
from documents.services.lifecycle import PROCESS, version_of
from tasks.api.nodes import JobNode
from tasks.api.types import Failure, FailureView, Job, failure, jobs_seen_of
from tasks.runtime.queue import JobView
from users.api.sharing_types import add_sharing

DocumentState = graphene.Enum.from_enum(models.Document.State, name="DocumentState", description="How far it has come.")

DocumentScan = graphene.Enum.from_enum(
    models.Document.Scan, name="DocumentScan", description="What the virus scanner says."
)

NEWEST_FIRST = Order(("-id",))
DOCUMENT_ORDER = Ordering(
    "DocumentOrder",
    newest=NEWEST_FIRST,
    oldest=Order(("id",)),
    title=Order(("title", "id")),
    pages=Order(("-page_count", "-id")),
)
IN_ORDER = Order(("order",))


def _shown_revisions(document: models.Document) -> list[UUID]:
    """The readable revisions of the document and its peers."""
    rows = batch_of(document)
    load_for_batch(document, "revision", readable_revisions, None)
    shown = (load_for_batch(row, "revision", readable_revisions, None) for row in rows)
    return [revision for revision in shown if revision is not None]


def _pages(document: models.Document, _: Info, *, window: Window) -> Slice[models.Page]:
    rows = page_rows().filter(revision__in=_shown_revisions(document))
    return related_page(document, "pages", Children(rows, "revision__document_id", BY_NUMBER), window)


def _structure(document: models.Document, _: Info, *, page: int | None = None) -> list[models.StructureItem]:
    rows = models.StructureItem.objects.filter(revision__in=_shown_revisions(document))
    if page is not None:
        rows = rows.filter(page=page)
    return related_list(document, ("structure", page), Children(rows, "revision__document_id", IN_ORDER))


def _jobs(document: models.Document, info: Info) -> list[JobNode]:
    def load(rows: list[models.Document]) -> dict[UUID, list[JobNode]]:
        permitted = permissions_on_all(info.context.actor, rows)
        return jobs_seen_of(permitted, info, shown=partial(_is_for_editors, permitted))

    return load_for_batch(document, "jobs", load, [])


def _is_for_editors(permitted: Mapping[UUID, frozenset[Permission]], job: JobView) -> bool:
    return job.kind == PROCESS and job.subject_id is not None and Permission.EDIT in permitted[job.subject_id]


def _warnings(document: models.Document, _: Info) -> list[FailureView]:
    found = document.revision.warnings if document.revision else []
    return [FailureView(each["code"], each["message"]) for each in found]


class Document(graphene.ObjectType):
    """One version of one document."""

    class Meta:
        interfaces = (relay.Node,)
        possible_types = (models.Document,)

    uuid = graphene.UUID(required=True, resolver=lambda document, _: document.pk)
    title = graphene.String(required=True)
    filename = graphene.String(required=True)
    mime_type = graphene.String(required=True)
    type_name = graphene.String(
        required=True,
        resolver=lambda document, _: type_name(document.mime_type),
        description="what people call its type: Word document",
    )
    size = graphene.Float(required=True, resolver=lambda document, _: document.blob.size, description="bytes")
    sha256 = graphene.String(required=True, resolver=lambda document, _: document.blob_id)
    state = graphene.Field(DocumentState, required=True)
    scan = graphene.Field(DocumentScan, required=True, description="what the virus scanner says")
    backend_lock = graphene.Boolean(required=True, description="true exactly while it is being processed")
    language = graphene.String(required=True, description="ISO 639-1; empty where it is not known")
    page_count = graphene.Int(required=True)
    revision = graphene.Int(resolver=lambda document, _: document.revision and document.revision.number)
    failure = graphene.Field(
        Failure,
        resolver=lambda document, _: failure(document.failure_code, document.failure_message),
        description="why it failed",
    )
    damage = graphene.Field(
        FileDamage,
        resolver=lambda document, _: document.blob.damage or None,
        description="what is wrong with its stored file; uploading the same file again mends it",
    )
    warnings = graphene.List(
        graphene.NonNull(Failure), required=True, resolver=_warnings, description="what is missing"
    )
    version = graphene.String(
        required=True, resolver=lambda document, _: version_of(document), description="of what can be edited"
    )
    created = graphene.DateTime(required=True)
    processing_started = graphene.DateTime()
    processing_finished = graphene.DateTime()
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
        description=f"up to {MAXIMUM_PAGES} at once; on a first parse those that can be read already",
    )
    structure = graphene.List(
        graphene.NonNull(StructureItem),
        required=True,
        resolver=_structure,
        page=graphene.Int(),
        description="what the parser found, in reading order",
    )
    jobs = graphene.List(
        graphene.NonNull(Job),
        required=True,
        resolver=_jobs,
        description="yours, and of documents that you may edit those that process them; newest first",
    )

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.Document:
        """Find a document in sight."""
        return get_visible_document(info.context.actor, parse_uuid(key))


add_sharing(Document)
add_findings(Document)
DocumentConnection = connection_of(Document)
add_inside(Document, DocumentConnection)


def _subject(node: JobNode, info: Info) -> models.Document | None:
    def load(jobs: Sequence[JobView]) -> dict[UUID, models.Document]:
        wanted = {job.subject_id for job in jobs if job.subject_id}
        seen = visible_documents(info.context.user).filter(pk__in=wanted)
        found = {document.pk: document for document in as_batch(seen)}
        return {job.id: found[job.subject_id] for job in jobs if job.subject_id in found}

    return node.share("document", load, None)


extend(Job, "document", graphene.Field(Document, resolver=_subject, description="what it is about, if in your sight"))
