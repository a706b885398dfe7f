"""The interface of the job runtime for other packages: enqueue, read, retry and cancel jobs."""

import json
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Final, TypeAlias
from uuid import UUID

from django.db import connection, transaction

from core.db.ids import uuid7
from core.observability import request_id as current_request
from core.observability import tracing
from tasks import database
from tasks.errors import JobNotFound
from tasks.metrics import counters
from tasks.runtime import job_logs, scheduler, transitions
from tasks.runtime.job_views import JobView, StepView, job_view, jobs_by_id, jobs_of, latest_jobs, view_of
from tasks.runtime.registry import get_kind
from tasks.states import JobState, Priority, StepState

__all__ = [
    "JobState",
    "JobView",
    "NewJob",
    "Priority",
    "StepState",
    "StepView",
    "cancel",
    "cancel_all",
    "change_priority",
    "count_replay",
    "enqueue",
    "enqueue_many",
    "job_view",
    "jobs_by_id",
    "jobs_of",
    "latest_jobs",
    "log_of",
    "retry",
    "view_of",
]

JSON: TypeAlias = bool | int | float | str | Sequence["JSON"] | Mapping[str, "JSON"] | None

_BATCH: Final = 1000
_TITLE_LENGTH: Final = 300
_INSERT: Final = """
insert into tasks_job (id, created, kind, args, tenant_id, owner_id, subject_id, subject_title, priority, queue_rank,
  dedupe_key, live_key, request_id, traceparent, max_crashes, timeout, is_long)
values {} on conflict (live_key) do nothing returning id
"""
_ROW: Final = f"({', '.join(['%s'] * 17)})"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewJob:
    """A job to be enqueued; see `enqueue`."""

    kind: str
    args: Mapping[str, JSON]
    tenant_id: UUID
    owner_id: UUID | None
    subject_id: UUID | None = None
    subject_title: str = ""
    priority: Priority = Priority.HIGH
    dedupe_key: str = ""
    request_id: str = ""

    def row(self, key: UUID) -> tuple[object, ...]:
        """Return the values of a row."""
        declared = get_kind(self.kind)
        keys = (self.priority, self.priority, self.dedupe_key, self.dedupe_key or None)
        related = (self.tenant_id, self.owner_id, self.subject_id, self.subject_title[:_TITLE_LENGTH])
        origin = (self.request_id or current_request.current(), tracing.traceparent())
        rest = (declared.max_crashes, declared.timeout, declared.is_long)
        return (key, datetime.now(tz=UTC), self.kind, json.dumps(self.args), *related, *keys, *origin, *rest)


def enqueue(  # noqa: PLR0913  # keyword arguments
    kind: str,
    *,
    args: Mapping[str, JSON],
    tenant_id: UUID,
    owner_id: UUID | None,
    subject_id: UUID | None = None,
    subject_title: str = "",
    priority: Priority = Priority.HIGH,
    dedupe_key: str = "",
    request_id: str = "",
) -> UUID:
    """Insert a job in the caller's transaction; it is dispatched after the commit.

    The title of its subject is stored for the time after the subject is deleted.
    With a `dedupe_key`, return the live job that has it instead of a second one.
    """
    job = NewJob(
        kind=kind,
        args=args,
        tenant_id=tenant_id,
        owner_id=owner_id,
        subject_id=subject_id,
        subject_title=subject_title,
        priority=priority,
        dedupe_key=dedupe_key,
        request_id=request_id,
    )
    with tracing.span(f"enqueue {kind}", tracing.Kind.PRODUCER):
        job_id, is_new = _insert_once(job)
    _count_after_commit(new=int(is_new), found=int(not is_new))
    _dispatch_after_commit(tenant_id)
    return job_id


