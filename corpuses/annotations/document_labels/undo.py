"""Undo and redo the edits of labels of documents: they are removed, added again with the same id, or reviewed."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from audit.actions import Action
from core.access import Permission
from corpuses.annotations.document_labels.services import (
    DOCUMENT_LABEL,
    State,
    lock_memberships,
    record_document_labels,
    state_of_document_label,
)
from corpuses.annotations.edits import EditOutdated, Step, Undoable
from corpuses.annotations.labels.undo import restore_labels
from corpuses.annotations.models import DocumentLabel, Edit, Label
from corpuses.annotations.states import columns_of_state, existing_user
from documents.models import Document
from users.models import User


class DocumentLabelEdits(Undoable):
    """Edits of labels of documents: added, removed, and reviewed as suggestions."""

    permission = Permission.ANNOTATE

    def replay(self, steps: Sequence[Step], *, actor: User) -> None:
        removed, added, reviewed = {}, [], {}
        for step in steps:
            now, then = step.pair(DOCUMENT_LABEL)
            if then is None:
                removed[step.key] = now
            elif now is None:
                added.append((step.edit, then))
            else:
                reviewed[step.key] = (now, then)
        _remove(removed, actor=actor)
        _add(added, actor=actor)
        _review(reviewed, actor=actor)

    def label_of(self, edit: Edit) -> UUID | None:
        before, after = edit.changes[DOCUMENT_LABEL]
        return UUID((after or before)["label"])


def _remove(states: Mapping[UUID, State], *, actor: User) -> None:
    rows = _locked(states)
    _record(Action.LABEL_REMOVED, rows, actor=actor)
    DocumentLabel.with_deleted.filter(pk__in=states).delete()


def _review(states: Mapping[UUID, tuple[State, State]], *, actor: User) -> None:
    """Set the review of suggestions to that before the change, or to that after it."""
    for row in _locked({key: now for key, (now, _) in states.items()}):
        review = states[row.pk][1]["review"]
        DocumentLabel.with_deleted.filter(pk=row.pk).update(**columns_of_state({"review": review}, actor=actor))
        _record(Action.LABEL_ADDED if review else Action.LABEL_REMOVED, [row], actor=actor)


def _locked(states: Mapping[UUID, State]) -> list[DocumentLabel]:
    """Return rows, locked; raise `EditOutdated` if one of them is not in its given state."""
    rows = list(DocumentLabel.with_deleted.select_for_update(of=("self",)).filter(pk__in=states).order_by("pk"))
    if {row.pk: state_of_document_label(row) for row in rows} != states:
        raise EditOutdated
    return rows


def _add(states: Sequence[tuple[Edit, State]], *, actor: User) -> None:
    restore_labels({UUID(state["label"]) for _, state in states})
    creators = {key: existing_user(key) for key in {state["creator"] for _, state in states}}
    distinct = {_review_in(state) for _, state in states}
    reviews = {review: columns_of_state({"review": review}, actor=actor) for review in distinct}
    memberships = _memberships([edit for edit, _ in states])
    rows = [
        DocumentLabel(
            id=edit.subject_key,
            corpus_id=edit.corpus_id,
            document_id=edit.document_key,
            membership_id=memberships[edit.corpus_id, edit.document_key],
            label_id=UUID(state["label"]),
            creator_id=creators[state["creator"]],
            source=state["source"],
            origin=state.get("origin", ""),
            **reviews[_review_in(state)],
        )
        for edit, state in states
    ]
    DocumentLabel.objects.bulk_create(rows)
    _record(Action.LABEL_ADDED, rows, actor=actor)


def _review_in(state: State) -> tuple[str | None, ...]:
    """Return the reviewer and the time that a state has, or nothing."""
    return tuple(state.get("review") or ())


def _memberships(edits: Sequence[Edit]) -> dict[tuple[UUID, UUID], UUID]:
    """Return the memberships of documents, locked; raise `NotFound` if a document has left its corpus."""
    found: dict[tuple[UUID, UUID], UUID] = {}
    for corpus in {edit.corpus_id for edit in edits}:
        keys = {edit.document_key for edit in edits if edit.corpus_id == corpus}
        memberships = lock_memberships(corpus, Document.objects.filter(pk__in=keys))
        found |= {(corpus, document): membership for document, membership in memberships.items()}
    return found


def _record(action: Action, rows: Sequence[DocumentLabel], *, actor: User) -> None:
    labels = Label.with_deleted.select_related("corpus").in_bulk({row.label_id for row in rows})
    for key, label in labels.items():
        record_document_labels(action, label, [row.document_id for row in rows if row.label_id == key], actor)
