"""Labels of whole documents: add them, remove them, and move them to another label."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from audit.actions import Action
from audit.log import record_documents
from core.access.permissions import require, require_all
from core.access.roles import Permission
from core.db.row_locks import lock_keys_against_delete
from core.db.transactions import atomic_with_retry
from core.errors import Invalid, NotFound
from corpuses.annotations.labels import require_not_archived
from corpuses.annotations.models import Annotation, DocumentLabel, Label
from corpuses.events import record_corpus_event
from corpuses.models import CorpusDocument
from documents.models import Document
from users.models import User

MAX_DOCUMENTS: Final = 1_000


@atomic_with_retry
def label_documents(
    label: Label, documents: Sequence[Document], *, actor: User, source: str = Annotation.Source.HUMAN
) -> list[UUID]:
    """Add a label to documents of its corpus; return the keys of those that did not have it."""
    _require_labelling(actor, label, documents)
    require_not_archived(label)
    memberships = lock_memberships(label.corpus_id, documents)
    if not lock_keys_against_delete(Label.objects, [label.pk]):
        raise NotFound("The label was deleted in the meantime.", field="label")
    rows = [
        DocumentLabel(
            corpus_id=label.corpus_id,
            document_id=document,
            membership_id=membership,
            label=label,
            creator=actor,
            source=source,
        )
        for document, membership in sorted(memberships.items())
    ]
    DocumentLabel.objects.bulk_create(rows, ignore_conflicts=True)
    added = DocumentLabel.with_deleted.filter(pk__in=[row.pk for row in rows])
    return _record(Action.LABEL_ADDED, label, added, actor)


@atomic_with_retry
def unlabel_documents(label: Label, documents: Sequence[Document], *, actor: User) -> list[UUID]:
    """Remove a label from documents; return the keys of those that had it."""
    _require_labelling(actor, label, documents)
    rows = DocumentLabel.with_deleted.filter(label=label, document__in=documents)
    removed = _record(Action.LABEL_REMOVED, label, rows.select_for_update(), actor)
    DocumentLabel.with_deleted.filter(label=label, document__in=removed).delete()
    return removed


def move_document_labels(label: Label, into: Label) -> int:
    """Replace a label of documents by another one, and return of how many; no document gets that twice."""
    twins = DocumentLabel.with_deleted.filter(label=into, document=OuterRef("document"))
    rows = DocumentLabel.with_deleted.filter(label=label)
    rows.filter(Exists(twins)).delete()
    return rows.update(label=into)


def lock_memberships(corpus_id: UUID, documents: Sequence[Document]) -> dict[UUID, UUID]:
    """Return the memberships of documents by document, locked against deletion; raise `NotFound` if one is missing."""
    rows = CorpusDocument.objects.filter(corpus=corpus_id, document__in=documents)
    memberships = dict(rows.values_list("document_id", "pk"))
    locked = lock_keys_against_delete(CorpusDocument.objects, memberships.values())
    if len(locked) != len({document.pk for document in documents}):
        raise NotFound("Some of these documents are not in this corpus.", field="documents")
    return memberships


def _require_labelling(actor: User, label: Label, documents: Sequence[Document]) -> None:
    require(actor, Permission.ANNOTATE, label.corpus)
    require_all(actor, Permission.VIEW, documents)
    if len(documents) > MAX_DOCUMENTS:
        raise Invalid(f"Send at most {MAX_DOCUMENTS} documents at once.", field="documents")


def _record(action: Action, label: Label, rows: "QuerySet[DocumentLabel]", actor: User) -> list[UUID]:
    """Record a change of these rows, and return the keys of their documents."""
    documents = list(rows.order_by("document_id").values_list("document_id", flat=True))
    if documents:
        record_documents(action, label, documents, actor=actor)
        record_corpus_event(label.corpus, "document_labels")
    return documents