def enqueue_many(jobs: Sequence[NewJob]) -> list[UUID]:
    """Insert many jobs, a thousand per statement, and return their ids in the same order.

    Where a `dedupe_key` is in use by a live job or an earlier one of these, the id is that job's.
    """
    ids: list[UUID] = []
    new = 0
    kinds = {job.kind for job in jobs}
    with tracing.span(f"enqueue {kinds.pop() if len(kinds) == 1 else 'jobs'}", tracing.Kind.PRODUCER):
        for start in range(0, len(jobs), _BATCH):
            batch, count = _insert_batch(jobs[start : start + _BATCH])
            ids, new = ids + batch, new + count
    _count_after_commit(new=new, found=len(ids) - new)
    for tenant_id in {job.tenant_id for job in jobs}:
        _dispatch_after_commit(tenant_id)
    return ids


def count_replay() -> None:
    """Count a repeated request that was answered with the job of the first one."""
    counters.count_enqueued(new=0, found=1)


def _insert_batch(jobs: Sequence[NewJob]) -> tuple[list[UUID], int]:
    keys = [uuid7() for _ in jobs]
    values = [value for key, job in zip(keys, jobs, strict=True) for value in job.row(key)]
    inserted = database.select(connection, _INSERT.format(", ".join([_ROW] * len(jobs))), *values)
    new = {row["id"] for row in inserted}
    found = [(key, True) if key in new else _insert_once(job) for key, job in zip(keys, jobs, strict=True)]
    return [key for key, _ in found], sum(is_new for _, is_new in found)


def _insert_once(job: NewJob) -> tuple[UUID, bool]:
    """Return the job, and whether it is new."""
    while True:
        # The unique index decides every race; the insert waits for a transaction that has not committed yet.
        inserted = database.select(connection, _INSERT.format(_ROW), *job.row(uuid7()))
        rows = inserted or database.select(connection, "select id from tasks_job where live_key = %s", job.dedupe_key)
        if rows:
            return rows[0]["id"], bool(inserted)


def change_priority(job_id: UUID, priority: Priority) -> None:
    """Change the priority of a waiting job; raise `JobNotFound` or `JobHasBegun`. The caller checks permissions."""
    transitions.change_priority(job_id, priority)


def log_of(job_id: UUID, *, after: int = 0, with_tracebacks: bool = False) -> list[job_logs.Line]:
    """Return the first thousand lines after `after`; tracebacks are for staff."""
    return job_logs.lines_of([job_id], after=after, with_tracebacks=with_tracebacks).get(job_id, [])


def retry(job_id: UUID, *, from_start: bool = False, seconds: float | None = None) -> UUID:
    """Run a failed or cancelled job again; steps that succeeded are skipped unless `from_start`.

    With `seconds`, a failed job is due only then. Raises `JobNotFound`, `JobIsLive` or `JobHasSucceeded`.
    """
    _dispatch_after_commit(transitions.requeue(job_id, from_start=from_start, seconds=seconds))
    return job_id


def cancel(job_id: UUID) -> None:
    """Cancel a job at once, or ask its running step to stop; do nothing if it has ended."""
    transitions.cancel(job_id)
    transaction.on_commit(lambda: _settle(job_id), robust=True)


def cancel_all(job_ids: Iterable[UUID | None]) -> None:
    """Cancel these jobs one by one; skip those that have ended or no longer exist, and those that there never were."""
    for job_id in job_ids:
        if job_id is not None:
            with suppress(JobNotFound):
                cancel(job_id)


def _settle(job_id: UUID) -> None:
    scheduler.settle(job_id, using=connection)


def _count_after_commit(*, new: int, found: int) -> None:
    transaction.on_commit(lambda: counters.count_enqueued(new=new, found=found), robust=True)


def _dispatch_after_commit(tenant_id: UUID) -> None:
    # Robust: the job is stored; a failed call costs the second until the next reconciliation.
    # No `partial`: Django logs the name of the function, and a partial has none.
    transaction.on_commit(lambda: scheduler.dispatch_for(tenant_id), robust=True)
