"""Labels of whole documents: add them, accept suggested ones, remove them, and move them to another label."""

from collections.abc import Collection, Sequence
from typing import Any, Final, TypeAlias
from uuid import UUID

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from audit.actions import Action
from audit.log import record_documents
from core.access import Permission, require, require_all
from core.db.row_locks import lock_keys_against_delete
from core.db.row_snapshots import Snapshot, snapshot_rows
from core.db.transactions import atomic_with_retry
from core.errors import Invalid, NotFound
from corpuses.annotations.edits import store_edits
from corpuses.annotations.labels.services import require_not_archived
from corpuses.annotations.models import Annotation, DocumentLabel, Edit, Label
from corpuses.annotations.states import review_of
from corpuses.events import record_corpus_event
from corpuses.holding import hold
from corpuses.models import CorpusDocument
from documents.models import Document
from users.models import User

MAX_DOCUMENTS: Final = 1_000
DOCUMENT_LABEL: Final = "document_label"  # the part of an edit that is changed
# Edits that keep analyzers from suggesting a label of a document again: users rejected or removed it.
REMOVED_SUGGESTION: Final = Q(
    subject=Edit.Subject.DOCUMENT_LABEL,
    kind__in=[Edit.Kind.REJECTED, Edit.Kind.DELETED],
    is_undone=False,
    changes__document_label__0__source=Annotation.Source.ANALYZER,
)
_PENDING: Final = ~Q(source=Annotation.Source.HUMAN) & Q(reviewed=None)

State: TypeAlias = dict[str, Any]
# The kind of an edit, the label of a document, and its states before and after.
Change: TypeAlias = tuple[Edit.Kind, DocumentLabel, State | None, State | None]


def state_of_document_label(row: DocumentLabel) -> State:
    """Return what an edit stores of a label of a document."""
    state = {
        "label": str(row.label_id),
        "creator": str(row.creator_id) if row.creator_id else None,
        "source": row.source,
    }
    return state if row.review is None else state | {"origin": row.origin, "review": review_of(row)}


@atomic_with_retry
def label_documents(
    label: Label,
    documents: Sequence[Document],
    *,
    actor: User,
    group: UUID | None = None,
    is_recorded: bool = True,
) -> list[UUID]:
    """Add a label to documents of its corpus; return the keys of those that did not have it.

    Documents that it is only suggested for did not have it: the suggestions are accepted. `group` is that of the edit,
    which is stored if `is_recorded`.
    """
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
        )
        for document, membership in sorted(memberships.items())
    ]
    DocumentLabel.objects.bulk_create(rows, ignore_conflicts=True)
    added = list(DocumentLabel.with_deleted.filter(pk__in=[row.pk for row in rows]).order_by("document_id"))
    if is_recorded:
        _store_edits([(Edit.Kind.CREATED, row, None, state_of_document_label(row)) for row in added], actor, group)
    accepted = _accept(DocumentLabel.objects.filter(label=label, document__in=documents), actor, group)
    changed = sorted(row.document_id for row in [*added, *accepted])
    return record_document_labels(Action.LABEL_ADDED, label, changed, actor)


@atomic_with_retry
def unlabel_documents(
    label: Label, documents: Sequence[Document], *, actor: User, group: UUID | None = None
) -> list[UUID]:
    """Remove a label from documents; return the keys of those that had it. `group` is that of the edit.

    Suggestions of it are rejected.
    """
    _require_labelling(actor, label, documents)
    rows = DocumentLabel.with_deleted.filter(label=label, document__in=documents)
    removed = list(rows.select_for_update().order_by("document_id"))
    _store_edits([(_removal_of(row), row, state_of_document_label(row), None) for row in removed], actor, group)
    DocumentLabel.with_deleted.filter(pk__in=[row.pk for row in removed]).delete()
    return record_document_labels(Action.LABEL_REMOVED, label, [row.document_id for row in removed], actor)


def move_document_labels(label: Label, into: Label) -> tuple[list[str], list[Snapshot]]:
    """Replace a label of documents by another one; no document gets that twice.

    Of a label that is set and one that is only suggested, the one that is set stays. Return the keys of the rows that
    got the other label, and the rows that were deleted.
    """
    rows = DocumentLabel.with_deleted.filter(label=label)
    others = DocumentLabel.with_deleted.filter(label=into)
    same = {"document": OuterRef("document")}
    deleted = []
    suggested = others.filter(_PENDING, Exists(rows.exclude(_PENDING).filter(**same)))
    deleted += snapshot_rows(suggested)
    suggested.delete()
    twins = rows.filter(Exists(others.filter(**same)))
    deleted += snapshot_rows(twins)
    twins.delete()
    moved = [str(key) for key in rows.values_list("pk", flat=True)]
    rows.update(label=into)
    return moved, deleted


def lock_memberships(corpus_id: UUID, documents: Collection[Document]) -> dict[UUID, UUID]:
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
    hold(label.corpus_id)


def _accept(rows: "QuerySet[DocumentLabel]", actor: User, group: UUID | None) -> list[DocumentLabel]:
    """Accept the pending suggestions among these rows, and return them."""
    accepted = list(rows.filter(_PENDING).select_for_update(of=("self",), no_key=True).order_by("document_id"))
    edits, now = [], timezone.now()
    for row in accepted:
        before = state_of_document_label(row)
        row.reviewer, row.reviewed = actor, now
        edits.append((Edit.Kind.ACCEPTED, row, before, state_of_document_label(row)))
    rows.filter(pk__in=[row.pk for row in accepted]).update(reviewer=actor, reviewed=now)
    _store_edits(edits, actor, group)
    return accepted


def _removal_of(row: DocumentLabel) -> Edit.Kind:
    return Edit.Kind.REJECTED if row.review == Annotation.Review.PENDING else Edit.Kind.DELETED


def _store_edits(changes: Collection[Change], actor: User, group: UUID | None) -> None:
    edits = [
        Edit(
            corpus_id=row.corpus_id,
            document_id=row.document_id,
            subject=Edit.Subject.DOCUMENT_LABEL,
            subject_id=row.pk,
            kind=kind,
            changes={DOCUMENT_LABEL: [before, after]},
        )
        for kind, row, before, after in changes
    ]
    store_edits(edits, actor=actor, group=group)


def record_document_labels(action: Action, label: Label, documents: Sequence[UUID], actor: User) -> list[UUID]:
    """Record that a label was added to documents, or removed from them; return their keys."""
    if documents:
        record_documents(action, label, documents, actor=actor)
        record_corpus_event(label.corpus, "document_labels")
    return list(documents)
