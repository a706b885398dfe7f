"""The one order in which documents are locked: what was uploaded before what was found in it, then by their keys."""

from collections.abc import Iterable
from uuid import UUID

from django.db.models import F, Q, QuerySet

from documents.models import Document


def lock_documents(keys: Iterable[UUID], *, with_found: bool = False) -> list[Document]:
    """Lock documents until the transaction ends, with what was found in them where wanted; those that are there."""
    named = list(keys)
    return list(_locked(Q(pk__in=named) | Q(parent__in=named) if with_found else Q(pk__in=named)))


def lock_document(document_id: UUID) -> None:
    """Lock a document for a job about it, and before it the upload that it was found in, where there is one."""
    list(_locked(Q(pk=document_id) | Q(pk__in=Document.objects.filter(pk=document_id).values("parent"))).only("pk"))


def lock_parent(document: Document) -> None:
    """Lock what a document was found in, if anything, for who locks the document next."""
    if document.parent_id is not None:
        list(_locked(Q(pk=document.parent_id)).only("pk"))


def _locked(wanted: Q) -> "QuerySet[Document]":
    rows = Document.objects.filter(wanted).order_by(F("parent").asc(nulls_first=True), "pk")
    return rows.select_for_update(no_key=True)
