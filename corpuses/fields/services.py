"""Create, change, order, delete and restore the fields of a corpus."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypedDict, Unpack
from uuid import UUID

from django.db.models import F
from django.utils import timezone

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.ids import uuid7
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.rows import refuse_duplicate, saved_changes
from core.db.transactions import atomic_with_retry, purging
from core.deletion import free_name, move_to_bin
from core.errors import Conflict, Invalid, NotFound
from corpuses.events import record_corpus_event
from corpuses.fields.edits import (
    delete_field_edits,
    deletion_of,
    record_field_creation,
    record_field_deletion,
    record_field_edit,
    record_field_restoration,
    state_of_field,
)
from corpuses.fields.models import DocumentField, FieldValue
from corpuses.fields.values import MAX_CHOICES, InvalidFieldValue, normalise
from corpuses.models import Corpus
from documents.pipeline.filenames import without_invisible
from users.models import User

LIMIT: Final = 50  # of each corpus
NAME_LIMIT: Final = 100
DESCRIPTION_LIMIT: Final = 1_000
_BATCH: Final = 1_000
_DEFINITION: Final = ("name", "description", "type", "choices")
_OF_VALUES: Final = ("type", "choices")  # the parts that values depend on
_WITH_CHOICES: Final = {DocumentField.Type.ENUM, DocumentField.Type.LIST}


class FieldExists(Conflict):
    """The corpus already has a field of this name."""

    code = "field_exists"
    what_to_do = "Choose another name, or use the existing field."


class TooManyFields(Conflict):
    """The corpus has the largest number of fields."""

    code = "too_many_fields"
    what_to_do = "Delete fields that are not needed."


class FieldValuesMismatch(Conflict):
    """Documents have values that do not fit this type or these choices."""

    code = "field_values_mismatch"
    what_to_do = "Change or clear the values of `documents` documents, then change the field."


def version_of_field(field: DocumentField) -> str:
    """Return the version of what can be edited."""
    return fingerprint(field.name, field.description, field.type, field.choices)


@atomic_with_retry
def create_field(
    corpus: Corpus,
    *,
    name: str,
    type: str,  # noqa: A002 - its name in the API
    description: str = "",
    choices: Sequence[str] = (),
    actor: User,
    group: UUID | None = None,
) -> DocumentField:
    """Create a field after the others of the corpus. `group` is that of the edit."""
    require(actor, Permission.EDIT, corpus)
    lock_fields(corpus.pk)
    field = DocumentField(
        corpus=corpus,
        name=_name(name),
        type=_type(type),
        description=_description(description),
        choices=_choices(type, choices),
        position=_next_position(corpus.pk),
    )
    with refuse_duplicate("document_field_name_once", FieldExists(field="name")):
        field.save(force_insert=True)
    record(Action.FIELD_CREATED, field, actor=actor)
    record_field_creation(field, version=version_of_field(field), actor=actor, group=group)
    record_corpus_event(corpus, "fields")
    return field


class FieldChanges(TypedDict, total=False):
    """Changes of a field; `None` keeps a part as it is.

    `renamed_choices` has new names of choices, by their present ones, which the values get, too; `choices`, if given,
    has the new names. A choice that gets the name of another one is merged with it.
    """

    name: str | None
    description: str | None
    type: str | None
    choices: Sequence[str] | None
    renamed_choices: Mapping[str, str] | None
    position: int | None


@atomic_with_retry
def update_field(
    field: DocumentField,
    *,
    actor: User,
    expected: str | None = None,
    group: UUID | None = None,
    **changes: Unpack[FieldChanges],
) -> DocumentField:
    """Change or move a field. Raise `FieldValuesMismatch` if values do not fit its new type or choices.

    `group` is that of the edit.
    """
    require(actor, Permission.EDIT, field.corpus)
    lock_fields(field.corpus_id)
    field = locked_field(field)
    require_unchanged(expected, version_of_field(field))
    before, edit = state_of_field(field), uuid7()
    with refuse_duplicate("document_field_name_once", FieldExists(field="name")), saved_changes(field):
        if (name := changes.get("name")) is not None:
            field.name = _name(name)
        if (description := changes.get("description")) is not None:
            field.description = _description(description)
        is_converted = _change_type(field, changes, edit=edit)
    if (position := changes.get("position")) is not None:
        _move(field, position)
    changed = {part for part, value in state_of_field(field).items() if value != before[part]}
    changed |= {"choices"} if is_converted else set()
    if not changed:
        return field
    record_field_edit(edit, field, before, is_converted=is_converted, actor=actor, group=group)
    record(Action.FIELD_CHANGED, field, actor=actor, fields=sorted(changed))
    record_corpus_event(field.corpus, "fields", *([] if changed.isdisjoint(_OF_VALUES) else ["field_values"]))
    return field


def set_field(
    field: DocumentField, state: Mapping[str, Any], *, revised: Callable[[FieldValue], Sequence[str]], actor: User
) -> None:
    """Set parts of a locked field without an edit; with its type or choices, also the values as they are revised."""
    with refuse_duplicate("document_field_name_once", FieldExists(field="name")), saved_changes(field):
        for part in state.keys() & set(_DEFINITION):
            setattr(field, part, state[part])
        if not state.keys().isdisjoint(_OF_VALUES):
            _convert_values(field, revised)
    if "position" in state:
        _move(field, state["position"])
    record(Action.FIELD_CHANGED, field, actor=actor, fields=sorted(state))
    record_corpus_event(field.corpus, "fields", "field_values")


@atomic_with_retry
def delete_field(field: DocumentField, *, actor: User, permanently: bool = False, group: UUID | None = None) -> None:
    """Move a field to the bin with the values that documents have for it. `group` is that of the edit."""
    require(actor, Permission.EDIT, field.corpus)
    lock_fields(field.corpus_id)
    field = locked_field(field)
    deletion = move_field_to_bin(field, actor=actor)
    if permanently:
        purge_field(field)
    else:
        record_field_deletion(field, deletion, actor=actor, group=group)


def move_field_to_bin(field: DocumentField, *, actor: User, moment: datetime | None = None) -> dict[str, Any]:
    """Delete a locked field without an edit; return what is needed to undo that."""
    moment = moment or timezone.now()
    deletion = deletion_of(field, moment=moment)
    move_to_bin(DocumentField.objects.filter(pk=field.pk), user_id=actor.pk, moment=moment)
    later = DocumentField.objects.filter(corpus=field.corpus_id, position__gt=field.position)
    later.update(position=F("position") - 1)
    record(Action.FIELD_DELETED, field, actor=actor, values=deletion["values"])
    record_corpus_event(field.corpus, "fields", "field_values")
    return deletion


@atomic_with_retry
def restore_field(field: DocumentField, *, actor: User) -> None:
    """Restore a field with its values; rename it if its name is taken."""
    require(actor, Permission.EDIT, field.corpus)
    lock_fields(field.corpus_id)
    field.refresh_from_db()
    if field.deleted_at is None:
        raise NotFound
    deletion = deletion_of(field, moment=field.deleted_at)
    take_field_from_bin(field, actor=actor)
    record_field_restoration(field, deletion, actor=actor)


def take_field_from_bin(field: DocumentField, *, actor: User) -> None:
    """Restore a field without an edit, at its place; the caller has the lock of `lock_fields`."""
    others = DocumentField.objects.filter(corpus=field.corpus_id)
    place, field.position = field.position, _next_position(field.corpus_id)
    field.name = free_name(field.name, lambda name: others.filter(name=name).exists())
    field.deleted_at, field.deleted_by = None, None
    field.save(update_fields=["name", "position", "deleted_at", "deleted_by"])
    _move(field, place)
    record(Action.FIELD_RESTORED, field, actor=actor)
    record_corpus_event(field.corpus, "fields", "field_values")


@purging
def purge_field(field: DocumentField) -> None:
    """Remove a field with its values from the database."""
    record(Action.FIELD_PURGED, field)
    record_corpus_event(field.corpus, "bin")
    delete_field_edits(field)
    DocumentField.with_deleted.filter(pk=field.pk).delete()


def locked_field(field: DocumentField) -> DocumentField:
    """Return the field as it is now, locked; raise `NotFound` if it was deleted in the meantime."""
    rows = DocumentField.objects.select_for_update(of=("self",)).select_related("corpus__owner")
    found = rows.filter(pk=field.pk).first()
    if found is None:
        raise NotFound("The field was deleted in the meantime.", field="field")
    return found


def _change_type(field: DocumentField, changes: FieldChanges, *, edit: UUID) -> bool:
    """Change the type and the choices, and convert the values; return whether one has changed."""
    before = (field.type, field.choices)
    if (type_ := changes.get("type")) is not None:
        field.type = _type(type_)
    renamed = _renamed(field.choices, changes.get("renamed_choices") or {})
    named = [renamed.get(choice, choice) for choice in field.choices]
    choices = changes.get("choices")
    field.choices = _choices(field.type, named if choices is None else choices)
    if (field.type, field.choices) == before and not renamed:
        return False
    return _convert_values(field, lambda row: [renamed.get(each, each) for each in row.values], edit=edit)


def _convert_values(
    field: DocumentField, revised: Callable[[FieldValue], Sequence[str]], *, edit: UUID | None = None
) -> bool:
    """Normalise the revised values; return whether one has changed, which keeps the one of before for the edit.

    Raise `FieldValuesMismatch`, with their number, if some do not fit.
    """
    mismatches, is_converted = 0, False
    changed = []
    for row in FieldValue.objects.filter(field=field).select_for_update(of=("self",)).order_by("pk"):
        try:
            value = normalise(field.type, field.choices, revised(row))
        except InvalidFieldValue:
            mismatches += 1
            continue
        if value and (value.values, value.text, value.sort_key) != (row.values, row.text, row.sort_key):
            if edit and value.values != row.values:
                row.earlier[str(edit)] = [row.values, value.values]
                is_converted = True
            row.values, row.text, row.sort_key = value.values, value.text, value.sort_key
            changed.append(row)
    if mismatches:
        documents = "1 document has a value" if mismatches == 1 else f"{mismatches} documents have values"
        message = f"{documents} that would not fit. Change or clear these values first."
        raise FieldValuesMismatch(message, documents=mismatches)
    FieldValue.objects.bulk_update(changed, ["values", "text", "sort_key", "earlier"], batch_size=_BATCH)
    return is_converted


def _move(field: DocumentField, position: int) -> None:
    """Move a field to a place among those of its corpus; a larger number is the end."""
    others = list(DocumentField.objects.filter(corpus=field.corpus_id).exclude(pk=field.pk))
    others.insert(min(position, len(others)), field)
    moved = [each for place, each in enumerate(others) if each.position != place]
    for place, each in enumerate(others):
        each.position = place
    DocumentField.objects.bulk_update(moved, ["position"])


def lock_fields(corpus_id: UUID) -> None:
    """Let changes of the fields of a corpus follow one another, so that the limit and the positions hold."""
    Corpus.with_deleted.select_for_update(no_key=True).filter(pk=corpus_id).exists()


def _next_position(corpus_id: UUID) -> int:
    """Return the place after the fields of a corpus; raise `TooManyFields` if it has as many as it may have."""
    count = DocumentField.objects.filter(corpus=corpus_id).count()
    if count >= LIMIT:
        raise TooManyFields(f"This corpus has {LIMIT} fields already.")
    return count


def _name(text: str) -> str:
    name = without_invisible(text)
    if not 0 < len(name) <= NAME_LIMIT:
        raise Invalid(f"The name of a field must have 1 to {NAME_LIMIT} characters.", field="name")
    return name


def _description(text: str) -> str:
    if len(text) > DESCRIPTION_LIMIT:
        raise Invalid(f"The description must have at most {DESCRIPTION_LIMIT} characters.", field="description")
    return text.replace("\x00", "").strip()


def _type(value: str) -> str:
    if value not in DocumentField.Type.values:
        raise Invalid("There is no such type of fields.", field="type")
    return value


def _renamed(choices: Sequence[str], names: Mapping[str, str]) -> dict[str, str]:
    """Return the new names of these choices that differ from the present ones."""
    if unknown := names.keys() - set(choices):
        raise Invalid(f"“{min(unknown)[:NAME_LIMIT]}” is not a choice of this field.", field="renamed_choices")
    renamed = {choice: without_invisible(name) for choice, name in names.items()}
    if not all(0 < len(name) <= NAME_LIMIT for name in renamed.values()):
        raise Invalid(f"The name of a choice must have 1 to {NAME_LIMIT} characters.", field="renamed_choices")
    return {choice: name for choice, name in renamed.items() if name != choice}


def _choices(type_: str, choices: Sequence[str]) -> list[str]:
    """Return the choices of a field without repetitions; none if its type has none."""
    if type_ not in _WITH_CHOICES:
        return []
    found = list(dict.fromkeys(text for each in choices if (text := without_invisible(each))))
    if not 0 < len(found) <= MAX_CHOICES or any(len(each) > NAME_LIMIT for each in found):
        raise Invalid(
            f"The field needs 1 to {MAX_CHOICES} choices of at most {NAME_LIMIT} characters.", field="choices"
        )
    return found
