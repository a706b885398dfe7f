"""The lines that jobs wrote, as their owners read them: in order, from where one stopped reading."""

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
    """One line; ids grow."""

    id: int
    at: datetime
    attempt: int
    level: str
    message: str
    fields: Mapping[str, Any]


def lines_of(
    job_ids: Sequence[UUID], *, after: int = 0, limit: int = MOST_LINES, for_operators: bool = False
) -> dict[UUID, list[Line]]:
    """Give the first lines behind `after` of each job, with tracebacks only for operators; one query."""
    place = Window(RowNumber(), partition_by=F("job_id"), order_by="id")
    rows = JobLog.objects.filter(job__in=job_ids, id__gt=after).annotate(place=place)
    found: dict[UUID, list[Line]] = {}
    for row in rows.filter(place__lte=min(limit, MOST_LINES)).order_by("id"):
        fields = row.fields if for_operators else _for_owners(row.fields)
        line = Line(row.pk, row.at, row.attempt, row.level, row.message, fields)
        found.setdefault(row.job_id, []).append(line)
    return found


def _for_owners(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if name != "traceback"}
