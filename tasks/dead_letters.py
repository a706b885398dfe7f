"""Jobs that failed for good, for operators: list, count, requeue one or many at a paced rate, discard.

The letters themselves are written by the SQL that ends a job as failed (`tasks_end`).
"""

from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from tasks import queue
from tasks.errors import DeadLetterIsClosed, DeadLetterNotFound, JobHasSucceeded, JobIsLive
from tasks.models import DeadLetter, Job

PACE = 10.0


def list_dead_letters(
    *,
    reason: str | None = None,
    since: datetime | None = None,
    kind: str | None = None,
    tenant_id: UUID | None = None,
) -> QuerySet[DeadLetter]:
    """Give the open ones, newest failure first."""
    wanted = {"reason": reason, "last_failed_at__gte": since, "kind": kind, "tenant": tenant_id}
    letters = DeadLetter.objects.filter(requeued_at=None, discarded_at=None)
    return letters.filter(**{name: value for name, value in wanted.items() if value}).order_by("-last_failed_at", "-pk")


def depth(
    *,
    reason: str | None = None,
    since: datetime | None = None,
    kind: str | None = None,
    tenant_id: UUID | None = None,
) -> int:
    """Count the open ones."""
    return list_dead_letters(reason=reason, since=since, kind=kind, tenant_id=tenant_id).count()


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
