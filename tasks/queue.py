"""The door for everybody who wants work done: enqueue, look, retry, cancel."""

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
from tasks import logs, meters, scheduler, sessions, transitions
from tasks.errors import JobNotFound
from tasks.job_views import JobView, StepView, job_view, jobs_by_id, jobs_of, latest_jobs, view_of
from tasks.registry import get_kind
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
    "enqueue",
    "enqueue_many",
    "job_view",
    "jobs_by_id",
    "jobs_of",
    "latest_jobs",
    "log_of",
    "note_replay",
    "retry",
    "view_of",
]

JSON: TypeAlias = bool | int | float | str | Sequence["JSON"] | Mapping[str, "JSON"] | None

_BATCH: Final = 1000
_TITLE_LENGTH: Final = 300
_INSERT: Final = """
insert into tasks_job (id, created, kind, args, tenant_id, owner_id, subject_id, subject_title, priority, lane,
  dedupe_key, live_key, request_id, traceparent, max_crashes, timeout)
values {} on conflict (live_key) do nothing returning id
"""
_ROW: Final = f"({', '.join(['%s'] * 16)})"


@dataclass(frozen=True, slots=True, kw_only=True)
class NewJob:
    """The facts of a job that is to be recorded; see `enqueue`."""

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
        """Give the values of a row."""
        declared = get_kind(self.kind)
        keys = (self.priority, self.priority, self.dedupe_key, self.dedupe_key or None)
        whose = (self.tenant_id, self.owner_id, self.subject_id, self.subject_title[:_TITLE_LENGTH])
        origin = (self.request_id or current_request.current(), tracing.traceparent())
        rest = (declared.max_crashes, declared.timeout)
        return (key, datetime.now(tz=UTC), self.kind, json.dumps(self.args), *whose, *keys, *origin, *rest)


def enqueue(  # noqa: PLR0913  # the facts of a job, all by name
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
    """Record work in the caller's transaction; a worker is told after the commit.

    The title is what people call its subject, for when that is gone.
    With a `dedupe_key`, the live job that has it is given back instead of a second one.
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
    _wake_after_commit(tenant_id)
    return job_id


def enqueue_many(jobs: Sequence[NewJob]) -> list[UUID]:
    """Record many jobs, in one statement for each thousand, and give their ids in the same order.

    Where a `dedupe_key` is taken, by a live job or an earlier one of these, the id is that job's.
    """
    ids: list[UUID] = []
    new = 0
    with tracing.span("enqueue jobs", tracing.Kind.PRODUCER):
        for start in range(0, len(jobs), _BATCH):
            batch, count = _insert_batch(jobs[start : start + _BATCH])
            ids, new = ids + batch, new + count
    _count_after_commit(new=new, found=len(ids) - new)
    for tenant_id in {job.tenant_id for job in jobs}:
        _wake_after_commit(tenant_id)
    return ids


def note_replay() -> None:
    """A client has sent a request for a job again and was given what the first one made."""
    meters.asked_for(new=0, found=1)


def _insert_batch(jobs: Sequence[NewJob]) -> tuple[list[UUID], int]:
    keys = [uuid7() for _ in jobs]
    values = [value for key, job in zip(keys, jobs, strict=True) for value in job.row(key)]
    made = sessions.select(connection, _INSERT.format(", ".join([_ROW] * len(jobs))), *values)
    new = {row["id"] for row in made}
    found = [(key, True) if key in new else _insert_once(job) for key, job in zip(keys, jobs, strict=True)]
    return [key for key, _ in found], sum(is_new for _, is_new in found)


def _insert_once(job: NewJob) -> tuple[UUID, bool]:
    """Give the job, and whether it is new."""
    while True:
        # The unique index decides every race; a rival that has not committed yet is waited for.
        made = sessions.select(connection, _INSERT.format(_ROW), *job.row(uuid7()))
        rows = made or sessions.select(connection, "select id from tasks_job where live_key = %s", job.dedupe_key)
        if rows:
            return rows[0]["id"], bool(made)


def change_priority(job_id: UUID, priority: Priority) -> None:
    """Move a job that waits to the other class; `JobNotFound`, `JobHasBegun`. Whose job it is, the caller knows."""
    transitions.change_priority(job_id, priority)


def log_of(job_id: UUID, *, after: int = 0, for_operators: bool = False) -> list[logs.Line]:
    """Give the first thousand lines behind `after`; with tracebacks only for operators."""
    return logs.lines_of([job_id], after=after, for_operators=for_operators).get(job_id, [])


def retry(job_id: UUID, *, from_start: bool = False, seconds: float | None = None) -> UUID:
    """Let a failed or cancelled job run again; steps that succeeded are skipped unless `from_start`.

    With `seconds`, a failed job is due only then. Raises `JobNotFound`, `JobIsLive` or `JobHasSucceeded`.
    """
    _wake_after_commit(transitions.revive(job_id, from_start=from_start, seconds=seconds))
    return job_id


def cancel(job_id: UUID) -> None:
    """Cancel a job at once, or ask its running step to stop; nothing happens to one that has ended."""
    transitions.cancel(job_id)
    transaction.on_commit(lambda: _settle(job_id), robust=True)


def cancel_all(job_ids: Iterable[UUID]) -> None:
    """Cancel these, one after the other; ended ones and forgotten ones are passed over."""
    for job_id in job_ids:
        with suppress(JobNotFound):
            cancel(job_id)


def _settle(job_id: UUID) -> None:
    scheduler.after(job_id, using=connection)


def _count_after_commit(*, new: int, found: int) -> None:
    transaction.on_commit(lambda: meters.asked_for(new=new, found=found), robust=True)


def _wake_after_commit(tenant_id: UUID) -> None:
    # Robust: the job is recorded; a lost call costs the second until the next reconciliation.
    # No `partial`: Django names what failed, and a partial has no name.
    transaction.on_commit(lambda: scheduler.wake(tenant_id), robust=True)
