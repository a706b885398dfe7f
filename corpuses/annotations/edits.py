"""Record the edits of users, so that they can be undone (`corpuses.undo`) and listed."""

from collections.abc import Collection, Iterable
from typing import Final
from uuid import UUID

from core.db.ids import uuid7
from core.db.row_locks import lock_keys_against_delete
from core.errors import Conflict
from corpuses.annotations import labels
from corpuses.annotations.models import Annotation, Edit, Label
from corpuses.annotations.states import Changes
from corpuses.events import record_corpus_event
from users.models import User

_BATCH: Final = 1_000


class EditOutdated(Conflict):
    """This was changed again after the edit."""

    code = "edit_outdated"
    what_to_do = "Undo the later edits first, or change it by hand."


def record_edits(
    kind: Edit.Kind, changes: Iterable[tuple[Annotation, Changes]], *, actor: User, group: UUID | None = None
) -> None:
    """Record what a user changed of annotations, in the transaction that changes it."""
    edits = [
        Edit(
            corpus_id=annotation.corpus_id,
            document_id=annotation.document_id,
            annotation=annotation,
            kind=kind,
            changes=changed,
        )
        for annotation, changed in changes
        if changed
    ]
    store_edits(edits, actor=actor, group=group)


def store_edits(edits: Collection[Edit], *, actor: User, group: UUID | None) -> None:
    """Store edits of one group, which has a new id if none is given."""
    group = group or uuid7()
    for each in edits:
        each.actor, each.group = actor, group
    Edit.objects.bulk_create(edits, batch_size=_BATCH)


def restore_labels(keys: Collection[UUID]) -> None:
    """Take the labels from the bin that something gets back; raise `EditOutdated` if one was purged."""
    if lock_keys_against_delete(Label.with_deleted, keys) != set(keys):
        raise EditOutdated
    for label in Label.with_deleted.filter(pk__in=keys).exclude(deleted_at=None).select_related("corpus"):
        labels.restore_without_annotations(label)
        record_corpus_event(label.corpus, "labels")
