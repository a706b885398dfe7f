"""Prometheus gauges of the runtime in text format, at a constant cost per scrape."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from django.db import connection

from tasks import database

_LIVE: Final = """
select state, count(*) as jobs, extract(epoch from clock_timestamp() - min(since)) as oldest
from tasks_job where queued or (charged and inflight) or run_at is not null group by state order by state
"""
_DEAD_LETTERS: Final = """
select reason, count(*) as jobs from tasks_deadletter
where requeued_at is null and discarded_at is null group by reason order by reason
"""


# Tenants with the most jobs: a label must not have a value for each user.
_TENANTS: Final = """
with live as (
  select tenant_id, state, count(*) as jobs, min(since) as since from tasks_job
  where queued or (charged and inflight) or run_at is not null group by 1, 2
), largest as (
  select tenant_id from live group by 1 order by sum(jobs) desc, 1 limit 10
)
select tenant_id as tenant, state, jobs, coalesce(vtime, 0) as vtime,
  extract(epoch from clock_timestamp() - since) as oldest
from live join largest using (tenant_id) left join tasks_tenantqueue using (tenant_id) order by 1, 2
"""


def exposition(stages: Iterable[Mapping[str, Any]]) -> str:
    """Return all gauges, also of these stages; the cost grows only with the jobs that have not ended."""
    live = database.select(connection, _LIVE)
    tenants = database.select(connection, _TENANTS)
    clocks = list({row["tenant"]: row for row in tenants}.values())
    dead_letters = database.select(connection, _DEAD_LETTERS)
    slots = database.call(connection, "tasks_live_slots")
    lines = [
        *gauge("cartulary_jobs", "Jobs that have not ended.", "state", live, "jobs"),
        *gauge("cartulary_oldest_job_seconds", "Seconds since the oldest entered its state.", "state", live, "oldest"),
        *gauge("cartulary_stage_jobs", "Jobs by their next step.", "kind step state", stages, "jobs"),
        *gauge("cartulary_stage_oldest_job_seconds", "The same by stage.", "kind step state", stages, "seconds"),
        *gauge("cartulary_tenant_jobs", "Jobs of the tenants with the most.", "tenant state", tenants, "jobs"),
        *gauge("cartulary_tenant_oldest_job_seconds", "The same by tenant.", "tenant state", tenants, "oldest"),
        *gauge("cartulary_tenant_vtime_seconds", "Worker time received, by weight.", "tenant", clocks, "vtime"),
        *gauge("cartulary_dead_letters", "Open dead letters.", "reason", dead_letters, "jobs"),
        *gauge("cartulary_worker_slots", "Slots of living workers.", "", slots, "tasks_live_slots"),
    ]
    return "".join(f"{line}\n" for line in lines)


def gauge(
    name: str, meaning: str, labels: str, rows: Iterable[Mapping[str, Any]], value: str, *, sort: str = "gauge"
) -> Iterator[str]:
    """Yield the lines of one gauge, or counter: a value for each row, with the row's labels if there are any."""
    yield f"# HELP {name} {meaning}"
    yield f"# TYPE {name} {sort}"
    for row in rows:
        # The words are our own: no quote or backslash is ever in them.
        named = ",".join(f'{label}="{row[label]}"' for label in labels.split())
        yield f"{name}{{{named}}} {float(row[value]):.15g}" if named else f"{name} {float(row[value]):.15g}"
