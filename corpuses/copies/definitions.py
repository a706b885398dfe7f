"""Copy what a corpus has besides its documents: folders, labels, fields, fieldsets and actions.

The keys of folders, labels and fields follow from those of the originals, so that the job that copies the documents
needs no table of both.
"""

from collections.abc import Mapping
from typing import Final
from uuid import UUID

from core.db.ids import derived_uuid7
from corpuses.actions.models import CorpusAction
from corpuses.analyzers.remote.lookup import is_remote
from corpuses.annotations.models import Label
from corpuses.copies.rows import copy_row
from corpuses.extracts.fieldsets import copy_fieldset
from corpuses.extracts.models import Fieldset
from corpuses.fields.models import DocumentField
from corpuses.models import Corpus, CorpusCopy, Folder

Part = CorpusCopy.Part
_BATCH: Final = 1_000


def copy_definitions(copy: CorpusCopy, source: Corpus) -> None:
    """Copy the chosen parts of the source, except for its documents and what belongs to them."""
    if Part.DOCUMENTS in copy.parts:
        _copy_folders(copy, source)
    if Part.LABELS in copy.parts:
        _copy_labels(copy, source)
    if Part.FIELDS in copy.parts:
        _copy_fields(copy, source)
    if Part.ACTIONS in copy.parts:
        _copy_actions(copy, source)


def key_in_copy(copy: CorpusCopy, key: UUID) -> UUID:
    """Return the key of the copy of a folder, a label or a field."""
    return derived_uuid7(copy.pk, key)


def _copy_folders(copy: CorpusCopy, source: Corpus) -> None:
    rows = list(source.folders.all())
    keys = {row.pk: key_in_copy(copy, row.pk) for row in rows}
    Folder.objects.bulk_create(
        [
            copy_row(row, id=keys[row.pk], corpus_id=copy.corpus_id, parent_id=_parent(row, keys), moved_documents=[])
            for row in rows
        ],
        batch_size=_BATCH,
    )


def _copy_labels(copy: CorpusCopy, source: Corpus) -> None:
    rows = list(source.labels.all())
    keys = {row.pk: key_in_copy(copy, row.pk) for row in rows}
    Label.objects.bulk_create(
        [
            copy_row(row, id=keys[row.pk], corpus_id=copy.corpus_id, parent_id=_parent(row, keys), position=position)
            for position, row in enumerate(rows)
        ],
        batch_size=_BATCH,
    )


def _parent(row: Folder | Label, keys: Mapping[UUID, UUID]) -> UUID | None:
    return keys.get(row.parent_id) if row.parent_id else None


def _copy_fields(copy: CorpusCopy, source: Corpus) -> None:
    DocumentField.objects.bulk_create(
        copy_row(row, id=key_in_copy(copy, row.pk), corpus_id=copy.corpus_id) for row in source.fields.all()
    )


def _copy_actions(copy: CorpusCopy, source: Corpus) -> None:
    """Copy fieldsets and actions, but no remote analyzers: they have secrets that belong to the source."""
    fieldsets = {
        fieldset.pk: copy_fieldset(fieldset, corpus=copy.corpus, actor=copy.owner)
        for fieldset in Fieldset.objects.filter(corpus=source).order_by("pk")
    }
    for action in source.actions.all():
        if action.kind == CorpusAction.Kind.EMBED:  # every corpus has one from the beginning
            copied = copy.corpus.actions.filter(kind=action.kind)
            copied.update(name=action.name, triggers=action.triggers, enabled=action.enabled)
        elif not is_remote(action.analyzer):
            fieldset = fieldsets[action.fieldset_id].pk if action.fieldset_id else None
            copy_row(action, corpus_id=copy.corpus_id, fieldset_id=fieldset, settings_version=1).save(force_insert=True)
