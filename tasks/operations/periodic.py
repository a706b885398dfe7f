"""Schedules: jobs that are enqueued again and again (S2-44), by rows with a cron expression that every worker checks.

A row is locked and advanced in the transaction that enqueues, so a tick counts once regardless of the number of
workers. The deduplication key of the schedule prevents a second job while the first one is live (DD-7).
"""

import logging
from datetime import datetime
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.db import connection, transaction
from django.db.models import Q
from django.db.models.functions import Now

from tasks import database, system_tenant
from tasks.models import Schedule
from tasks.policy.cron import BadCron, next_after, validate
from tasks.runtime import queue, registry
from tasks.states import Priority

logger = logging.getLogger(__name__)

_BATCH: Final = 100
_declared: dict[str, str] = {}


def declare(kind: str, *, cron: str) -> None:
    """Run a job of this kind for the system tenant; staff may change the row that this creates."""
    validate(cron)
    _declared[kind] = cron


def create_declared() -> None:
    """Create the missing rows of declared schedules."""
    for kind, cron in _declared.items():
        Schedule.objects.get_or_create(name=kind, defaults={"kind": kind, "cron": cron})


@transaction.atomic
def tick() -> int:
    """Enqueue what is due, once for all missed ticks; return the number of jobs."""
    # Others may be known to workers of the next release, which run at the same time during an upgrade.
    known = [kind.name for kind in registry.all_kinds()]
    due = Schedule.objects.filter(Q(next_at=None) | Q(next_at__lte=Now()), enabled=True, kind__in=known)
    # The clock of the database, because those of machines differ.
    rows = list(due.select_for_update(skip_locked=True, no_key=True)[:_BATCH])
    if not rows:
        return 0
    now = database.select(connection, "select clock_timestamp() as now")[0]["now"]
    return sum(_advance(row, now) for row in rows)


def _advance(row: Schedule, now: datetime) -> bool:
    due, job_id = row.next_at, None
    try:
        row.next_at = next_after(row.cron, now, ZoneInfo(row.timezone))
        job_id = _enqueue(row) if due else None
    except (BadCron, ZoneInfoNotFoundError, ValueError) as error:
        logger.error("schedule.disabled", extra={"schedule": row.name, "error": str(error)})  # noqa: TRY400  # a fault of the row
        row.enabled = False
    is_new = job_id is not None and job_id != row.last_job_id
    if is_new:
        row.last_tick, row.last_job_id = due, job_id
    row.save(update_fields=["next_at", "enabled", "last_tick", "last_job_id"])
    return is_new


def _enqueue(row: Schedule) -> UUID:
    return queue.enqueue(
        row.kind,
        args=row.args,
        tenant_id=row.tenant_id or system_tenant.tenant_id(),
        owner_id=row.owner_id,
        priority=Priority.LOW,
        dedupe_key=f"schedule:{row.pk}",
    )
