"""Create, change, copy, delete and restore fieldsets."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.db.models import F

from audit.actions import Action
from audit.log import record
from core.access import Permission, require
from core.db.optimistic_locking import fingerprint, require_unchanged
from core.db.rows import get_row, refuse_duplicate, saved_changes
from core.db.transactions import atomic_with_retry, purging
from core.deletion import free_name, move_to_bin, take_from_bin
from core.errors import Conflict, Invalid, NotFound
from corpuses.events import record_corpus_event
from corpuses.extracts.columns import NAME_LIMIT, TEXT_LIMIT, ColumnDraft, copy_columns, draft_of, replace_columns
from corpuses.extracts.models import Column, Extract, Fieldset
from corpuses.extracts.templates import get_template
from corpuses.models import Corpus
from documents.pipeline.filenames import without_invisible
from users.models import User


class FieldsetExists(Conflict):
    """The corpus already has a fieldset of this name."""

    code = "fieldset_exists"
    what_to_do = "Choose another name, or use the existing fieldset."


class FieldsetInUse(Conflict):
    """An action of the corpus uses this fieldset."""

    code = "fieldset_in_use"
    what_to_do = "Choose another fieldset for the action, or delete the action."


@dataclass(frozen=True, slots=True, kw_only=True)
class FieldsetDraft:
    """A new fieldset: with columns, or a copy of the ready-made one with the name `template`."""

    name: str = ""
    description: str = ""
    template: str = ""
    columns: Sequence[ColumnDraft] = ()


def version_of(fieldset: Fieldset) -> str:
    """Return the version of what can be edited."""
    return version_with(fieldset, fieldset.columns.all())


def version_with(holder: Fieldset | Extract, columns: Iterable[Column]) -> str:
    """Return the version of a holder with these columns."""
    description = holder.description if isinstance(holder, Fieldset) else ""
    return fingerprint(holder.name, description, *(str(draft_of(column)) for column in columns))


@atomic_with_retry
def create_fieldset(draft: FieldsetDraft, *, corpus: Corpus, actor: User) -> Fieldset:
    """Create a fieldset in a corpus."""
    require(actor, Permission.EDIT, corpus)
    template = get_template(draft.template) if draft.template else None
    name, description = draft.name, draft.description
    columns: Sequence[ColumnDraft] = draft.columns
    if template is not None:
        name, description = name or template.name, description or template.description
        columns = columns or template.columns
    fieldset = _create(corpus, name=checked_name(name), description=_description(description), template=draft.template)
    replace_columns(fieldset, columns)
    record(Action.FIELDSET_CREATED, fieldset, actor=actor)
    record_corpus_event(corpus, "fieldsets")
    return fieldset


@atomic_with_retry
def copy_fieldset(fieldset: Fieldset, *, corpus: Corpus, actor: User, name: str = "") -> Fieldset:
    """Copy a fieldset into a corpus, perhaps its own; without a name, one that is free."""
    require(actor, Permission.EDIT, corpus)
    names = Fieldset.objects.filter(corpus=corpus)
    chosen = checked_name(name) if name else free_name(fieldset.name, lambda each: names.filter(name=each).exists())
    copy = _create(corpus, name=chosen, description=fieldset.description, template=fieldset.template)
    copy_columns(fieldset.columns.all(), copy)
    record(Action.FIELDSET_CREATED, copy, actor=actor)
    record_corpus_event(corpus, "fieldsets")
    return copy


@atomic_with_retry
def update_fieldset(
    fieldset: Fieldset,
    *,
    actor: User,
    name: str | None = None,
    description: str | None = None,
    columns: Sequence[ColumnDraft] | None = None,
    expected: str | None = None,
) -> Fieldset:
    """Change the given fields; `columns` replaces all columns. Extracts that were started before keep their own.

    The actions that use the fieldset can then be run on all documents again.
    """
    require(actor, Permission.EDIT, fieldset.corpus)
    fieldset = _lock(fieldset)
    require_unchanged(expected, version_of(fieldset))
    with refuse_duplicate("fieldset_name_once", FieldsetExists(field="name")), saved_changes(fieldset) as changed:
        fieldset.name = fieldset.name if name is None else checked_name(name)
        fieldset.description = fieldset.description if description is None else _description(description)
    are_columns_changed = columns is not None and change_columns(fieldset, columns)
    if not (changed or are_columns_changed):
        return fieldset
    record(Action.FIELDSET_CHANGED, fieldset, actor=actor)
    record_corpus_event(fieldset.corpus, "fieldsets")
    return fieldset


def change_columns(fieldset: Fieldset, columns: Sequence[ColumnDraft]) -> bool:
    """Replace the columns of a locked fieldset; return whether this has changed any.

    The settings of actions that use it have a new version then.
    """
    if not replace_columns(fieldset, columns):
        return False
    fieldset.actions.update(settings_version=F("settings_version") + 1)
    record_corpus_event(fieldset.corpus, "actions")
    return True


@atomic_with_retry
def delete_fieldset(fieldset: Fieldset, *, actor: User, permanently: bool = False) -> None:
    """Move a fieldset to the bin; its extracts stay."""
    require(actor, Permission.EDIT, fieldset.corpus)
    if fieldset.actions.exists():
        raise FieldsetInUse
    if not move_to_bin(Fieldset.objects.filter(pk=fieldset.pk), user_id=actor.pk):
        raise NotFound
    record(Action.FIELDSET_DELETED, fieldset, actor=actor)
    if permanently:
        purge_fieldset(fieldset)
    record_corpus_event(fieldset.corpus, "fieldsets")


@transaction.atomic
def restore_fieldset(fieldset: Fieldset, *, actor: User) -> None:
    """Restore a fieldset from the bin; rename it if its name is taken."""
    require(actor, Permission.EDIT, fieldset.corpus)
    if fieldset.deleted_at is None:
        raise NotFound
    names = Fieldset.objects.filter(corpus=fieldset.corpus_id)
    name = free_name(fieldset.name, lambda each: names.filter(name=each).exists())
    Fieldset.with_deleted.filter(pk=fieldset.pk).update(name=name)
    take_from_bin(Fieldset.with_deleted.filter(pk=fieldset.pk))
    record(Action.FIELDSET_RESTORED, fieldset, actor=actor)
    record_corpus_event(fieldset.corpus, "fieldsets")


@purging
def purge_fieldset(fieldset: Fieldset) -> None:
    """Remove a fieldset from the database; its extracts stay."""
    record(Action.FIELDSET_PURGED, fieldset)
    record_corpus_event(fieldset.corpus, "bin")
    Fieldset.with_deleted.filter(pk=fieldset.pk).delete()


def _lock(fieldset: Fieldset) -> Fieldset:
    rows = Fieldset.objects.select_for_update(of=("self",)).select_related("corpus")
    return get_row(rows, pk=fieldset.pk)


def _create(corpus: Corpus, **fields: str) -> Fieldset:
    with refuse_duplicate("fieldset_name_once", FieldsetExists(field="name")):
        return Fieldset.objects.create(corpus=corpus, **fields)


def checked_name(text: str) -> str:
    """Return the name without invisible characters; raise `Invalid` if it is empty or too long."""
    name = without_invisible(text)
    if not 0 < len(name) <= NAME_LIMIT:
        raise Invalid(f"A name must have 1 to {NAME_LIMIT} characters.", field="name")
    return name


def _description(text: str) -> str:
    if len(text) > TEXT_LIMIT:
        raise Invalid(f"The description must have at most {TEXT_LIMIT} characters.", field="description")
    return text.replace("\x00", "")
