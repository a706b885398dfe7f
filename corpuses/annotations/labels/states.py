"""The state of a label as data, and the record of what a user changed of it (`corpuses.annotations.labels.undo`)."""

from collections.abc import Collection, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from corpuses.annotations.edits import store_edits
from corpuses.annotations.models import Edit, Label
from corpuses.annotations.states import CREATION, DELETION
from users.models import User

# The name, the color, the description, the place, and the times since when labels of the corpus are archived.
State = dict[str, Any]


def state_of_label(label: Label) -> State:
    """Return what an edit stores of a label; needs the lock of `lock_labels`."""
    row = Label.objects.get(pk=label.pk)
    return {
        "name": row.name,
        "color": row.color,
        "description": row.description,
        "place": place_of(row),
        "archived": _archived_in(row.corpus_id),
    }


def place_of(label: Label) -> list[str | int | None]:
    """Return the parent of a label and the place among its children, from 0."""
    siblings = Label.objects.filter(corpus=label.corpus_id, parent=label.parent_id)
    order = list(siblings.values_list("pk", flat=True))
    return [
        str(label.parent_id) if label.parent_id else None,
        order.index(label.pk) if label.pk in order else len(order),
    ]


def record_label_edit(label: Label, before: State, *, actor: User, group: UUID | None) -> None:
    """Record how a label differs from its earlier state, in the transaction that changed it."""
    after = state_of_label(label)
    changes = {part: [before[part], after[part]] for part in before if before[part] != after[part]}
    if "archived" in changes:
        changes["archived"] = _differing(before["archived"], after["archived"])
    if changes:
        _store(label, Edit.Kind.CHANGED, changes, actor=actor, group=group)


def record_label_creation(label: Label, *, version: str, actor: User, group: UUID | None) -> None:
    """Record that a label was created. It is deleted again only while it has this version."""
    _store(label, Edit.Kind.CREATED, CREATION | {"version": version}, actor=actor, group=group)


def record_label_deletion(label: Label, deletion: Mapping[str, Any], *, actor: User, group: UUID | None) -> None:
    """Record that a label was moved to the bin; `deletion` is what `deletion_of` has returned."""
    _store(label, Edit.Kind.DELETED, {**DELETION, **deletion}, actor=actor, group=group)


def record_label_restoration(label: Label, deletion: Mapping[str, Any], *, actor: User) -> None:
    """Record that a label was taken from the bin, with the moment and the annotations of its deletion."""
    _store(label, Edit.Kind.RESTORED, {**CREATION, **deletion}, actor=actor, group=None)


def deletion_of(label: Label, *, moment: datetime, annotations: Collection[UUID], with_use: bool) -> dict[str, Any]:
    """Return what is needed to undo the deletion of a label, which is still at its place.

    `annotations` are moved to the bin with it; `with_use` says whether it may be deleted while something has it.
    """
    children = Label.objects.filter(corpus=label.corpus_id, parent=label.pk)
    return {
        "moment": moment.isoformat(),
        "annotations": [str(key) for key in annotations],
        "with_use": with_use,
        "place": place_of(label),
        "children": [str(key) for key in children.values_list("pk", flat=True)],
    }


def delete_label_edits(label: Label) -> None:
    """Delete the edits of a label that is removed from the database: they contain its names."""
    Edit.objects.filter(subject=Edit.Subject.LABEL, subject_id=label.pk).delete()


def _store(label: Label, kind: Edit.Kind, changes: Mapping[str, Any], *, actor: User, group: UUID | None) -> None:
    edit = Edit(
        corpus_id=label.corpus_id, subject=Edit.Subject.LABEL, subject_id=label.pk, kind=kind, changes=dict(changes)
    )
    store_edits([edit], actor=actor, group=group)


def _archived_in(corpus_id: UUID) -> dict[str, str | None]:
    rows = Label.objects.filter(corpus=corpus_id).values_list("pk", "archived")
    return {str(key): archived.isoformat() if archived else None for key, archived in rows}


def _differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    keys = [key for key in before if before[key] != after.get(key)]
    return [{key: state.get(key) for key in keys} for state in (before, after)]
