"""Find the recipients of changes: the user of each row, and users who see the object when the event is delivered.

Visibility is checked once for many changes, and only for users who are connected: an expired share no longer notifies
its user, and a team of a thousand costs as much as a single user.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Model

from core.access import AccessLimits, keys_within, viewers_of
from events import outbox
from events.models import Event
from events.outbox import Batch, Change, Cursor

_NO_USERS: frozenset[UUID] = frozenset()


@dataclass(frozen=True, slots=True)
class _Registration:
    model: type[Model]
    subject_model: type[Model] | None


_entities: dict[str, _Registration] = {}


def register_entity(entity: Event.Entity, model: type[Model], *, subject_model: type[Model] | None = None) -> None:
    """Notify users to whom access to the object, a row of `model`, was granted.

    For a change that has a subject, a row of `subject_model`, only those of them who also see the subject.
    """
    _entities[entity] = _Registration(model, subject_model)


def entity_of(obj: Model) -> Event.Entity | None:
    """Return the entity of an object; `None` if its model is not registered."""
    names = (name for name, entity in _entities.items() if isinstance(obj, entity.model))
    name = next(names, None)
    return Event.Entity(name) if name else None


def recipients_of(changes: Sequence[Change], users: Collection[UUID]) -> dict[int, frozenset[UUID]]:
    """Return those of the users who are notified of each change, by its id.

    At most two queries per entity that occurs, regardless of the number of changes and users.
    """
    found = {change.id: frozenset({change.owner}) & frozenset(users) for change in changes if _notifies_owner(change)}
    by_entity: defaultdict[str, list[Change]] = defaultdict(list)
    for change in changes:
        # Rows of a deletion name its recipients; deleted objects may still be in the bin.
        if change.entity in _entities and change.changed:
            by_entity[change.entity].append(change)
    for entity, same_entity in by_entity.items() if users else ():
        for key, viewers in _viewers(_entities[entity], same_entity, users):
            found[key] = found.get(key, _NO_USERS) | viewers
    return found


def known_to(user_id: UUID, changes: Sequence[Change]) -> list[Change]:
    """Return those of the changes of which a user is a recipient; no query if all are of objects of the user."""
    others = [change for change in changes if change.owner != user_id or not _notifies_owner(change)]
    recipients = recipients_of(others, [user_id]) if others else {}
    unseen = {change.id for change in others if not recipients.get(change.id)}
    return [change for change in changes if change.id not in unseen]


def missed_by(user_id: UUID, since: Cursor) -> Batch | None:
    """Return the changes after a cursor of which a user is a recipient; `None` if too many or no longer stored."""
    batch = outbox.changes_since(user_id, since, others=list(_entities))
    if batch is None:
        return None
    recipients = recipients_of(batch.changes, [user_id])
    changes = tuple(change for change in batch.changes if recipients.get(change.id))
    return Batch(changes, batch.oldest_open) if len(changes) <= outbox.MAX_REPLAYED else None


def within_limits(changes: Sequence[Change], user_id: UUID, limits: AccessLimits) -> list[Change]:
    """Return those of the changes of which a limited token of the user may learn; at most one query.

    Jobs, executions and notifications lie where their subjects do. What was deleted for good lies nowhere any more.
    """
    keys = {change.id: _keys_of(change) for change in changes}
    reached = keys_within(limits, user_id, frozenset().union(*keys.values()))
    return [change for change in changes if keys[change.id] and keys[change.id] <= reached]


def _keys_of(change: Change) -> frozenset[UUID]:
    is_own = change.entity not in {outbox.Entity.JOB, outbox.Entity.EXECUTION, outbox.Entity.NOTIFICATION}
    return frozenset({change.uuid} if is_own else ()) | frozenset({change.subject} if change.subject else ())


def _notifies_owner(change: Change) -> bool:
    """Check whether the user of the row is notified without a check of visibility."""
    entity = _entities.get(change.entity)
    return change.subject is None or entity is None or entity.subject_model is None


def _viewers(
    entity: _Registration, changes: Sequence[Change], users: Collection[UUID]
) -> Iterator[tuple[int, frozenset[UUID]]]:
    viewers = viewers_of(entity.model, {change.uuid for change in changes}, users, public_counts=False)
    with_subject = [change for change in changes if change.uuid in viewers and not _notifies_owner(change)]
    subjects = {change.subject for change in with_subject if change.subject}
    model = entity.subject_model
    subject_viewers = viewers_of(model, subjects, users, public_counts=True) if model else {}
    for change in changes:
        found = viewers.get(change.uuid, _NO_USERS)
        if change.subject is not None and not _notifies_owner(change):
            found &= subject_viewers.get(change.subject, _NO_USERS)
        yield change.id, found
