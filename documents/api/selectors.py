"""Visible documents, and the filters of their lists. Every read of documents by the API starts here."""

from collections.abc import Collection, Sequence
from typing import Final
from uuid import UUID

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from core.access import Actor, ListScope, VisibleQuerySet, get_visible
from core.api.graphql.global_ids import parse_key
from core.api.rest.parsers import require_storable
from core.db.compiled_lookup import CompiledLookup
from core.errors import Invalid, NotFound
from documents.access import newest_versions
from documents.models import Document, DocumentRevision

MAX_SEARCH_WORDS = 20
MAX_DOCUMENTS = 500
# What may be long stays in the database until it is asked for.
_DEFERRED = tuple(f"revision__{name}" for name in ("text", "properties", "outline", "links"))


def visible_documents(actor: Actor, scope: ListScope | None = None) -> VisibleQuerySet[Document]:
    """Return the documents that `actor` may see (in a scope), with the rows that every representation needs."""
    return _with_relations(Document.objects.in_scope(actor, scope))


def visible_newest_versions(actor: Actor, scope: ListScope | None = None) -> VisibleQuerySet[Document]:
    """Return the same without older versions, for lists."""
    return _with_relations(newest_versions(actor, scope))


def get_visible_document(actor: Actor, key: UUID) -> Document:
    """Return one visible document; raise `NotFound` or `NotAuthenticated`."""
    return get_visible(_DOCUMENT, actor, key)


def get_document_details(actor: Actor, key: UUID) -> Document:
    """Return one visible document with what its details page shows, in the same query."""
    return get_visible(_DETAILS, actor, key)


def get_visible_documents(actor: Actor, keys: Collection[UUID], *, field: str = "documents") -> list[Document]:
    """Return these visible documents; raise `NotFound` if one of them is missing."""
    documents = list(visible_documents(actor).filter(pk__in=keys))
    if len(documents) != len(keys):
        raise NotFound("Not all of these documents were found.", field=field)
    return documents


def get_documents_by_id(actor: Actor, ids: Sequence[str], *, most: int = MAX_DOCUMENTS) -> list[Document]:
    """Return the visible documents of these global ids; raise `NotFound` if one of them is missing."""
    if len(ids) > most:
        raise Invalid(f"Send at most {most} documents at once.", field="documentIds")
    return get_visible_documents(actor, {parse_key(each, "Document") for each in ids}, field="documentIds")


def search_words(search: str | None) -> list[str]:
    """Return the distinct words of a search; raise `Invalid` when there are too many of them for one query."""
    require_storable(search)
    words = list(dict.fromkeys((search or "").split()))
    if len(words) > MAX_SEARCH_WORDS:
        raise Invalid(f"Search for at most {MAX_SEARCH_WORDS} words at once.", field="search")
    return words


def filter_documents(
    queryset: VisibleQuerySet[Document],
    *,
    search: str | None = None,
    is_attachment: bool | None = None,
    **lookups: object,
) -> VisibleQuerySet[Document]:
    """Keep documents with these words in title or file name, (no) attachments, and those that match the lookups."""
    if is_attachment is not None:
        queryset = queryset.filter(parent__isnull=not is_attachment)
    for word in search_words(search):
        queryset = queryset.filter(Q(title__icontains=word) | Q(filename__icontains=word))
    return queryset.filter(**lookups)


def readable_revisions(documents: list[Document]) -> dict[UUID, UUID]:
    """Return the revision to show of each document: the published one; on a first parse the one being written."""
    readable = {document.pk: document.revision_id for document in documents if document.revision_id}
    first_parses = [document.pk for document in documents if not document.revision_id]
    if first_parses:
        drafts = DocumentRevision.objects.filter(document__in=first_parses, published=None)
        newest = drafts.order_by("document_id", "-number").distinct("document_id")
        readable |= dict(newest.values_list("document_id", "pk"))
    return readable


def _with_relations(queryset: VisibleQuerySet[Document]) -> VisibleQuerySet[Document]:
    return queryset.select_related("blob", "revision").defer(*_DEFERRED)


def _with_attachment_count(queryset: QuerySet[Document]) -> QuerySet[Document]:
    attachments = Document.objects.filter(parent=OuterRef("pk")).order_by().values("parent").annotate(count=Count("pk"))
    return queryset.annotate(upload_attachment_count=Coalesce(Subquery(attachments.values("count")), 0))


_DOCUMENT: Final = CompiledLookup(lambda: _with_attachment_count(_with_relations(Document.objects.all())), "pk")
_DETAILS: Final = CompiledLookup(
    lambda: _with_attachment_count(Document.objects.select_related("blob", "revision").defer("revision__text")), "pk"
)
