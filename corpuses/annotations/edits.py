"""Record the edits of annotations by users, so that they can be undone (`annotations.undo`) and listed."""

from collections.abc import Iterable
from typing import Final
from uuid import UUID

from core.db.ids import uuid7
from corpuses.annotations.models import Annotation, Edit
from corpuses.annotations.states import Changes
from users.models import User

_BATCH: Final = 1_000


def record_edits(
    kind: Edit.Kind, changes: Iterable[tuple[Annotation, Changes]], *, actor: User, group: UUID | None = None
) -> None:
    """Record what a user changed, in the transaction that changes it. The group has a new id if none is given."""
    group = group or uuid7()
    edits = [
        Edit(
            corpus_id=annotation.corpus_id,
            document_id=annotation.document_id,
            annotation=annotation,
            actor=actor,
            group=group,
            kind=kind,
            changes=changed,
        )
        for annotation, changed in changes
        if changed
    ]
    Edit.objects.bulk_create(edits, batch_size=_BATCH)
