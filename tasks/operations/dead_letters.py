"""Jobs that failed for good, for operators: list, count, requeue one or many at a paced rate, discard.

The letters themselves are written by the SQL that ends a job as failed (`tasks_end`).
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.postgres.aggregates import ArrayAgg
from django.db import transaction
from django.db.models import Count, F, Max, QuerySet
from django.utils import timezone

from tasks.errors import DeadLetterIsClosed, DeadLetterNotFound, JobHasSucceeded, JobIsLive
from tasks.models import DeadLetter, Job
from tasks.runtime import queue
from tasks.runtime.job_views import title_of

PACE = 10.0
_MOST_CAUSES = 100


def list_dead_letters(
    *,
    reason: str | None = None,
    since: datetime | None = None,
    kind: str | None = None,
    code: str | None = None,
    tenant_id: UUID | None = None,
) -> QuerySet[DeadLetter]:
    """Give the open ones, newest failure first."""
    wanted = {"reason": reason, "last_failed_at__gte": since, "kind": kind, "error_code": code, "tenant": tenant_id}
    letters = DeadLetter.objects.filter(requeued_at=None, discarded_at=None)
    return letters.filter(**{name: value for name, value in wanted.items() if value}).order_by("-last_failed_at", "-pk")


def depth(
    *,
    reason: str | None = None,
    since: datetime | None = None,
    kind: str | None = None,
    code: str | None = None,
    tenant_id: UUID | None = None,
) -> int:
    """Count the open ones."""
    return list_dead_letters(reason=reason, since=since, kind=kind, code=code, tenant_id=tenant_id).count()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """Failures of one kind of job that ended for the same reason with the same code; `message` is the latest's."""

    kind: str
    reason: str
    code: str
    message: str
    count: int
    last_failed: datetime

    @property
    def title(self) -> str:
        return title_of(self.kind)


def causes(letters: QuerySet[DeadLetter]) -> list[Cause]:
    """Group these, the most frequent first, the latest first among equals; one query, at most a hundred causes."""
    latest = ArrayAgg("error_message", order_by="-last_failed_at")
    rows = (
        letters.order_by()
        .values("kind", "reason", code=F("error_code"))
        .annotate(message=latest, count=Count("pk"), last_failed=Max("last_failed_at"))
        .order_by("-count", "-last_failed")[:_MOST_CAUSES]
    )
    return [Cause(**{**row, "message": row["message"][0]}) for row in rows]


@transaction.atomic
def requeue(dead_letter_id: UUID) -> UUID:
    """Let the job run again behind its done steps, and give its id; the second time `DeadLetterIsClosed`."""
    return queue.retry(_open(dead_letter_id).job_id)


def requeue_many(letters: QuerySet[DeadLetter] | None = None, *, rate_per_second: float = PACE) -> int:
    """Requeue these (by default all) open ones, the oldest first, due one after another; give how many.

    What cannot run again, or was requeued meanwhile, is passed over.
    """
    open_ones = list_dead_letters() if letters is None else letters.filter(requeued_at=None, discarded_at=None)
    count = 0
    for letter_id in list(open_ones.order_by("last_failed_at", "pk").values_list("pk", flat=True)):
        count += _requeue_later(letter_id, seconds=count / rate_per_second)
    return count


@transaction.atomic
def discard(dead_letter_id: UUID) -> None:
    """Close a letter; the job stays failed."""
    letter = _open(dead_letter_id)
    letter.discarded_at = timezone.now()
    letter.save(update_fields=["discarded_at"])


def discard_many(letters: QuerySet[DeadLetter]) -> int:
    """Close these open ones and give how many; what is settled meanwhile is passed over."""
    open_ones = DeadLetter.objects.filter(pk__in=letters.order_by().values("pk"), requeued_at=None, discarded_at=None)
    return open_ones.update(discarded_at=timezone.now())


def _requeue_later(letter_id: UUID, *, seconds: float) -> bool:
    try:
        with transaction.atomic():
            queue.retry(_open(letter_id).job_id, seconds=seconds)
    except (DeadLetterIsClosed, JobIsLive, JobHasSucceeded):
        return False
    return True


def _open(letter_id: UUID) -> DeadLetter:
    # The row of the job first, as all others take it who end a job or let it run again: no two wait for each other.
    list(Job.objects.select_for_update(no_key=True, of=("self",)).filter(dead_letter=letter_id).values_list("pk"))
    found = DeadLetter.objects.select_for_update(no_key=True).filter(pk=letter_id).first()
    if found is None:
        raise DeadLetterNotFound
    if found.requeued_at or found.discarded_at:
        raise DeadLetterIsClosed
    return found
