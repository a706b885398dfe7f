"""The runtime at one glance, for operators: what waits and runs in each lane and how long it takes, who works on what.

A lane is a step of a kind. Costs do not grow with the number of jobs that have ended.
"""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import Count

from tasks import database
from tasks.errors import UnknownJobKind
from tasks.models import Job
from tasks.runtime.job_views import JobView, StepView, title_of, view_of
from tasks.runtime.registry import all_kinds, get_kind
from tasks.states import JobState, StepState

# A job that was never given out has done nothing, so that only the few others are joined with their steps.
_LIVE = """
with live as (
  select id, kind, state, since, fence, deadline from tasks_job
  where queued or (charged and inflight) or run_at is not null
), progress as (
  select live.id, count(*)::int as place from live join tasks_steprun run on run.job_id = live.id
  where live.fence > 0 and (run.state in ('success', 'skipped') or (run.state = 'failed' and run.optional))
  group by live.id
)
select kind, coalesce(place, 0) as place, state, count(*)::int as jobs,
  count(*) filter (where deadline < clock_timestamp())::int as overdue,
  extract(epoch from clock_timestamp() - min(since))::float8 as seconds
from live left join progress using (id) group by 1, 2, 3
"""

# The newest steps are looked at, not all: there is no index on when they ended.
_ENDED = """
select job.kind, run.name, count(*) filter (where run.state = 'success')::int as succeeded,
  count(*) filter (where run.state = 'failed')::int as failed,
  percentile_cont(0.5) within group (order by run.took) as p50,
  percentile_cont(0.95) within group (order by run.took) as p95
from (select *, 1000 * extract(epoch from finished - started)::float8 as took
      from tasks_steprun order by id desc limit 20000) as run
join tasks_job job on job.id = run.job_id
where run.finished > clock_timestamp() - interval '1 h' and run.state in ('success', 'failed')
group by 1, 2
"""

# A failure that nobody has settled belongs to the step that failed last; a job that could not even begin has none.
_UNSETTLED = """
select letter.kind, failed.name, count(*)::int as jobs
from tasks_deadletter letter
left join lateral (
  select name from tasks_steprun
  where job_id = letter.job_id and state = 'failed' and not optional order by finished desc nulls last limit 1
) as failed on true
where letter.requeued_at is null and letter.discarded_at is null
group by 1, 2
"""

_WORKERS = """
select key, name, slots, started, stopping, extract(epoch from clock_timestamp() - beat)::float8 as beat_seconds,
  tasks_lock_is_held(77003, key) and beat > clock_timestamp() - interval '10 s' as alive
from tasks_workerbeat order by name, started desc
"""


@dataclass(slots=True, kw_only=True)
class Lane:
    """One step of one kind: what is there now, what became of it in the last hour, what failed and is not settled."""

    kind: str
    step: str
    jobs: Counter[str] = field(default_factory=Counter)
    oldest_seconds: float | None = None
    p50_ms: int | None = None
    p95_ms: int | None = None
    succeeded: int = 0
    failed: int = 0
    unsettled: int = 0
    overdue: int = 0

    @property
    def waiting(self) -> int:
        return self.jobs[JobState.WAITING]

    @property
    def scheduled(self) -> int:
        return self.jobs[JobState.SCHEDULED]

    @property
    def running(self) -> int:
        return self.jobs[JobState.RUNNING]

    @property
    def stuck(self) -> int:
        return self.jobs[JobState.STUCK]

    @property
    def title(self) -> str:
        return title_of(self.kind)


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """A step that a worker is at."""

    job: JobView
    step: str
    since: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """A Celery worker. One that is not alive has ended without saying so, or does not beat."""

    name: str
    slots: int
    alive: bool
    stopping: bool
    started: datetime
    beat_seconds: float
    running: tuple[Running, ...]


def lanes() -> list[Lane]:
    """Give every step of every kind, and whatever else there are jobs of; three queries."""
    known = {
        (kind.name, step.name): Lane(kind=kind.name, step=step.name) for kind in all_kinds() for step in kind.steps
    }
    for row in database.select(connection, _LIVE):
        step = _step_at(row["kind"], row["place"])
        lane = known.setdefault((row["kind"], step), Lane(kind=row["kind"], step=step))
        lane.jobs[row["state"]] += row["jobs"]
        lane.overdue += row["overdue"]
        lane.oldest_seconds = max(lane.oldest_seconds or 0.0, row["seconds"])
    for row in database.select(connection, _ENDED):
        key = (row["kind"], row["name"])
        lane = known.setdefault(key, Lane(kind=row["kind"], step=row["name"]))
        lane.succeeded, lane.failed = row["succeeded"], row["failed"]
        lane.p50_ms, lane.p95_ms = _rounded(row["p50"]), _rounded(row["p95"])
    for row in database.select(connection, _UNSETTLED):
        step = row["name"] or _step_at(row["kind"], 0)
        lane = known.setdefault((row["kind"], step), Lane(kind=row["kind"], step=step))
        lane.unsettled += row["jobs"]
    return list(known.values())


def _rounded(milliseconds: float | None) -> int | None:
    return None if milliseconds is None else round(milliseconds)


def _step_at(kind: str, place: int) -> str:
    try:
        names = [step.name for step in get_kind(kind).steps]
    except UnknownJobKind:
        return ""
    return names[min(place, len(names) - 1)]


def workers() -> list[Worker]:
    """Give the workers that were heard of lately, with what they run; three queries."""
    running = _running()
    return [
        Worker(running=tuple(running.get(row.pop("key"), ())), **row) for row in database.select(connection, _WORKERS)
    ]


def _running() -> dict[int, list[Running]]:
    held = Job.objects.filter(charged=True, inflight=True, holder__isnull=False, worker_key__isnull=False)
    found: dict[int, list[Running]] = {}
    for row in held.order_by("began").prefetch_related("step_runs"):
        job = view_of(row)
        step = next((step for step in job.steps if step.state == StepState.RUNNING), StepView(name=""))
        found.setdefault(row.worker_key or 0, []).append(Running(job=job, step=step.name, since=row.began))
    return found


def waiting_of(tenant_ids: Collection[UUID]) -> dict[UUID, int]:
    """Count what waits to be given out, for each tenant; one query."""
    queued = Job.objects.filter(queued=True, tenant__in=tenant_ids).order_by()
    rows: Any = queued.values_list("tenant_id").annotate(Count("pk"))
    return dict(rows)
