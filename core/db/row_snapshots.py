"""Snapshots of rows as JSON, from which deleted rows are created again."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import groupby
from typing import Any, Final
from uuid import UUID

from django.core import serializers
from django.db.models import ForeignKey, Model

from core.db.row_locks import lock_keys_against_delete

_BATCH: Final = 1_000

Snapshot = Mapping[str, Any]


def snapshot_rows(rows: Iterable[Model]) -> list[Snapshot]:
    """Return rows as JSON."""
    found: list[Snapshot] = json.loads(serializers.serialize("json", rows))
    return found


def recreate_rows(snapshots: Collection[Snapshot]) -> None:
    """Create rows again, except those whose place is taken, and those that refer to rows which were deleted.

    References that may be null become null if their row was deleted.
    """
    objects = [each.object for each in serializers.deserialize("python", snapshots, ignorenonexistent=True)]
    for model, rows in groupby(sorted(objects, key=_label), key=_model):
        present = _with_present_references(model, list(rows))
        model._base_manager.bulk_create(present, ignore_conflicts=True, batch_size=_BATCH)


def _label(obj: Model) -> str:
    return obj._meta.label_lower


def _model(obj: Model) -> type[Model]:
    return type(obj)


def _with_present_references(model: type[Model], rows: Sequence[Model]) -> list[Model]:
    """Return the rows that can be created; the rows that they refer to are locked against deletion."""
    kept = list(rows)
    for field in model._meta.concrete_fields:
        if not isinstance(field, ForeignKey):
            continue
        keys: set[UUID] = {key for row in kept if (key := getattr(row, field.attname)) is not None}
        present = lock_keys_against_delete(field.related_model._base_manager, keys) if keys else set()
        missing = [row for row in kept if (key := getattr(row, field.attname)) is not None and key not in present]
        if field.null:
            for row in missing:
                setattr(row, field.attname, None)
        else:
            kept = [row for row in kept if row not in missing]
    return kept
