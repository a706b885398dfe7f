"""The state of a field as data, and the record of what a user changed of it (`corpuses.fields.undo_fields`)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from corpuses.annotations.edits import store_edits
from corpuses.annotations.models import Edit
from corpuses.annotations.states import CREATION, DELETION
from corpuses.fields.models import DocumentField, FieldValue
from users.models import User

State = dict[str, Any]

_PARTS: Final = ("name", "description", "type", "choices", "position")


def state_of_field(field: DocumentField) -> State:
    """Return what an edit stores of a field. The values that it converted have those of before in `earlier`."""
    return {part: getattr(field, part) for part in _PARTS}


def record_field_edit(
    key: UUID, field: DocumentField, before: State, *, is_converted: bool, actor: User, group: UUID | None
) -> None:
    """Record how a field differs from its earlier state; with its choices, even the same, if values were changed."""
    after = state_of_field(field)
    changed = {part for part in before if before[part] != after[part]} | ({"choices"} if is_converted else set())
    changes = {part: [before[part], after[part]] for part in sorted(changed)}
    if changes:
        _store(field, Edit.Kind.CHANGED, changes, key=key, actor=actor, group=group)


def record_field_creation(field: DocumentField, *, version: str, actor: User, group: UUID | None) -> None:
    """Record that a field was created. It is deleted again only while it has this version."""
    _store(field, Edit.Kind.CREATED, CREATION | {"version": version}, actor=actor, group=group)


def record_field_deletion(
    field: DocumentField, deletion: Mapping[str, Any], *, actor: User, group: UUID | None
) -> None:
    """Record that a field was moved to the bin; `deletion` is what `deletion_of` has returned."""
    _store(field, Edit.Kind.DELETED, {**DELETION, **deletion}, actor=actor, group=group)


def record_field_restoration(field: DocumentField, deletion: Mapping[str, Any], *, actor: User) -> None:
    """Record that a field was taken from the bin, with the moment of its deletion."""
    _store(field, Edit.Kind.RESTORED, {**CREATION, **deletion}, actor=actor, group=None)


def deletion_of(field: DocumentField, *, moment: datetime) -> dict[str, Any]:
    """Return what is needed to undo the deletion of a field, and with how many values it may be deleted again."""
    return {"moment": moment.isoformat(), "values": FieldValue.with_deleted.filter(field=field).count()}


def delete_field_edits(field: DocumentField) -> None:
    """Delete the edits of a field that is removed from the database, and of its values: they contain these."""
    subjects = (Edit.Subject.FIELD, Edit.Subject.FIELD_VALUE)
    Edit.objects.filter(subject__in=subjects, subject_id=field.pk).delete()


def _store(
    field: DocumentField,
    kind: Edit.Kind,
    changes: Mapping[str, Any],
    *,
    actor: User,
    group: UUID | None,
    key: UUID | None = None,
) -> None:
    edit = Edit(
        corpus_id=field.corpus_id,
        subject=Edit.Subject.FIELD,
        subject_id=field.pk,
        kind=kind,
        changes=dict(changes),
        **({"id": key} if key else {}),
    )
    store_edits([edit], actor=actor, group=group)
