"""Undo and redo the edits of fields: their creation, changes, deletion and restoration."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final
from uuid import UUID

from core.access import Permission, require
from core.deletion import is_in_bin
from core.errors import Conflict
from corpuses.annotations.edits import EditOutdated
from corpuses.annotations.models import Edit
from corpuses.fields import services
from corpuses.fields.edits import state_of_field
from corpuses.fields.models import DocumentField, FieldValue
from users.models import User

_DELETED: Final = "deleted"  # the part of an edit that is changed; the others are those of `edits.deletion_of`


def require_field_edits(edits: Sequence[Edit], *, actor: User) -> None:
    """Require the permission to change the fields of these corpora."""
    for corpus in {edit.corpus for edit in edits}:
        require(actor, Permission.EDIT, corpus)


def replay_field_edits(edits: Sequence[Edit], *, actor: User, is_undone: bool) -> None:
    """Undo edits, or do them again, in the given order."""
    for edit in edits:
        services.lock_fields(edit.corpus_id)
        field = _locked(edit.subject_key)
        try:
            if _DELETED in edit.changes:
                _replay_deletion(edit, field, actor=actor, is_undone=is_undone)
            else:
                _change(edit, field, actor=actor, is_undone=is_undone)
        except Conflict:  # the name is taken, values do not fit, or there are too many fields
            raise EditOutdated from None


def _locked(key: UUID) -> DocumentField:
    """Return a field that is perhaps in the bin, locked until the transaction ends."""
    rows = DocumentField.with_deleted.select_for_update(of=("self",)).select_related("corpus__owner")
    field = rows.filter(pk=key).first()
    if field is None:
        raise EditOutdated
    return field


def _change(edit: Edit, field: DocumentField, *, actor: User, is_undone: bool) -> None:
    """Set the parts of a field, and the values that the edit has converted, unless they were set since."""
    before, after = ({part: pair[place] for part, pair in edit.changes.items()} for place in (0, 1))
    now, then = (after, before) if is_undone else (before, after)
    state = state_of_field(field)
    if is_in_bin(field) or any(state[part] != value for part, value in now.items()):
        raise EditOutdated

    def revised(row: FieldValue) -> list[str]:
        pair: list[list[str]] = row.earlier.get(str(edit.pk), [row.values, row.values])
        present, wanted = reversed(pair) if is_undone else pair
        return wanted if row.values == present else row.values

    services.set_field(field, then, revised=revised, actor=actor)


def _replay_deletion(edit: Edit, field: DocumentField, *, actor: User, is_undone: bool) -> None:
    """Move a field to the bin again, or take it from there."""
    now, then = reversed(edit.changes[_DELETED]) if is_undone else edit.changes[_DELETED]
    if is_in_bin(field) != now:
        raise EditOutdated
    if then:
        _delete(edit, field, actor=actor)
        return
    if field.deleted_at is None or field.deleted_at.isoformat() != edit.changes["moment"]:
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
