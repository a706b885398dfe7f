"""Requeueing and discarding dead letters in bulk, for both doors: by id, by a filter, or all by name."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db.models import QuerySet

from core.errors import Invalid
from tasks.api import reading
from tasks.models import DeadLetter
from tasks.operations import dead_letters

# So many at once: one request must not last for minutes. The answer tells how many are left.
AT_ONCE: Final = 1_000
_FASTEST: Final = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """Which letters, and how many of their jobs become due in a second."""

    ids: tuple[UUID, ...] = ()
    all: bool = False
    reason: str | None = None
    since: datetime | None = None
    kind: str | None = None
    code: str | None = None
    per_second: float = dead_letters.PACE


@dataclass(frozen=True, slots=True)
class Requeued:
    """How many jobs run again, and how many letters of the same wish are still open."""

    requeued: int
    remaining: int


def requeue(wish: Wish) -> Requeued:
    """Let jobs run again, the oldest failure first, one after another. An empty wish is refused."""
    wanted = _wanted(wish)
    if not 0 < wish.per_second <= _FASTEST:
        raise Invalid(f"The rate may be up to {_FASTEST} in a second.", field="per_second")
    oldest = list(wanted.order_by("last_failed_at", "pk").values_list("pk", flat=True)[:AT_ONCE])
    count = dead_letters.requeue_many(wanted.filter(pk__in=oldest), rate_per_second=wish.per_second)
    return Requeued(count, wanted.count())


def discard(wish: Wish) -> int:
    """Put letters aside and give how many. An empty wish is refused."""
    return dead_letters.discard_many(_wanted(wish))


def _wanted(wish: Wish) -> QuerySet[DeadLetter]:
    if not (wish.ids or wish.all or wish.reason or wish.since or wish.kind or wish.code):
        raise Invalid("Say which: by id, by a filter, or all of them.", field="all")
    wanted = reading.dead_letters(reason=wish.reason, since=wish.since, kind=wish.kind, code=wish.code)
    return wanted.filter(pk__in=wish.ids) if wish.ids else wanted
