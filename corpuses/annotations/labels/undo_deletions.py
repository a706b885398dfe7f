"""Undo and redo the creation, deletion and restoration of labels."""

from datetime import datetime
from typing import Any, Final
from uuid import UUID

from core.db.row_locks import lock_for_delete
from core.errors import Conflict, NotFound
from corpuses.annotations.edits import EditOutdated
from corpuses.annotations.labels import services as labels
from corpuses.annotations.labels.hierarchy import LabelTree
from corpuses.annotations.models import Edit, Label
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
