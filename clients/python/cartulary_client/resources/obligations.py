"""Obligations: the deadlines that an analyzer found in the documents of a corpus."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from types import EllipsisType
from typing import TypedDict, Unpack
from urllib.parse import urlencode

from cartulary_client.records import Record
from cartulary_client.resources.base import Resource


@dataclass(frozen=True, slots=True)
class Obligation(Record):
    """A deadline, and the annotation that has its place; `due` is `None` if it depends on an unknown date."""

    id: str
    corpus: str
    document: str
    document_title: str
    annotation: str
    kind: str
    due: date | None
    computed_due: date | None
    is_due_by_user: bool
    quote: str
    page: int
    review: str | None
    done: datetime | None
    created: datetime
    version: str


@dataclass(frozen=True, slots=True)
class CalendarFeed(Record):
    """An address at which calendar programs read the obligations that you see, without a login."""

    id: str
    corpus: str
    path: str
    created: datetime


class ObligationFilters(TypedDict, total=False):
    """Filters of `Obligations.list` and `Obligations.export`."""

    document: str
    kind: str
    review: str
    is_done: bool
    due_from: date
    due_until: date


class Obligations(Resource):
    """The operations on obligations: `Client.obligations`."""

    def list(self, corpus: str, **filters: Unpack[ObligationFilters]) -> Iterator[Obligation]:
        """List the obligations of a corpus by date; those without one come last."""
        return self._list(Obligation, f"/corpuses/{corpus}/obligations", **filters)

    def get(self, obligation: str) -> Obligation:
        return Obligation.from_json(self._connection.get(f"/obligations/{obligation}"))

    def update(
        self, obligation: str, *, is_done: bool | None = None, due: date | EllipsisType | None = ..., version: str = ""
    ) -> Obligation:
        """Tick off an obligation, or set its date, with `None` to the computed one; what is not given stays as it is.

        With `version` only if it has not changed, else `EditConflict`.
        """
        changes: dict[str, bool | str | None] = {} if is_done is None else {"is_done": is_done}
        if not isinstance(due, EllipsisType):
            changes["due"] = due.isoformat() if due else None
        return Obligation.from_json(self._connection.patch(f"/obligations/{obligation}", changes, version=version))

    def export(self, corpus: str, target: Path, **filters: Unpack[ObligationFilters]) -> int:
        """Write a calendar file (iCalendar) to a path, atomically; return its size."""
        query = urlencode({name: str(value) for name, value in filters.items()})
        return self._connection.save(f"/corpuses/{corpus}/obligations/calendar?{query}", target)

    def feeds(self, corpus: str) -> Iterator[CalendarFeed]:
        """List your calendar addresses of a corpus, newest first."""
        return self._list(CalendarFeed, f"/corpuses/{corpus}/calendar-feeds")

    def create_feed(self, corpus: str) -> CalendarFeed:
        return CalendarFeed.from_json(self._connection.post(f"/corpuses/{corpus}/calendar-feeds"))

    def revoke_feed(self, feed: str) -> None:
        self._connection.delete(f"/calendar-feeds/{feed}")
