"""Undo and redo the edits of annotations.

An edit stores what it changed, before and after. It is undone only if nothing has changed that since, so that no later
edit is lost. Other parts of the annotation may have changed.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from uuid import UUID

from audit.actions import Action
from audit.log import record_all
from core.access import require
from corpuses.annotations.edits import Step, Undoable, targets_of
from corpuses.annotations.labels.undo import restore_labels
from corpuses.annotations.models import Annotation, Edit
from corpuses.annotations.services import permission_to_change
from corpuses.annotations.states import State, columns_of_state, state_of
from corpuses.events import record_corpus_event
from users.models import User


class AnnotationEdits(Undoable):
    """Edits of labels, notes, places and reviews of annotations, of their creation and deletion."""

    def require(self, edits: Sequence[Edit], *, actor: User) -> None:
        annotations = locked_annotations({edit.subject_key for edit in edits})
        for corpus in {each.corpus for each in annotations}:
            require(actor, permission_to_change(actor, [each for each in annotations if each.corpus == corpus]), corpus)

    def replay(self, steps: Sequence[Step], *, actor: User) -> None:
        annotations = {each.pk: each for each in locked_annotations({step.key for step in steps})}
        targets = targets_of(steps, {key: state_of(each) for key, each in annotations.items()})
        _restore_labels(targets, annotations)
        _update(targets, actor=actor)
        _report(list(annotations.values()), actor=actor, is_undone=steps[0].is_undone)

    def label_of(self, edit: Edit) -> UUID | None:
        return edit.annotation.label_id if edit.annotation else None

    def label_at(self, edit: Edit, place: int) -> UUID | None:
        return UUID(edit.changes["label"][place]) if "label" in edit.changes else None


def locked_annotations(keys: Iterable[UUID]) -> list[Annotation]:
    """Return annotations, also those in the bin, locked until the transaction ends."""
    rows = Annotation.with_deleted.select_for_update(of=("self",), no_key=True).select_related("corpus", "label")
    return list(rows.filter(pk__in=list(keys)).order_by("pk"))


def _restore_labels(targets: Mapping[UUID, State], annotations: Mapping[UUID, Annotation]) -> None:
    """Take the labels from the bin that annotations get, or that restored ones have."""
    restore_labels(
        {
            UUID(target["label"]) if "label" in target else annotations[key].label_id
            for key, target in targets.items()
            if "label" in target or target.get("deleted") is False
        }
    )


def _update(targets: Mapping[UUID, State], *, actor: User) -> None:
    """Update the annotations, those that get the same state with one statement."""
    same: dict[str, list[UUID]] = defaultdict(list)
    for key, target in targets.items():
        same[json.dumps(target, sort_keys=True)].append(key)
    for state, keys in same.items():
        Annotation.with_deleted.filter(pk__in=keys).update(**columns_of_state(json.loads(state), actor=actor))


def _report(annotations: list[Annotation], *, actor: User, is_undone: bool) -> None:
    action = Action.ANNOTATION_UNDONE if is_undone else Action.ANNOTATION_REDONE
    record_all(action, annotations, actor=actor)
    documents = {each.document_id for each in annotations}
    for corpus in {each.corpus for each in annotations}:
        record_corpus_event(corpus, "annotations", about=documents.pop() if len(documents) == 1 else None)
