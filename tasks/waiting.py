"""Why a job waits, in a sentence for its owner. Reads only; a constant number of queries for any number of jobs."""

from collections.abc import Collection, Mapping
from typing import Any, Final
from uuid import UUID

from django.db import connection

from tasks import sessions
from tasks.states import JobState

_MOST: Final = 1000  # nobody counts further, and a flood must not make the question dear

_FACTS: Final = f"""
select job.id, job.state, job.queued, coalesce(queue.paused, false) as paused, queue.cap, queue.rate,
  coalesce(queue.running, 0) as running, coalesce(tasks_tokens(queue), 1) as tokens,
  extract(epoch from job.run_at - clock_timestamp())::float8 as seconds,
  (select count(*) from (
    select from tasks_job other
    where job.queued and other.queued and other.tenant_id = job.tenant_id
      and (other.lane, other.id) < (job.lane, job.id)
    limit {_MOST}) as earlier) as ahead
from tasks_job job left join tasks_tenantqueue queue using (tenant_id)
where job.id = any(%s) and job.state in ('waiting', 'stuck', 'scheduled')
"""  # noqa: S608  # a constant of ours


def reasons(job_ids: Collection[UUID]) -> dict[UUID, str]:
    """Tell of each of these jobs that waits what it waits for; others are left out. Two queries."""
    facts = sessions.select(connection, _FACTS, list(job_ids)) if job_ids else []
    if not facts:
        return {}
    has_workers = sessions.call(connection, "tasks_live_slots")[0]["tasks_live_slots"] > 0
    return {fact["id"]: _reason(fact, has_workers=has_workers) for fact in facts}


def _reason(fact: Mapping[str, Any], *, has_workers: bool) -> str:
    if not fact["queued"] and fact["state"] == JobState.STUCK:
        return f"retry in {max(1, round(fact['seconds']))} s"
    if fact["paused"]:
        return "paused by the operator"
    if not has_workers:
        return "no worker is running"
    if fact["state"] == JobState.SCHEDULED:
        return "about to start"
    return _limit(fact) or _place(fact["ahead"])


def _limit(fact: Mapping[str, Any]) -> str:
    if fact["cap"] is not None and fact["running"] >= fact["cap"]:
        return f"limit of {fact['cap']} at once reached"
    if fact["rate"] is not None and fact["tokens"] < 1:
        return f"limit of {fact['rate']} a minute reached"
    return ""


def _place(ahead: int) -> str:
    if ahead >= _MOST:
        return f"more than {_MOST} ahead of you"
    return f"{ahead} ahead of you" if ahead else "next, waits for a free slot"
