"""Record the edits of users, so that they can be undone (`corpuses.undo.services`) and listed."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from core.access import Permission, require
from core.db.ids import uuid7
from core.errors import Conflict
from corpuses.annotations.models import Annotation, Edit
from corpuses.annotations.states import Changes, State
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


class Step(NamedTuple):
    """An edit that is to be undone, or to be done again."""

    edit: Edit
    is_undone: bool

    @property
    def key(self) -> UUID:
        return self.edit.subject_key

    def pair(self, part: str) -> tuple[Any, Any]:
        """Return what this part of the subject has to be now, and what it becomes."""
        before, after = self.edit.changes[part]
        return (after, before) if self.is_undone else (before, after)


class Undoable:
    """The undo of edits of one kind of subject, and what the list of edits shows of them."""

    permission = Permission.EDIT  # on their corpora

    def require(self, edits: Sequence[Edit], *, actor: User) -> None:
        """Require the permission to undo these edits, whose documents the caller has found visible."""
        for corpus in {edit.corpus for edit in edits}:
            require(actor, self.permission, corpus)

    def replay(self, steps: Sequence[Step], *, actor: User) -> None:
        """Replay edits in the given order; raise `EditOutdated` if a subject is not as its edit has left it.

        What is refused for another reason, also by the database, is reported as `EditOutdated`, too.
        """
        raise NotImplementedError

    def label_of(self, edit: Edit) -> UUID | None:
        """Return the label that the list of edits names."""
        return None

    def label_at(self, edit: Edit, place: int) -> UUID | None:
        """Return the label before (0) or after (1) an edit that has changed it."""
        return None

    def value_at(self, edit: Edit, place: int) -> str | None:
        """Return what the list of edits shows as the value before (0) or after (1) an edit."""
        return None


def targets_of(steps: Iterable[Step], states: Mapping[UUID, State]) -> dict[UUID, State]:
    """Return the parts of their states that subjects get; raise `EditOutdated` if one of the parts has changed since.

    `states` are those of the subjects now. Of an edit only the parts count that a state has.
    """
    present = {key: dict(state) for key, state in states.items()}
    targets: dict[UUID, State] = {}
    for step in steps:
        if step.key not in present:
            raise EditOutdated
        state, target = present[step.key], targets.setdefault(step.key, {})
        for part in step.edit.changes.keys() & state.keys():
            now, then = step.pair(part)
            if state[part] != now:
                raise EditOutdated
            state[part] = target[part] = then
    return targets
