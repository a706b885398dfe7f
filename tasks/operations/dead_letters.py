"""Dead letters, for staff: list, count, requeue at a limited rate, discard.

They are written by the SQL that ends a job as failed (`tasks_end`).
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.contrib.postgres.aggregates import ArrayAgg
from django.db import transaction
from django.db.models import Count, F, Max, QuerySet
from django.utils import timezone

from audit.actions import Action
from audit.log import record, record_all
from audit.objects import Subject
from tasks.errors import DeadLetterIsClosed, DeadLetterNotFound, JobHasSucceeded, JobIsLive
from tasks.models import DeadLetter, Job
from tasks.runtime import queue
from tasks.runtime.job_views import title_of

DEFAULT_RATE = 10.0
_MAX_GROUPS = 100


def open_dead_letters(
    *,
    reason: str | None = None,
    since: datetime | None = None,
    kind: str | None = None,
    code: str | None = None,
    tenant_id: UUID | None = None,
) -> QuerySet[DeadLetter]:
    """Return the open dead letters, newest failure first."""
    filters = {"reason": reason, "last_failed_at__gte": since, "kind": kind, "error_code": code, "tenant": tenant_id}
    rows = DeadLetter.objects.filter(requeued_at=None, discarded_at=None)
    return rows.filter(**{name: value for name, value in filters.items() if value}).order_by("-last_failed_at", "-pk")


@dataclass(frozen=True, slots=True, kw_only=True)
class FailureGroup:
    """Failures of one kind of job with the same reason and code; `message` is that of the latest."""

    kind: str
    reason: str
    code: str
    message: str
    count: int
    last_failed: datetime

    @property
    def title(self) -> str:
        return title_of(self.kind)


def failure_groups(dead_letters: QuerySet[DeadLetter]) -> list[FailureGroup]:
    """Group dead letters, the most frequent first, then the latest; one query, at most a hundred groups."""
    latest = ArrayAgg("error_message", order_by="-last_failed_at")
    rows = (
        dead_letters.order_by()
        .values("kind", "reason", code=F("error_code"))
        .annotate(message=latest, count=Count("pk"), last_failed=Max("last_failed_at"))
        .order_by("-count", "-last_failed")[:_MAX_GROUPS]
    )
    return [FailureGroup(**{**row, "message": row["message"][0]}) for row in rows]


@transaction.atomic
def requeue(dead_letter_id: UUID) -> UUID:
    """Run the job again after its completed steps and return its id; raise `DeadLetterIsClosed` the second time."""
    return _requeue(_open(dead_letter_id))


def requeue_many(dead_letters: QuerySet[DeadLetter] | None = None, *, rate_per_second: float = DEFAULT_RATE) -> int:
    """Requeue these dead letters (by default all), the oldest first, due one after another; return their number.

    Those that cannot run again, or were requeued meanwhile, are skipped.
    """
    rows = open_dead_letters() if dead_letters is None else dead_letters.filter(requeued_at=None, discarded_at=None)
    count = 0
    for key in list(rows.order_by("last_failed_at", "pk").values_list("pk", flat=True)):
        count += _requeue_later(key, seconds=count / rate_per_second)
    return count


@transaction.atomic
def discard(dead_letter_id: UUID) -> None:
    """Close a dead letter; the job stays failed."""
    dead_letter = _open(dead_letter_id)
    dead_letter.discarded_at = timezone.now()
    dead_letter.save(update_fields=["discarded_at"])
    record(Action.JOB_DISCARDED, Subject(kind="job", id=dead_letter.job_id))


@transaction.atomic
def discard_many(dead_letters: QuerySet[DeadLetter]) -> int:
    """Close the open ones of these and return their number."""
    rows = DeadLetter.objects.filter(pk__in=dead_letters.order_by().values("pk"), requeued_at=None, discarded_at=None)
    jobs = dict(rows.select_for_update(no_key=True).order_by("pk").values_list("pk", "job_id"))
    record_all(Action.JOB_DISCARDED, [Subject(kind="job", id=job) for job in jobs.values()])
    return DeadLetter.objects.filter(pk__in=jobs).update(discarded_at=timezone.now())


def _requeue(dead_letter: DeadLetter, *, seconds: float | None = None) -> UUID:
    record(Action.JOB_REQUEUED, Subject(kind="job", id=dead_letter.job_id))
    return queue.retry(dead_letter.job_id, seconds=seconds)


def _requeue_later(dead_letter_id: UUID, *, seconds: float) -> bool:
    try:
        with transaction.atomic():
            _requeue(_open(dead_letter_id), seconds=seconds)
    except (DeadLetterIsClosed, JobIsLive, JobHasSucceeded):
        return False
    return True


def _open(dead_letter_id: UUID) -> DeadLetter:
    # The job is locked first, in the same order as where jobs end or are retried, so that no two deadlock.
    jobs = Job.objects.select_for_update(no_key=True, of=("self",)).filter(dead_letter=dead_letter_id)
    list(jobs.values_list("pk"))
    dead_letter = DeadLetter.objects.select_for_update(no_key=True).filter(pk=dead_letter_id).first()
    if dead_letter is None:
        raise DeadLetterNotFound
    if dead_letter.requeued_at or dead_letter.discarded_at:
        raise DeadLetterIsClosed
    return dead_letter
