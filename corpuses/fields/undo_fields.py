"""Undo and redo the edits of fields: their creation, changes, deletion and restoration."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from core.deletion import is_in_bin
from corpuses.annotations.edits import EditOutdated, Step, Undoable, targets_of
from corpuses.annotations.models import Edit
from corpuses.fields import services
from corpuses.fields.edits import state_of_field
from corpuses.fields.models import DocumentField, FieldValue
from users.models import User

_DELETED: Final = "deleted"  # the part of an edit that is changed; the others are those of `edits.deletion_of`


class FieldEdits(Undoable):
    """Edits of fields: of their creation, names, types, choices, places, deletion and restoration."""

    def replay(self, steps: Sequence[Step], *, actor: User) -> None:
        for step in steps:
            services.lock_fields(step.edit.corpus_id)
            field = _locked(step.key)
            if _DELETED in step.edit.changes:
                _replay_deletion(step, field, actor=actor)
            else:
                _change(step, field, actor=actor)

    def value_at(self, edit: Edit, place: int) -> str | None:
        names = edit.changes.get("name")
        return names and str(names[place])


def _locked(key: UUID) -> DocumentField:
    """Return a field that is perhaps in the bin, locked until the transaction ends."""
    rows = DocumentField.with_deleted.select_for_update(of=("self",)).select_related("corpus__owner")
    field = rows.filter(pk=key).first()
    if field is None:
        raise EditOutdated
    return field


def _change(step: Step, field: DocumentField, *, actor: User) -> None:
    """Set the parts of a field, and the values that the edit has converted, unless they were set since."""
    if is_in_bin(field):
        raise EditOutdated
    then = targets_of([step], {field.pk: state_of_field(field)})[field.pk]

    def revised(row: FieldValue) -> list[str]:
        pair: list[list[str]] = row.earlier.get(str(step.edit.pk), [row.values, row.values])
        present, wanted = reversed(pair) if step.is_undone else pair
        return wanted if row.values == present else row.values

    services.set_field(field, then, revised=revised, actor=actor)


def _replay_deletion(step: Step, field: DocumentField, *, actor: User) -> None:
    """Move a field to the bin again, or take it from there."""
    now, then = step.pair(_DELETED)
    if is_in_bin(field) != now:
        raise EditOutdated
    if then:
        _delete(step.edit, field, actor=actor)
        return
    if field.deleted_at is None or field.deleted_at.isoformat() != step.edit.changes["moment"]:
        raise EditOutdated
    services.take_field_from_bin(field, actor=actor)


def _delete(edit: Edit, field: DocumentField, *, actor: User) -> None:
    """Delete a field again, unless it was changed or got more values since."""
    changes = edit.changes
    is_changed = "version" in changes and changes["version"] != services.version_of_field(field)
    if is_changed or FieldValue.objects.filter(field=field).count() > changes.get("values", 0):
        raise EditOutdated
    # A restored field is in the bin again since the time of its deletion, which can be undone, too.
    moment = datetime.fromisoformat(changes["moment"]) if edit.kind == Edit.Kind.RESTORED else None
    edit.changes |= services.move_field_to_bin(field, actor=actor, moment=moment)
    edit.save(update_fields=["changes"])
