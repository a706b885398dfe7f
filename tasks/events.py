"""What happened, for those who watch: written with the change, read in the order in which it became visible.

An event says that something changed, never what it is now: whoever is told fetches, and sees what it may see.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, Self
from uuid import UUID

from django.db import connection

from tasks import sessions
from tasks.outbox import Event

Entity = Event.Entity

KEPT_FOR: Final = timedelta(hours=24)
_SWEPT_AT_ONCE: Final = 20_000
# Whoever has missed more than this is better off reading everything anew; so is whoever may have.
MOST_REPLAYED: Final = 1_000
_MOST_BROUGHT: Final = 5_000
_MOST_LOOKED_AT: Final = 50_000
_WRITTEN = re.compile(r"(\d{1,18})(?:-(\d{1,18}))?")

_COLUMNS = "event.id, event.owner, event.entity, event.uuid, event.subject, event.changed"
_NOW = "pg_current_snapshot()::text as snapshot, pg_snapshot_xmin(pg_current_snapshot())::text as oldest_open"

# What was not visible in the snapshot before and is now. Exact: an event that was committed late, under a small number,
# is found all the same. Transactions of the future exist in a database that was restored from a dump.
_TAIL = f"""
select {_NOW}, {_COLUMNS} from (select 1) as once left join tasks_event as event
  on event.xid >= pg_snapshot_xmin(%s::pg_snapshot) and not pg_visible_in_snapshot(event.xid, %s::pg_snapshot)
  and event.xid < pg_snapshot_xmax(pg_current_snapshot())
order by event.id
"""  # noqa: S608  # constants of ours

_MISSED = f"""
select {_NOW}, {_COLUMNS} from (select 1) as once left join tasks_event as event
  on (event.owner = %s or event.entity = any(%s)) and (event.id > %s or event.xid >= %s::text::xid8)
order by event.id limit %s
"""  # noqa: S608  # constants of ours

_BOUNDS = f"""
select {_NOW}, given.last, coalesce((select min(id) from tasks_event), given.last + 1) as first
from (select coalesce(pg_sequence_last_value(pg_get_serial_sequence('tasks_event', 'id')), 0) as last) as given
"""  # noqa: S608  # constants of ours

# By id, so that it costs nothing while nothing is old: they are about as old as their numbers say.
_SWEEP = """
delete from tasks_event where id in (
  select id from (select id, created from tasks_event where id < (select max(id) from tasks_event) order by id limit %s)
  as oldest where created < now() - make_interval(secs => %s))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Something changed: `id` orders the changes of one thing; `changed` names what, and is empty when it is gone."""

    id: int
    owner: UUID
    entity: str
    uuid: UUID
    subject: UUID | None
    changed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """How far a reader has come: up to `last`, save what transactions from `oldest_open` on have still to commit."""

    last: int
    oldest_open: int | None

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Read what `str` wrote; a bare number is the id of an event. Nothing for anything else."""
        match = _WRITTEN.fullmatch(text)
        return cls(int(match[1]), int(match[2]) if match[2] else None) if match else None

    def moved(self, changes: Iterable[Change], *, oldest_open: int) -> Self:
        """Give the place after these; `oldest_open` as it was when they were read."""
        return type(self)(max([self.last, *(change.id for change in changes)]), oldest_open)

    def __str__(self) -> str:
        return str(self.last) if self.oldest_open is None else f"{self.last}-{self.oldest_open}"


@dataclass(frozen=True, slots=True)
class Batch:
    """Changes in the order of their ids, and the oldest transaction that was open when they were read."""

    changes: tuple[Change, ...]
    oldest_open: int


def record(
    entity: Event.Entity,
    uuid: UUID,
    *,
    owner_id: UUID | None,
    changed: Iterable[str],
    subject_id: UUID | None = None,
) -> None:
    """Tell a person, and whom the thing reaches (`tasks.audiences`), that it changed, once the transaction commits."""
    if owner_id is not None:
        record_for([owner_id], entity, uuid, changed=changed, subject_id=subject_id)


def record_for(
    people: Iterable[UUID],
    entity: Event.Entity,
    uuid: UUID,
    *,
    changed: Iterable[str],
    subject_id: UUID | None = None,
) -> None:
    """Tell each of these people, whether or not the thing will reach them when they are told."""
    names = list(changed)
    Event.objects.bulk_create(
        Event(owner=person, entity=entity, uuid=uuid, subject=subject_id, changed=names) for person in people
    )


class Tail:
    """Reads what has become visible since the last time; the first time nothing."""

    def __init__(self) -> None:
        self._snapshot: str | None = None
        self._before: str | None = None

    def read(self) -> Batch:
        self._before = self._snapshot
        if self._snapshot is None:
            rows = sessions.select(connection, f"select {_NOW}, null as id")
        else:
            rows = sessions.select(connection, _TAIL, self._snapshot, self._snapshot)
        self._snapshot = rows[0]["snapshot"]
        return _batch(rows)

    def step_back(self) -> None:
        """Read once more what was read last: nobody has heard of it."""
        self._snapshot = self._before


def here() -> Place:
    """Give the place of somebody who has seen everything up to now."""
    (bounds,) = sessions.select(connection, _BOUNDS)
    return Place(bounds["last"], int(bounds["oldest_open"]))


def missed(person_id: UUID, since: Place, *, others: Sequence[str] = ()) -> Batch | None:
    """Give what names a person after a place, and all that others changed of the entities `others`.

    Nothing when it is too much, or too long ago, to be told.
    """
    (bounds,) = sessions.select(connection, _BOUNDS)
    if not bounds["first"] - 1 <= since.last <= bounds["last"]:
        return None
    if others and bounds["last"] - since.last > _MOST_LOOKED_AT:
        return None
    most = _MOST_BROUGHT if others else MOST_REPLAYED
    # Without the second half of a place, nothing that was committed late can be found again.
    oldest_open = since.oldest_open or 2**62
    rows = sessions.select(connection, _MISSED, person_id, list(others), since.last, str(oldest_open), most + 1)
    return _batch(rows) if len(rows) <= most else None


def sweep() -> int:
    """Forget what is older than a day, some thousands at a time; gives how many. The newest stays, to count from."""
    with connection.cursor() as cursor:
        cursor.execute(_SWEEP, [_SWEPT_AT_ONCE, KEPT_FOR.total_seconds()])
        return int(cursor.rowcount)


def _batch(rows: list[dict[str, Any]]) -> Batch:
    changes = tuple(_change(row) for row in rows if row["id"] is not None)
    return Batch(changes, int(rows[0]["oldest_open"]))


def _change(row: Mapping[str, Any]) -> Change:
    return Change(
        id=row["id"],
        owner=row["owner"],
        entity=row["entity"],
        uuid=row["uuid"],
        subject=row["subject"],
        changed=tuple(row["changed"]),
    )
