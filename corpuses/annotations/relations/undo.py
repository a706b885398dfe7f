"""Undo and redo the edits of relations: they are removed, created again with the same id, or get a label."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from audit.actions import Action
from core.access import Permission, require
from core.db.row_locks import lock_keys_against_delete
from corpuses.annotations.edits import EditOutdated, Step, Undoable
from corpuses.annotations.labels.undo import restore_labels
from corpuses.annotations.models import Annotation, Edit, Label, Relation
from corpuses.annotations.relations.services import (
    RELATION,
    record_relation,
    set_label,
    state_of_relation,
)
from corpuses.annotations.states import existing_user
from users.models import User


class RelationEdits(Undoable):
    """Edits of relations: of their creation, their labels and their deletion."""

    def require(self, edits: Sequence[Edit], *, actor: User) -> None:
        needed = set()
        for edit in edits:
            before, after = edit.changes[RELATION]
            is_own = (before or after)["creator"] == str(actor.pk)
            needed.add((edit.corpus, Permission.ANNOTATE if is_own else Permission.EDIT))
        for corpus, permission in needed:
            require(actor, permission, corpus)

    def replay(self, steps: Sequence[Step], *, actor: User) -> None:
        for step in steps:
            now, then = step.pair(RELATION)
            if then is None:
                _remove(step.key, now, actor=actor)
            elif now is None:
                _create(step.edit, then, actor=actor)
            else:
                _relabel(step.key, now, then, actor=actor)

    def label_of(self, edit: Edit) -> UUID | None:
        before, after = edit.changes[RELATION]
        return UUID((after or before)["label"])

    def label_at(self, edit: Edit, place: int) -> UUID | None:
        return UUID(edit.changes[RELATION][place]["label"]) if edit.kind == Edit.Kind.CHANGED else None


def _locked(key: UUID, state: Mapping[str, Any]) -> Relation:
    """Return a relation, locked; raise `EditOutdated` if it has changed since."""
    rows = Relation.with_deleted.select_for_update(of=("self",)).select_related("corpus")
    relation = rows.filter(pk=key).first()
    if relation is None or state_of_relation(relation) != state:
        raise EditOutdated
    return relation


def _relabel(key: UUID, now: Mapping[str, Any], then: Mapping[str, Any], *, actor: User) -> None:
    restore_labels({UUID(then["label"])})
    relation = _locked(key, now)
    set_label(relation, Label.objects.get(pk=then["label"]))
    record_relation(Action.RELATION_CHANGED, relation, actor)


def _remove(key: UUID, state: Mapping[str, Any], *, actor: User) -> None:
    relation = _locked(key, state)
    Relation.with_deleted.filter(pk=key).delete()
    record_relation(Action.RELATION_DELETED, relation, actor)


def _create(edit: Edit, state: Mapping[str, Any], *, actor: User) -> None:
    source, target, label = (UUID(state[name]) for name in ("source", "target", "label"))
    if lock_keys_against_delete(Annotation.objects, {source, target}) != {source, target}:
        raise EditOutdated
    restore_labels({label})
    relation = Relation(
        id=edit.subject_key,
        corpus=edit.corpus,
        document_id=edit.document_key,
        source_id=source,
        target_id=target,
        label_id=label,
        creator_id=existing_user(state["creator"]),
    )
    relation.save(force_insert=True)
    record_relation(Action.RELATION_CREATED, relation, actor)
