"""Requeue and discard dead letters in bulk: by id, by a filter, or all of them."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from core.errors import Invalid
from tasks.api.selectors import filter_dead_letters
from tasks.models import DeadLetter
from tasks.operations import dead_letters

# Limits the duration of a request. The response contains the number that remains.
BATCH: Final = 1_000
_MAX_RATE: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class RequeueSelection:
    """The dead letters to requeue or discard, and the rate at which requeued jobs become due."""

    ids: tuple[UUID, ...] = ()
    all: bool = False
    reason: str | None = None
    since: datetime | None = None
    kind: str | None = None
    code: str | None = None
    per_second: float = dead_letters.DEFAULT_RATE


@dataclass(frozen=True, slots=True)
class Requeued:
    """The number of requeued jobs, and of selected dead letters that are still open."""

    requeued: int
    remaining: int


def requeue(selection: RequeueSelection) -> Requeued:
    """Requeue jobs, the oldest failure first; raise `Invalid` if nothing is selected."""
    selected = _selected(selection)
    if not 0 < selection.per_second <= _MAX_RATE:
        raise Invalid(f"The rate must be at most {_MAX_RATE} per second.", field="per_second")
    oldest = list(selected.order_by("last_failed_at", "pk").values_list("pk", flat=True)[:BATCH])
    count = dead_letters.requeue_many(selected.filter(pk__in=oldest), rate_per_second=selection.per_second)
    return Requeued(count, selected.count())


def discard(selection: RequeueSelection) -> int:
    """Discard dead letters and return their number; raise `Invalid` if nothing is selected."""
    return dead_letters.discard_many(_selected(selection))


def _selected(selection: RequeueSelection) -> QuerySet[DeadLetter]:
    filters = {name: getattr(selection, name) for name in ("reason", "since", "kind", "code")}
    if not (selection.ids or selection.all or any(filters.values())):
        raise Invalid("Select dead letters by `ids`, by a filter, or `all`.", field="all")
    rows = filter_dead_letters(**filters)
    return rows.filter(pk__in=selection.ids) if selection.ids else rows
