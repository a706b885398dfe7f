"""The state of a label as data, and the record of what a user changed of it (`corpuses.annotations.undo_labels`)."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from corpuses.annotations.edits import store_edits
from corpuses.annotations.models import Edit, Label
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
    if not changes:
        return
    edit = Edit(
        corpus_id=label.corpus_id,
        subject=Edit.Subject.LABEL,
        subject_id=label.pk,
        kind=Edit.Kind.CHANGED,
        changes=changes,
    )
    store_edits([edit], actor=actor, group=group)


def _archived_in(corpus_id: UUID) -> dict[str, str | None]:
    rows = Label.objects.filter(corpus=corpus_id).values_list("pk", "archived")
    return {str(key): archived.isoformat() if archived else None for key, archived in rows}


def _differing(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    keys = [key for key in before if before[key] != after.get(key)]
    return [{key: state.get(key) for key in keys} for state in (before, after)]
