"""Row locks on documents, in one order: uploaded documents before their attachments, then by key."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import F, Q, QuerySet

from documents.models import Document


def lock_documents(keys: Iterable[UUID], *, with_attachments: bool = False) -> list[Document]:
    """Lock the documents that exist until the transaction ends, optionally with their attachments; return them."""
    requested = list(keys)
    return list(_locked(Q(pk__in=requested) | Q(parent__in=requested) if with_attachments else Q(pk__in=requested)))


def lock_document(document_id: UUID) -> None:
    """Lock a document for a job about it, and before it its parent, if it is an attachment."""
    list(_locked(Q(pk=document_id) | Q(pk__in=Document.objects.filter(pk=document_id).values("parent"))).only("pk"))


def lock_parent(document: Document) -> None:
    """Lock the parent of a document, if it has one, before the document itself is locked."""
    if document.parent_id is not None:
        list(_locked(Q(pk=document.parent_id)).only("pk"))


def _locked(condition: Q) -> "QuerySet[Document]":
    rows = Document.objects.filter(condition).order_by(F("parent").asc(nulls_first=True), "pk")
    return rows.select_for_update(no_key=True)
