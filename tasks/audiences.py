"""Who is told of a change: whom its row names, and those whom the thing reaches at the moment of telling.

That is asked once for many changes, and only for people who listen: a share that has ended tells nothing more, and a
team of a thousand costs what a person does.
"""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db.models import Model

from core.access.audience import viewers_of
from tasks import events
from tasks.events import Batch, Change, Place
from tasks.outbox import Event


@dataclass(frozen=True, slots=True)
class _Audience:
    reached: type[Model]
    seeing_subject: type[Model] | None


_audiences: dict[str, _Audience] = {}


def told_to_whom_it_reaches(
    entity: Event.Entity, model: type[Model], *, if_they_see: type[Model] | None = None
) -> None:
    """Changes of an entity, which are rows of `model`, are told to whom these reach.

    A change that has a subject, a row of `if_they_see`, is told to those of them who see that as well.
    """
    _audiences[entity] = _Audience(model, if_they_see)


def entity_of(target: Model) -> Event.Entity | None:
    """What a row is called in events; nothing when nobody is told of such."""
    found = (name for name, audience in _audiences.items() if isinstance(target, audience.reached))
    name = next(found, None)
    return Event.Entity(name) if name else None


def hearers(changes: Sequence[Change], people: Collection[UUID]) -> dict[int, frozenset[UUID]]:
    """Those of the people who are told of each change, by its id.

    At most two queries for each entity that occurs, however many changes and people there are.
    """
    found = {change.id: frozenset({change.owner}) & frozenset(people) for change in changes if _names(change)}
    by_entity: defaultdict[str, list[Change]] = defaultdict(list)
    for change in changes:
        if change.entity in _audiences:
            by_entity[change.entity].append(change)
    for entity, ours in by_entity.items() if people else ():
        for key, reached in _reached(_audiences[entity], ours, people):
            found[key] = found.get(key, frozenset()) | reached
    return found


def missed(person_id: UUID, since: Place) -> Batch | None:
    """Give what a person would have been told after a place; nothing when that is too much, or too long ago."""
    batch = events.missed(person_id, since, others=list(_audiences))
    if batch is None:
        return None
    heard = hearers(batch.changes, [person_id])
    told = tuple(change for change in batch.changes if heard.get(change.id))
    return Batch(told, batch.oldest_open) if len(told) <= events.MOST_REPLAYED else None


def _names(change: Change) -> bool:
    """Whether a change is told to the person of its row, whatever they see."""
    audience = _audiences.get(change.entity)
    return change.subject is None or audience is None or audience.seeing_subject is None


def _reached(
    audience: _Audience, changes: Sequence[Change], people: Collection[UUID]
) -> Iterator[tuple[int, frozenset[UUID]]]:
    reached = viewers_of(audience.reached, {change.uuid for change in changes}, people, public_counts=False)
    about = [change for change in changes if change.uuid in reached and not _names(change)]
    subjects = {change.subject for change in about if change.subject}
    seeing = audience.seeing_subject
    seen = viewers_of(seeing, subjects, people, public_counts=True) if seeing else {}
    nobody: frozenset[UUID] = frozenset()
    for change in changes:
        told = reached.get(change.uuid, nobody)
        yield change.id, told if change.subject is None or _names(change) else told & seen.get(change.subject, nobody)
