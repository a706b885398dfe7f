"""Undo and redo the edits of labels of documents: they are removed, or added again with the same id."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from audit.actions import Action
from core.access.permissions import require
from core.access.roles import Permission
from core.errors import NotFound
from corpuses.annotations.document_labels import (
    DOCUMENT_LABEL,
    lock_memberships,
    record_document_labels,
    state_of_document_label,
)
from corpuses.annotations.edits import EditOutdated, existing_user, restore_labels
from corpuses.annotations.models import DocumentLabel, Edit, Label
from documents.models import Document
from users.models import User


def require_document_label_edits(edits: Sequence[Edit], *, actor: User) -> None:
    """Require the permission to label these documents, which the caller has found visible."""
    for corpus in {edit.corpus for edit in edits}:
        require(actor, Permission.ANNOTATE, corpus)


def replay_document_label_edits(edits: Sequence[Edit], *, actor: User, is_undone: bool) -> None:
    """Undo edits, or do them again, in the given order."""
    removed, added = {}, []
    for edit in edits:
        now, then = reversed(edit.changes[DOCUMENT_LABEL]) if is_undone else edit.changes[DOCUMENT_LABEL]
        if then is None:
            removed[edit.subject_key] = now
        else:
            added.append((edit, then))
    _remove(removed, actor=actor)
    _add(added, actor=actor)


def _remove(states: Mapping[UUID, Mapping[str, Any]], *, actor: User) -> None:
    rows = DocumentLabel.with_deleted.select_for_update(of=("self",)).filter(pk__in=states).order_by("pk")
    if {row.pk: state_of_document_label(row) for row in rows} != states:
        raise EditOutdated
    _record(Action.LABEL_REMOVED, list(rows), actor=actor)
    rows.delete()


def _add(states: Sequence[tuple[Edit, Mapping[str, Any]]], *, actor: User) -> None:
    restore_labels({UUID(state["label"]) for _, state in states})
    creators = {state["creator"]: existing_user(state["creator"]) for _, state in states}
    memberships = _memberships([edit for edit, _ in states])
    rows = [
        DocumentLabel(
            id=edit.subject_key,
            corpus_id=edit.corpus_id,
            document_id=edit.document_id,
            membership_id=memberships[edit.corpus_id, edit.document_id],
            label_id=UUID(state["label"]),
            creator_id=creators[state["creator"]],
            source=state["source"],
        )
        for edit, state in states
    ]
    try:
        with transaction.atomic():
            DocumentLabel.objects.bulk_create(rows)
    except IntegrityError:  # another user has added the label again
        raise EditOutdated from None
    _record(Action.LABEL_ADDED, rows, actor=actor)


def _memberships(edits: Sequence[Edit]) -> dict[tuple[UUID, UUID], UUID]:
    """Return the memberships of documents, locked; raise `EditOutdated` if a document has left its corpus."""
    found: dict[tuple[UUID, UUID], UUID] = {}
    for corpus in {edit.corpus_id for edit in edits}:
        keys = {edit.document_id for edit in edits if edit.corpus_id == corpus}
        try:
            memberships = lock_memberships(corpus, Document.objects.filter(pk__in=keys))
        except NotFound:
            raise EditOutdated from None
        found |= {(corpus, document): membership for document, membership in memberships.items()}
    return found


def _record(action: Action, rows: Sequence[DocumentLabel], *, actor: User) -> None:
    labels = Label.with_deleted.select_related("corpus").in_bulk({row.label_id for row in rows})
    for key, label in labels.items():
        record_document_labels(action, label, [row.document_id for row in rows if row.label_id == key], actor)
