"""Monitoring of the runtime, for staff: queue stages and workers.

A queue stage is a step of a kind of job. Costs do not grow with the number of ended jobs.
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

# A job that was never dispatched has no steps, so only the few others are joined with theirs.
_LIVE = """
with live as (
  select id, kind, state, since, fence, deadline from tasks_job
  where queued or (charged and inflight) or run_at is not null
), progress as (
  select live.id, count(*)::int as position from live join tasks_steprun run on run.job_id = live.id
  where live.fence > 0 and (run.state in ('success', 'skipped') or (run.state = 'failed' and run.optional))
  group by live.id
)
select kind, coalesce(position, 0) as position, state, count(*)::int as jobs,
  count(*) filter (where deadline < clock_timestamp())::int as overdue,
  extract(epoch from clock_timestamp() - min(since))::float8 as seconds
from live left join progress using (id) group by 1, 2, 3
"""

# Only the newest steps: there is no index on the time when they ended.
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

# An open failure belongs to the step that failed last; a job that could not begin has none.
_OPEN_FAILURES = """
select dead_letter.kind, failed.name, count(*)::int as jobs
from tasks_deadletter dead_letter
left join lateral (
  select name from tasks_steprun
  where job_id = dead_letter.job_id and state = 'failed' and not optional order by finished desc nulls last limit 1
) as failed on true
where dead_letter.requeued_at is null and dead_letter.discarded_at is null
group by 1, 2
"""

_WORKERS = """
select key, name, slots, started, stopping, extract(epoch from clock_timestamp() - beat)::float8 as beat_seconds,
  tasks_lock_is_held(tasks_lock_class_worker(), key) and beat > clock_timestamp() - interval '10 s' as alive
from tasks_workerbeat order by name, started desc
"""


@dataclass(slots=True, kw_only=True)
class QueueStage:
    """A step of a kind of job: its current jobs, its results in the last hour, its open failures."""

    kind: str
    step: str
    jobs: Counter[str] = field(default_factory=Counter)
    oldest_seconds: float | None = None
    p50_ms: int | None = None
    p95_ms: int | None = None
    succeeded: int = 0
    failed: int = 0
    open_failures: int = 0
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
class RunningStep:
    """A step that a worker runs."""

    job: JobView
    step: str
    since: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """A Celery worker. One that is not alive has crashed, or sends no heartbeats."""

    name: str
    slots: int
    alive: bool
    stopping: bool
    started: datetime
    beat_seconds: float
    running: tuple[RunningStep, ...]


def live_stages() -> list[dict[str, Any]]:
    """Return the jobs that have not ended by `kind`, `step` and `state`: their number and the age of the oldest."""
    return [row | {"step": _step_at(row["kind"], row["position"])} for row in database.select(connection, _LIVE)]


def queue_stages() -> list[QueueStage]:
    """Return a stage for every step of every kind, and for unknown kinds that have jobs; three queries."""
    stages = {
        (kind.name, step.name): QueueStage(kind=kind.name, step=step.name)
        for kind in all_kinds()
        for step in kind.steps
    }
    for row in live_stages():
        key = (row["kind"], row["step"])
        stage = stages.setdefault(key, QueueStage(kind=row["kind"], step=row["step"]))
        stage.jobs[row["state"]] += row["jobs"]
        stage.overdue += row["overdue"]
        stage.oldest_seconds = max(stage.oldest_seconds or 0.0, row["seconds"])
    for row in database.select(connection, _ENDED):
        key = (row["kind"], row["name"])
        stage = stages.setdefault(key, QueueStage(kind=row["kind"], step=row["name"]))
        stage.succeeded, stage.failed = row["succeeded"], row["failed"]
        stage.p50_ms, stage.p95_ms = _rounded(row["p50"]), _rounded(row["p95"])
    for row in database.select(connection, _OPEN_FAILURES):
        step = row["name"] or _step_at(row["kind"], 0)
        stage = stages.setdefault((row["kind"], step), QueueStage(kind=row["kind"], step=step))
        stage.open_failures += row["jobs"]
    return list(stages.values())


def _rounded(milliseconds: float | None) -> int | None:
    return None if milliseconds is None else round(milliseconds)


def _step_at(kind: str, position: int) -> str:
    try:
        names = [step.name for step in get_kind(kind).steps]
    except UnknownJobKind:
        return ""
    return names[min(position, len(names) - 1)]


def workers() -> list[Worker]:
    """Return the workers that have sent a heartbeat lately, with their running steps; three queries."""
    running = _running()
    return [
        Worker(running=tuple(running.get(row.pop("key"), ())), **row) for row in database.select(connection, _WORKERS)
    ]


def _running() -> dict[int, list[RunningStep]]:
    held = Job.objects.filter(charged=True, inflight=True, holder__isnull=False, worker_key__isnull=False)
    by_worker: dict[int, list[RunningStep]] = {}
    for row in held.order_by("began").prefetch_related("step_runs"):
        job = view_of(row)
        step = next((step for step in job.steps if step.state == StepState.RUNNING), StepView(name=""))
        by_worker.setdefault(row.worker_key or 0, []).append(RunningStep(job=job, step=step.name, since=row.began))
    return by_worker


def waiting_of(tenant_ids: Collection[UUID]) -> dict[UUID, int]:
    """Count the waiting jobs of each tenant; one query."""
    queued = Job.objects.filter(queued=True, tenant__in=tenant_ids).order_by()
    rows: Any = queued.values_list("tenant_id").annotate(Count("pk"))
    return dict(rows)
