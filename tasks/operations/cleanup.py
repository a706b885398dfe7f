"""Delete jobs that ended long ago (S2-47); jobs with an open dead letter are kept."""

from collections.abc import Callable
from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.utils import timezone

from tasks.models import Job
from tasks.states import ENDED

RETENTION: Final = timedelta(days=30)
BATCH: Final = 100

_HAS_OPEN_DEAD_LETTER = Q(dead_letter__isnull=False, dead_letter__requeued_at=None, dead_letter__discarded_at=None)


def delete_old(*, after_each: Callable[[], object] = lambda: None) -> int:
    """Delete jobs with their steps and logs, each batch in a transaction; return their number."""
    old = Job.objects.filter(state__in=ENDED, finished__lt=timezone.now() - RETENTION).exclude(_HAS_OPEN_DEAD_LETTER)
    count = 0
    while ids := list(old.order_by("id").values_list("id", flat=True)[:BATCH]):
        Job.objects.filter(id__in=ids).delete()
        count += len(ids)
        after_each()
    return count
