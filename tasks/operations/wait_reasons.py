"""The reason why a job waits, for its owner; a constant number of queries for any number of jobs."""

from collections.abc import Collection, Mapping
from typing import Any, Final
from uuid import UUID

from django.db import connection

from tasks import database
from tasks.runtime.job_views import JobView
from tasks.states import JobState

_MAX_AHEAD: Final = 1000  # bounds the cost of the query

_SELECT: Final = f"""
select job.id, job.state, job.queued, job.is_long, coalesce(queue.paused, false) as paused, queue.cap, queue.rate,
  coalesce(queue.running, 0) as running, coalesce(tasks_rate_tokens(queue), 1) as tokens,
  extract(epoch from job.run_at - clock_timestamp())::float8 as seconds,
  earlier.jobs as ahead, earlier.short as short_ahead,
  (select count(*) from tasks_job where charged and inflight and is_long) as long_running
from tasks_job job left join tasks_tenantqueue queue using (tenant_id)
cross join lateral (
  select count(*) as jobs, count(*) filter (where not is_long) as short from (
    select other.is_long from tasks_job other
    where job.queued and other.queued and other.tenant_id = job.tenant_id
      and (other.queue_rank, other.id) < (job.queue_rank, job.id)
    limit {_MAX_AHEAD}) as others) as earlier
where job.id = any(%s) and job.state in ('waiting', 'stuck', 'scheduled')
"""  # noqa: S608  # a constant of ours


def wait_reasons(jobs: Collection[JobView]) -> dict[UUID, str]:
    """Return the reason of each job that waits; two queries, none if all have ended."""
    live = [job.id for job in jobs if not job.is_finished]
    rows = database.select(connection, _SELECT, live) if live else []
    if not rows:
        return {}
    slots = database.call(connection, "tasks_live_slots")[0]["tasks_live_slots"]
    return {row["id"]: _reason(row, slots=slots) for row in rows}


def _reason(row: Mapping[str, Any], *, slots: int) -> str:
    if not row["queued"] and row["state"] == JobState.STUCK:
        return f"retry in {max(1, round(row['seconds']))} s"
    if row["paused"]:
        return "paused by an administrator"
    if not slots:
        return "no worker is running"
    if row["state"] == JobState.SCHEDULED:
        return "about to start"
    return _limit(row) or _place(row, slots)


def _limit(row: Mapping[str, Any]) -> str:
    if row["cap"] is not None and row["running"] >= row["cap"]:
        return f"limit of {row['cap']} at once reached"
    if row["rate"] is not None and row["tokens"] < 1:
        return f"limit of {row['rate']} a minute reached"
    return ""


def _place(row: Mapping[str, Any], slots: int) -> str:
    """Return the place in the queue. While no further long job may begin, the others pass those that wait."""
    ahead = row["ahead"]
    if row["long_running"] >= max(slots - 1, 1):  # as in `tasks_dispatch`
        if row["is_long"]:
            return "waits for another long job to end"
        ahead = row["short_ahead"]
    if ahead >= _MAX_AHEAD:
        return f"more than {_MAX_AHEAD} ahead of you"
    return f"{ahead} ahead of you" if ahead else "next, waits for a free slot"
