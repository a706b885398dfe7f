"""Row locks on documents, in one order: uploaded documents before their attachments, then by key."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import F, Q, QuerySet

from documents.models import Document


def lock_documents(keys: Iterable[UUID], *, with_attachments: bool = False) -> list[Document]:
    """Lock documents until the transaction ends, optionally with attachments; return those not in the bin."""
    requested = list(keys)
    condition = Q(pk__in=requested) | Q(parent__in=requested) if with_attachments else Q(pk__in=requested)
    return list(_locked(condition).filter(deleted_at=None))


def lock_document(document_id: UUID) -> None:
    """Lock a document for a job about it, and before it the document that it is attached to, if any.

    Also in the bin, from which it may be purged while the job still runs.
    """
    list(
        _locked(Q(pk=document_id) | Q(pk__in=Document.with_deleted.filter(pk=document_id).values("parent"))).only("pk")
    )


def lock_lineage(lineage: UUID) -> None:
    """Lock all versions of a document, also those in the bin."""
    list(_locked(Q(lineage=lineage)).only("pk"))


def lock_parent(document: Document) -> None:
    """Lock the parent of a document, if it has one, before the document itself is locked."""
    if document.parent_id is not None:
        list(_locked(Q(pk=document.parent_id)).only("pk"))


def _locked(condition: Q) -> "QuerySet[Document]":
    rows = Document.with_deleted.filter(condition).order_by(F("parent").asc(nulls_first=True), "pk")
    return rows.select_for_update(no_key=True)
