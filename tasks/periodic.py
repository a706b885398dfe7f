"""Jobs that are submitted again and again (S2-44): rows with a calendar expression, looked at by every worker's keeper.

The row is locked and moved on in the transaction that submits, so a tick counts once however many look; the job's
dedupe key is the schedule's, so a job that still lives is not joined by a second one (DD-7).
"""

import logging
from datetime import datetime
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Now

from tasks import queue, sessions, system
from tasks.cron import BadCron, Cron
from tasks.errors import UnknownJobKind
from tasks.models import Schedule
from tasks.states import Priority

logger = logging.getLogger(__name__)

_AT_ONCE: Final = 100
_declared: dict[str, str] = {}


def declare(kind: str, *, cron: str) -> None:
    """Have a job of this kind run for the system; operators may change the row that it makes."""
    Cron.parse(cron)
    _declared[kind] = cron


def make_declared() -> None:
    """Make the rows of what is declared and has none."""
    for kind, cron in _declared.items():
        Schedule.objects.get_or_create(name=kind, defaults={"kind": kind, "cron": cron})


@transaction.atomic
def tick() -> int:
    """Submit what is due, once for all ticks that were missed; give the number of jobs."""
    due = Schedule.objects.filter(Q(next_at=None) | Q(next_at__lte=Now()), enabled=True)
    # The database's clock: the machines' may differ.
    rows = list(due.select_for_update(skip_locked=True, no_key=True)[:_AT_ONCE])
    if not rows:
        return 0
    now = sessions.select(connection, "select clock_timestamp() as now")[0]["now"]
    return sum(_move_on(row, now) for row in rows)


def _move_on(row: Schedule, now: datetime) -> bool:
    due, job_id = row.next_at, None
    try:
        row.next_at = Cron.parse(row.cron).next_after(now, ZoneInfo(row.timezone))
        job_id = _submit(row) if due else None
    except (BadCron, ZoneInfoNotFoundError, ValueError, UnknownJobKind) as error:
        logger.error("schedule.disabled", extra={"schedule": row.name, "error": str(error)})  # noqa: TRY400  # not ours
        row.enabled = False
    is_new = job_id is not None and job_id != row.last_job_id
    if is_new:
        row.last_tick, row.last_job_id = due, job_id
    row.save(update_fields=["next_at", "enabled", "last_tick", "last_job_id"])
    return is_new


def _submit(row: Schedule) -> UUID:
    return queue.enqueue(
        row.kind,
        args=row.args,
        tenant_id=row.tenant_id or system.tenant_id(),
        owner_id=row.owner_id,
        priority=Priority.LOW,
        dedupe_key=f"schedule:{row.pk}",
    )
