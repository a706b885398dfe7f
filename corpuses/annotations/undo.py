"""Undo and redo the edits of annotations.

An edit stores what it changed, before and after. It is undone only if nothing has changed that since, so that no later
edit is lost. Other parts of the annotation may have changed.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from audit.actions import Action
from audit.log import record_all
from core.access import require
from corpuses.annotations.edits import EditOutdated
from corpuses.annotations.labels.undo import restore_labels
from corpuses.annotations.models import Annotation, Edit
from corpuses.annotations.services import permission_to_change
from corpuses.annotations.states import columns_of_state, state_of
from corpuses.events import record_corpus_event
from users.models import User


def require_annotation_edits(edits: Sequence[Edit], *, actor: User) -> None:
    """Require the permission to change each of these annotations, whose documents the caller has found visible."""
    annotations = locked_annotations({edit.subject_key for edit in edits})
    for corpus in {each.corpus for each in annotations}:
        require(actor, permission_to_change(actor, [each for each in annotations if each.corpus == corpus]), corpus)


def replay_annotation_edits(edits: Sequence[Edit], *, actor: User, is_undone: bool) -> None:
    """Undo edits, or do them again, in the given order."""
    annotations = locked_annotations({edit.subject_key for edit in edits})
    targets = _targets(edits, {each.pk: each for each in annotations}, is_undone=is_undone)
    _restore_labels(targets, {each.pk: each for each in annotations})
    _update(targets, actor=actor)
    _report(annotations, actor=actor, is_undone=is_undone)


def locked_annotations(keys: Iterable[UUID]) -> list[Annotation]:
    """Return annotations, also those in the bin, locked until the transaction ends."""
    rows = Annotation.with_deleted.select_for_update(of=("self",), no_key=True).select_related("corpus", "label")
    return list(rows.filter(pk__in=list(keys)).order_by("pk"))


def _targets(
    edits: Iterable[Edit], annotations: Mapping[UUID, Annotation], *, is_undone: bool
) -> dict[UUID, dict[str, Any]]:
    """Return the parts of the state that each annotation gets; raise `EditOutdated` if one has changed since."""
    states = {key: state_of(annotation) for key, annotation in annotations.items()}
    targets: dict[UUID, dict[str, Any]] = defaultdict(dict)
    for edit in edits:
        for part, values in edit.changes.items():
            now, then = reversed(values) if is_undone else values
            if states[edit.subject_key][part] != now:
                raise EditOutdated
            states[edit.subject_key][part] = targets[edit.subject_key][part] = then
    return targets


def _restore_labels(targets: Mapping[UUID, dict[str, Any]], annotations: Mapping[UUID, Annotation]) -> None:
    """Take the labels from the bin that annotations get, or that restored ones have."""
    restore_labels(
        {
            UUID(target["label"]) if "label" in target else annotations[key].label_id
            for key, target in targets.items()
            if "label" in target or target.get("deleted") is False
        }
    )


def _update(targets: Mapping[UUID, dict[str, Any]], *, actor: User) -> None:
    """Update the annotations, those that get the same state with one statement."""
    same: dict[str, list[UUID]] = defaultdict(list)
    for key, target in targets.items():
        same[json.dumps(target, sort_keys=True)].append(key)
    try:
        with transaction.atomic():
            for state, keys in same.items():
                columns = columns_of_state(json.loads(state), actor=actor)
                Annotation.with_deleted.filter(pk__in=keys).update(**columns)
    except IntegrityError:  # a program has suggested the same again
        raise EditOutdated from None


def _report(annotations: list[Annotation], *, actor: User, is_undone: bool) -> None:
    action = Action.ANNOTATION_UNDONE if is_undone else Action.ANNOTATION_REDONE
    record_all(action, annotations, actor=actor)
    documents = {each.document_id for each in annotations}
    for corpus in {each.corpus for each in annotations}:
        record_corpus_event(corpus, "annotations", about=documents.pop() if len(documents) == 1 else None)
