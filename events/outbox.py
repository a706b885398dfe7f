"""Write and read the outbox. Writers add to it in their transaction; readers see events as these become visible.

An event says that something changed, never its new value: clients fetch that, and get what is visible to them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, Self
from uuid import UUID

from django.db import connection, transaction
from django.http import HttpRequest

from audit import origin
from events.models import Event
from tasks import database

Entity = Event.Entity

RETENTION: Final = timedelta(hours=24)
_DELETE_BATCH: Final = 20_000
# A client that has missed more than this, or may have, should reload everything.
MAX_REPLAYED: Final = 1_000
_MAX_ROWS: Final = 5_000
_MAX_SCANNED: Final = 50_000
_CURSOR = re.compile(r"(\d{1,18})(?:-(\d{1,18}))?")

_COLUMNS = "event.id, event.owner, event.entity, event.uuid, event.subject, event.changed"
_NOW = "pg_current_snapshot()::text as snapshot, pg_snapshot_xmin(pg_current_snapshot())::text as oldest_open"

# Rows that were not visible in the previous snapshot and are now. Exact: an event with a small id that was committed
# late is found as well. Transaction ids of the future occur in a database that was restored from a dump.
_TAIL = f"""
select {_NOW}, {_COLUMNS} from (select 1) as once left join events_event as event
  on event.xid >= pg_snapshot_xmin(%s::pg_snapshot) and not pg_visible_in_snapshot(event.xid, %s::pg_snapshot)
  and event.xid < pg_snapshot_xmax(pg_current_snapshot())
order by event.id
"""  # noqa: S608  # constants of ours

_MISSED = f"""
select {_NOW}, {_COLUMNS} from (select 1) as once left join events_event as event
  on (event.owner = %s or event.entity = any(%s)) and (event.id > %s or event.xid >= %s::text::xid8)
order by event.id limit %s
"""  # noqa: S608  # constants of ours

_BOUNDS = f"""
select {_NOW}, given.last, coalesce((select min(id) from events_event), given.last + 1) as first
from (select coalesce(pg_sequence_last_value(pg_get_serial_sequence('events_event', 'id')), 0) as last) as given
"""  # noqa: S608  # constants of ours

# In the order of ids, which is roughly that of time, so that it costs nothing while no row is old.
_DELETE_EXPIRED = """
delete from events_event where id in (
  select id from (
    select id, created from events_event where id < (select max(id) from events_event) order by id limit %s)
  as oldest where created < now() - make_interval(secs => %s))
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """An event as it is read: `id` orders the changes of one object; `changed` is empty when it was deleted."""

    id: int
    owner: UUID
    entity: str
    uuid: UUID
    subject: UUID | None
    changed: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cursor:
    """The position of a reader: up to `last`, except for what transactions from `oldest_open` on have yet to commit."""

    last: int
    oldest_open: int | None

    @classmethod
    def parse(cls, text: str) -> Self | None:
        """Parse the output of `str`; a bare number is the id of an event. Return `None` for anything else."""
        match = _CURSOR.fullmatch(text)
        return cls(int(match[1]), int(match[2]) if match[2] else None) if match else None

    def advanced(self, changes: Iterable[Change], *, oldest_open: int) -> Self:
        """Return the cursor after these changes; `oldest_open` as it was when they were read."""
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
    """Notify the owner, and other users who see the object (`events.recipients`), once the transaction commits."""
    if owner_id is not None:
        record_for([owner_id], entity, uuid, changed=changed, subject_id=subject_id)


def record_for(
    users: Iterable[UUID],
    entity: Event.Entity,
    uuid: UUID,
    *,
    changed: Iterable[str],
    subject_id: UUID | None = None,
) -> None:
    """Notify each of these users, whether or not the object will be visible to them by then."""
    names = list(changed)
    events = Event.objects.bulk_create(
        Event(owner=user, entity=entity, uuid=uuid, subject=subject_id, changed=names) for user in users
    )
    request = origin.current_request()
    if request is not None:
        changes = [_change(vars(event)) for event in events]
        transaction.on_commit(lambda: _committed_in(request).extend(changes))


def committed_in(request: HttpRequest) -> Sequence[Change]:
    """Return the changes that the transactions of a request have committed; without those of jobs."""
    return _committed_in(request)


def _committed_in(request: HttpRequest) -> list[Change]:
    found: list[Change] = request.__dict__.setdefault("_committed_changes", [])
    return found


class Tail:
    """Reads what has become visible since the previous call; the first call returns nothing."""

    def __init__(self) -> None:
        self._snapshot: str | None = None
        self._before: str | None = None

    def read(self) -> Batch:
        self._before = self._snapshot
        if self._snapshot is None:
            rows = database.select(connection, f"select {_NOW}, null as id")
        else:
            rows = database.select(connection, _TAIL, self._snapshot, self._snapshot)
        self._snapshot = rows[0]["snapshot"]
        return _batch(rows)

    def step_back(self) -> None:
        """Read the last batch again: it was not delivered."""
        self._snapshot = self._before


def current_cursor() -> Cursor:
    """Return the cursor of a reader that has seen everything so far."""
    (bounds,) = database.select(connection, _BOUNDS)
    return Cursor(bounds["last"], int(bounds["oldest_open"]))


def changes_since(user_id: UUID, since: Cursor, *, others: Sequence[str] = ()) -> Batch | None:
    """Return the events after a cursor that name a user, and all of the entities `others`.

    Return `None` if there are too many, or the cursor is older than the outbox.
    """
    (bounds,) = database.select(connection, _BOUNDS)
    if not bounds["first"] - 1 <= since.last <= bounds["last"]:
        return None
    if others and bounds["last"] - since.last > _MAX_SCANNED:
        return None
    limit = _MAX_ROWS if others else MAX_REPLAYED
    # Without the second half of a cursor, events that were committed late cannot be found again.
    oldest_open = since.oldest_open or 2**62
    rows = database.select(connection, _MISSED, user_id, list(others), since.last, str(oldest_open), limit + 1)
    return _batch(rows) if len(rows) <= limit else None


def delete_expired() -> int:
    """Delete a batch of events older than `RETENTION` and return their number. The newest stays: ids count from it."""
    with connection.cursor() as cursor:
        cursor.execute(_DELETE_EXPIRED, [_DELETE_BATCH, RETENTION.total_seconds()])
        return int(cursor.rowcount)


def _batch(rows: list[dict[str, Any]]) -> Batch:
    changes = tuple(_change(row) for row in rows if row["id"] is not None)
    return Batch(changes, int(rows[0]["oldest_open"]))


def _change(row: Mapping[str, Any]) -> Change:
    names = ("id", "owner", "entity", "uuid", "subject")
    return Change(**{name: row[name] for name in names}, changed=tuple(row["changed"]))
