"""Undo and redo the edits of labels: their creation, changes and deletion, and merges of one into another."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import IntegrityError, transaction

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.row_locks import lock_for_delete, lock_keys_against_delete
from core.errors import Conflict, NotFound
from corpuses.annotations.edits import EditOutdated
from corpuses.annotations.labels import services as labels
from corpuses.annotations.labels.hierarchy import LabelTree
from corpuses.annotations.labels.merging import MERGE, merge_again, split_merged
from corpuses.annotations.labels.states import state_of_label
from corpuses.annotations.models import Edit, Label
from corpuses.events import record_corpus_event
from users.models import User

DELETED: Final = "deleted"  # the part of an edit that is changed; the others are those of `label_states.deletion_of`


def replay_label_deletion(edit: Edit, *, actor: User, is_undone: bool) -> None:
    """Move a label to the bin again, or take it from there; raise `EditOutdated` if it has changed since."""
    now, then = reversed(edit.changes[DELETED]) if is_undone else edit.changes[DELETED]
    label = Label.with_deleted.select_related("corpus").filter(pk=edit.subject_key).first()
    if label is None or (label.deleted_at is not None) != now:
        raise EditOutdated
    try:
        lock_for_delete(label)  # nothing gets the label meanwhile
        if then:
            _delete(edit, label, actor=actor)
        else:
            _restore(edit, label, actor=actor)
    except (Conflict, NotFound):  # something has the label, or its place is no longer possible
        raise EditOutdated from None


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


def require_label_edits(edits: Sequence[Edit], *, actor: User) -> None:
    """Require the permission to change the labels of these corpora; annotators may create them."""
    for corpus, kind in {(edit.corpus, edit.kind) for edit in edits}:
        require(actor, Permission.ANNOTATE if kind == Edit.Kind.CREATED else Permission.EDIT, corpus)


def replay_label_edits(edits: Sequence[Edit], *, actor: User, is_undone: bool) -> None:
    """Undo edits, or do them again, in the given order."""
    for edit in edits:
        labels.lock_labels(edit.corpus_id)
        if DELETED in edit.changes:
            replay_label_deletion(edit, actor=actor, is_undone=is_undone)
        elif MERGE not in edit.changes:
            _change(edit, actor=actor, is_undone=is_undone)
        elif is_undone:
            split_merged(edit, actor=actor)
        else:
            merge_again(edit, actor=actor)


def _change(edit: Edit, *, actor: User, is_undone: bool) -> None:
    label = Label.objects.select_for_update(of=("self",), no_key=True).filter(pk=edit.subject_key).first()
    if label is None:
        raise EditOutdated
    before, after = ({part: pair[place] for part, pair in edit.changes.items()} for place in (0, 1))
    now, then = (after, before) if is_undone else (before, after)
    if _parts_of(state_of_label(label), now) != now:
        raise EditOutdated
    for name in ("name", "color", "description"):
        setattr(label, name, then.get(name, getattr(label, name)))
    try:
        with transaction.atomic():
            label.save(update_fields=["name", "color", "description"])
            _rearrange(label, then)
    except (IntegrityError, Conflict, NotFound):  # the name is taken, or its place is no longer possible
        raise EditOutdated from None
    _record(label, then, actor=actor)
    record_corpus_event(edit.corpus, "labels")


def _parts_of(state: Mapping[str, Any], names: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parts of a state that an edit has; of the archived labels only those that it has archived."""
    parts = {part: state[part] for part in names}
    if "archived" in names:
        parts["archived"] = {key: state["archived"].get(key, "") for key in names["archived"]}
    return parts


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
