"""The one order in which documents are locked: what was uploaded before what was found in it, then by their keys."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import F, Q, QuerySet

from documents.models import Document


def lock_documents(keys: Iterable[UUID], *, with_found: bool = False) -> list[Document]:
    """Lock documents until the transaction ends, and their attachments `with_found`; return those not in the bin."""
    named = list(keys)
    wanted = Q(pk__in=named) | Q(parent__in=named) if with_found else Q(pk__in=named)
    return list(_locked(wanted).filter(deleted_at=None))


def lock_document(document_id: UUID) -> None:
    """Lock a document for a job about it, and before it the document that it is attached to, if any.

    Also in the bin, from which it may be purged while the job still runs.
    """
    list(
        _locked(Q(pk=document_id) | Q(pk__in=Document.with_deleted.filter(pk=document_id).values("parent"))).only("pk")
    )


def lock_parent(document: Document) -> None:
    """Lock what a document was found in, if anything, for who locks the document next."""
    if document.parent_id is not None:
        list(_locked(Q(pk=document.parent_id)).only("pk"))


def _locked(wanted: Q) -> "QuerySet[Document]":
    rows = Document.with_deleted.filter(wanted).order_by(F("parent").asc(nulls_first=True), "pk")
    return rows.select_for_update(no_key=True)
