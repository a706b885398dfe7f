"""Read the logs of jobs in order, with the id of the last line as the cursor."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db.models import F, Window
from django.db.models.functions import RowNumber

from tasks.models import JobLog

MOST_LINES: Final = 1000


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a log; ids grow."""

    id: int
    at: datetime
    attempt: int
    level: str
    message: str
    fields: Mapping[str, Any]


def lines_of(
    job_ids: Sequence[UUID], *, after: int = 0, limit: int = MOST_LINES, with_tracebacks: bool = False
) -> dict[UUID, list[Line]]:
    """Return the first lines of each job after `after`; one query. Tracebacks are for staff."""
    number = Window(RowNumber(), partition_by=F("job_id"), order_by="id")
    rows = JobLog.objects.filter(job__in=job_ids, id__gt=after).annotate(number=number)
    lines_by_job: dict[UUID, list[Line]] = {}
    for row in rows.filter(number__lte=min(limit, MOST_LINES)).order_by("id"):
        fields = row.fields if with_tracebacks else _without_traceback(row.fields)
        line = Line(row.pk, row.at, row.attempt, row.level, row.message, fields)
        lines_by_job.setdefault(row.job_id, []).append(line)
    return lines_by_job


def _without_traceback(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name != "traceback"}
