"""Record the edits of users, so that they can be undone (`corpuses.undo.services`) and listed."""

from collections.abc import Collection, Iterable
from typing import Final
from uuid import UUID

from core.db.ids import uuid7
from core.errors import Conflict
from corpuses.annotations.models import Annotation, Edit
from corpuses.annotations.states import Changes
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
