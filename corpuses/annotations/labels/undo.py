"""Undo and redo the edits of labels: their creation, changes and deletion, and merges of one into another."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.row_locks import lock_for_delete, lock_keys_against_delete
from corpuses.annotations.edits import EditOutdated, Step, Undoable, targets_of
from corpuses.annotations.labels import services as labels
from corpuses.annotations.labels.hierarchy import LabelTree
from corpuses.annotations.labels.merging import MERGE, merge_again, split_merged
from corpuses.annotations.labels.states import state_of_label
from corpuses.annotations.models import Edit, Label
from corpuses.events import record_corpus_event
from users.models import User

_DELETED: Final = "deleted"  # the part of an edit that is changed; the others are those of `states.deletion_of`


def _replay_deletion(step: Step, *, actor: User) -> None:
    """Move a label to the bin again, or take it from there."""
    edit = step.edit
    now, then = step.pair(_DELETED)
    label = Label.with_deleted.select_related("corpus").filter(pk=edit.subject_key).first()
    if label is None or (label.deleted_at is not None) != now:
        raise EditOutdated
    lock_for_delete(label)  # nothing gets the label meanwhile
    if then:
        _delete(edit, label, actor=actor)
    else:
        _restore(edit, label, actor=actor)


def _delete(edit: Edit, label: Label, *, actor: User) -> None:
    """Delete a label with the annotations that the edit names; others were made since."""
    changes = edit.changes
    others = label.annotations.exclude(pk__in=changes.get("annotations", []))
    is_changed = "version" in changes and changes["version"] != labels.version_of_label(label)
    if is_changed or others.exists() or (edit.kind == Edit.Kind.CREATED and label.children.exists()):
        raise EditOutdated
    # A restored label is in the bin again since the time of its deletion, which can be undone, too.
    moment = datetime.fromisoformat(changes["moment"]) if edit.kind == Edit.Kind.RESTORED else None
    with_use = changes.get("with_use", False)
    edit.changes |= labels.move_label_to_bin(label, actor=actor, with_annotations=with_use, moment=moment)
    edit.save(update_fields=["changes"])


def _restore(edit: Edit, label: Label, *, actor: User) -> None:
    """Restore a label with what was deleted together with it, at its place, with the labels below it."""
    changes: dict[str, Any] = edit.changes
    if label.deleted_at is None or label.deleted_at.isoformat() != changes["moment"]:
        raise EditOutdated
    labels.take_label_from_bin(label, actor=actor)
    tree = LabelTree(edit.corpus_id)
    tree.put(label.pk, changes["place"])
    above = tree.label(label.pk).parent_id
    for child in map(UUID, changes["children"]):
        if tree.has(child) and tree.label(child).parent_id == above:
            tree.move(child, label.pk)
    tree.save()


def restore_labels(keys: Collection[UUID]) -> None:
    """Take the labels from the bin that something gets back; raise `EditOutdated` if one was purged."""
    if lock_keys_against_delete(Label.with_deleted, keys) != set(keys):
        raise EditOutdated
    for label in Label.with_deleted.filter(pk__in=keys).exclude(deleted_at=None).select_related("corpus"):
        labels.restore_without_annotations(label)
        record_corpus_event(label.corpus, "labels")


class LabelEdits(Undoable):
    """Edits of labels: of their creation, names, colors, places and deletion, and merges of one into another."""

    def require(self, edits: Sequence[Edit], *, actor: User) -> None:
        for corpus, kind in {(edit.corpus, edit.kind) for edit in edits}:  # annotators may create labels
            require(actor, Permission.ANNOTATE if kind == Edit.Kind.CREATED else Permission.EDIT, corpus)

    def replay(self, steps: Sequence[Step], *, actor: User) -> None:
        for step in steps:
            labels.lock_labels(step.edit.corpus_id)
            if _DELETED in step.edit.changes:
                _replay_deletion(step, actor=actor)
            elif MERGE not in step.edit.changes:
                _change(step, actor=actor)
            elif step.is_undone:
                split_merged(step.edit, actor=actor)
            else:
                merge_again(step.edit, actor=actor)

    def label_of(self, edit: Edit) -> UUID | None:
        return edit.subject_key

    def value_at(self, edit: Edit, place: int) -> str | None:
        names = edit.changes[MERGE]["names"] if MERGE in edit.changes else edit.changes.get("name")
        return names and str(names[place])


def _change(step: Step, *, actor: User) -> None:
    label = Label.objects.select_for_update(of=("self",), no_key=True).filter(pk=step.key).first()
    if label is None:
        raise EditOutdated
    state = state_of_label(label)
    if "archived" in step.edit.changes:  # only those labels that the edit has archived
        now, _ = step.pair("archived")
        state["archived"] = {key: state["archived"].get(key, "") for key in now}
    then = targets_of([step], {label.pk: state})[label.pk]
    for name in ("name", "color", "description"):
        setattr(label, name, then.get(name, getattr(label, name)))
    label.save(update_fields=["name", "color", "description"])
    _rearrange(label, then)
    _record(label, then, actor=actor)
    record_corpus_event(step.edit.corpus, "labels")


def _rearrange(label: Label, then: Mapping[str, Any]) -> None:
    tree = LabelTree(label.corpus_id)
    archived = {
        UUID(key): moment and datetime.fromisoformat(moment) for key, moment in then.get("archived", {}).items()
    }
    tree.set_archived({key: moment for key, moment in archived.items() if moment is None})
    if "place" in then:
        tree.put(label.pk, then["place"])
    tree.set_archived(archived)
    tree.save()


def _record(label: Label, then: Mapping[str, Any], *, actor: User) -> None:
    fields = [{"place": "position"}.get(part, part) for part in then if part != "archived"]
    if fields:
        record(Action.LABEL_CHANGED, label, actor=actor, fields=fields)
    if "archived" in then:
        is_archived = then["archived"].get(str(label.pk)) is not None
        record(Action.LABEL_ARCHIVED if is_archived else Action.LABEL_UNARCHIVED, label, actor=actor)
