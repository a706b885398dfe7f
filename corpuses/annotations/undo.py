"""Undo and redo the edits of annotations.

An edit stores what it changed, before and after. It is undone only if nothing has changed that since, so that no later
edit is lost. Other parts of the annotation may have changed.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction

from audit.actions import Action
from audit.log import record_all
from core.access.permissions import require
from core.db.row_locks import lock_keys_against_delete
from core.db.transactions import atomic_with_retry
from core.errors import Conflict, NotFound
from corpuses.annotations import labels
from corpuses.annotations.models import Annotation, Edit, Label
from corpuses.annotations.services import permission_to_change
from corpuses.annotations.states import columns_of_state, state_of
from corpuses.events import record_corpus_event
from documents.models import Document
from users.models import User


class EditOutdated(Conflict):
    """The annotation was changed again after this edit."""

    code = "edit_outdated"
    what_to_do = "Undo the later edits first, or change the annotation."


def undo_edits(group: UUID, *, actor: User) -> list[Annotation]:
    """Undo the edits of a group by this user; return its annotations. A repeated call has no effect."""
    return _replay(group, actor=actor, is_undone=True)


def redo_edits(group: UUID, *, actor: User) -> list[Annotation]:
    """Do the edits of a group again that were undone; return its annotations. A repeated call has no effect."""
    return _replay(group, actor=actor, is_undone=False)


@atomic_with_retry
def _replay(group: UUID, *, actor: User, is_undone: bool) -> list[Annotation]:
    edits = list(Edit.objects.filter(group=group, actor=actor).select_for_update(of=("self",)).order_by("id"))
    annotations = _locked({edit.annotation_id for edit in edits})
    _require_change(actor, annotations)
    edits = [edit for edit in (reversed(edits) if is_undone else edits) if edit.is_undone != is_undone]
    if edits:
        targets = _targets(edits, {each.pk: each for each in annotations}, is_undone=is_undone)
        _restore_labels(targets, {each.pk: each for each in annotations})
        _update(targets, actor=actor)
        Edit.objects.filter(pk__in=[edit.pk for edit in edits]).update(is_undone=is_undone)
        _report(annotations, actor=actor, is_undone=is_undone)
        annotations = _locked(targets)
    return annotations


def _locked(keys: Iterable[UUID]) -> list[Annotation]:
    rows = Annotation.with_deleted.select_for_update(of=("self",), no_key=True).select_related("corpus", "label")
    return list(rows.filter(pk__in=list(keys)).order_by("pk"))


def _require_change(actor: User, annotations: list[Annotation]) -> None:
    """Require the permission to change each of these annotations (see `services.require_change`)."""
    documents = {each.document_id for each in annotations}
    if not documents or Document.objects.visible_to(actor).filter(pk__in=documents).count() != len(documents):
        raise NotFound
    for corpus in {each.corpus for each in annotations}:
        require(actor, permission_to_change(actor, [each for each in annotations if each.corpus == corpus]), corpus)


def _targets(
    edits: Iterable[Edit], annotations: Mapping[UUID, Annotation], *, is_undone: bool
) -> dict[UUID, dict[str, Any]]:
    """Return the parts of the state that each annotation gets; raise `EditOutdated` if one has changed since."""
    states = {key: state_of(annotation) for key, annotation in annotations.items()}
    targets: dict[UUID, dict[str, Any]] = defaultdict(dict)
    for edit in edits:
        for part, values in edit.changes.items():
            now, then = reversed(values) if is_undone else values
            if states[edit.annotation_id][part] != now:
                raise EditOutdated
            states[edit.annotation_id][part] = targets[edit.annotation_id][part] = then
    return targets


def _restore_labels(targets: Mapping[UUID, dict[str, Any]], annotations: Mapping[UUID, Annotation]) -> None:
    """Take the labels from the bin that annotations get, or that restored ones have."""
    keys = {
        UUID(target["label"]) if "label" in target else annotations[key].label_id
        for key, target in targets.items()
        if "label" in target or target.get("deleted") is False
    }
    if lock_keys_against_delete(Label.with_deleted, keys) != keys:
        raise EditOutdated
    for label in Label.with_deleted.filter(pk__in=keys).exclude(deleted_at=None).select_related("corpus"):
        labels.restore_without_annotations(label)
        record_corpus_event(label.corpus, "labels")


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
