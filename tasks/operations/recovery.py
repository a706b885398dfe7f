"""Requeue jobs that failed because a dependency was down, when it works again (S4-42, S4-43).

For each kind of job and error, one job is tried again first; the others follow when it succeeds. A job that keeps
failing, while others of its kind succeed, is tried again less and less often. After three days it is left to staff.
"""

from datetime import timedelta
from typing import Final

from django.db.models import DurationField, ExpressionWrapper, F, Max, QuerySet
from django.db.models.functions import Now

from tasks.models import DeadLetter
from tasks.operations.dead_letters import open_dead_letters, requeue_many
from tasks.runtime.failures import UNEXPECTED_CODE
from tasks.states import ENDED, JobState, Reason

LONGEST: Final = timedelta(days=3)  # since the first failure
SHORTEST_WAIT: Final = timedelta(minutes=1)  # since the last failure
WAITED_PART: Final = 4  # or this part of the time for which the job has been failing
MOST_AT_ONCE: Final = 500

_FAILING: Final = ExpressionWrapper(
    (F("last_failed_at") - F("first_failed_at")) / WAITED_PART, output_field=DurationField()
)


def requeue_after_outages() -> int:
    """Requeue the jobs that are due, at a limited rate, and return their number."""
    due = _due()
    groups = due.order_by("kind", "error_code").values_list("kind", "error_code").distinct()
    return sum(_requeue_group(due, kind=kind, error_code=code) for kind, code in groups)


def _due() -> QuerySet[DeadLetter]:
    """Return the open dead letters of failed dependencies that have waited long enough."""
    return (
        open_dead_letters()
        .filter(reason__in=(Reason.DEPENDENCY, Reason.EXHAUSTED), first_failed_at__gt=Now() - LONGEST)
        .exclude(error_code=UNEXPECTED_CODE)  # an error in the code, which the tenant wants to be retried
        .filter(last_failed_at__lt=Now() - SHORTEST_WAIT)
        .alias(waits=_FAILING)
        .filter(last_failed_at__lt=Now() - F("waits"))
    )


def _requeue_group(due: QuerySet[DeadLetter], *, kind: str, error_code: str) -> int:
    rows = due.filter(kind=kind, error_code=error_code)
    requeued = DeadLetter.objects.filter(kind=kind, error_code=error_code, requeued_at__isnull=False)
    works_since = requeued.filter(job__state=JobState.SUCCESS).aggregate(latest=Max("job__finished"))["latest"]
    if works_since and (count := _requeue(rows.filter(last_failed_at__lt=works_since), most=MOST_AT_ONCE)):
        return count
    is_trying = requeued.exclude(job__state__in=ENDED).exists()
    return 0 if is_trying else _requeue(rows, most=1)


def _requeue(rows: QuerySet[DeadLetter], *, most: int) -> int:
    keys = list(rows.order_by("last_failed_at", "pk").values_list("pk", flat=True)[:most])
    return requeue_many(DeadLetter.objects.filter(pk__in=keys)) if keys else 0
