"""The door for everybody who wants work done: enqueue, look, retry, cancel."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import TypeAlias
from uuid import UUID

from django.db import connection, transaction

from core import request_id as current_request
from core.ids import uuid7
from tasks import scheduler, sessions, transitions
from tasks.job_views import JobView, StepView, job_view, jobs_by_id, jobs_of, view_of
from tasks.registry import get_kind
from tasks.states import JobState, Priority, StepState

__all__ = [
    "JobState",
    "JobView",
    "Priority",
    "StepState",
    "StepView",
    "cancel",
    "enqueue",
    "job_view",
    "jobs_by_id",
    "jobs_of",
    "retry",
    "view_of",
]

JSON: TypeAlias = bool | int | float | str | Sequence["JSON"] | Mapping[str, "JSON"] | None

_INSERT = """
insert into tasks_job (id, created, kind, args, tenant_id, owner_id, subject_id, priority, lane, dedupe_key, live_key,
  request_id, max_crashes, timeout)
values (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
on conflict (live_key) do nothing returning id
"""


def enqueue(  # noqa: PLR0913  # the facts of a job, all by name
    kind: str,
    *,
    args: Mapping[str, JSON],
    tenant_id: UUID,
    owner_id: UUID | None,
    subject_id: UUID | None = None,
    priority: Priority = Priority.HIGH,
    dedupe_key: str = "",
    request_id: str = "",
) -> UUID:
    """Record work in the caller's transaction; a worker is told after the commit.

    With a `dedupe_key`, the live job that has it is given back instead of a second one.
    """
    declared = get_kind(kind)
    facts = (kind, json.dumps(args), tenant_id, owner_id, subject_id, priority, priority, dedupe_key)
    rest = (request_id or current_request.current(), declared.max_crashes, declared.timeout)
    job_id = _insert_once((*facts, dedupe_key or None, *rest), dedupe_key)
    _wake_after_commit(tenant_id)
    return job_id


def _insert_once(facts: tuple[object, ...], dedupe_key: str) -> UUID:
    while True:
        # The unique index decides every race; a rival that has not committed yet is waited for.
        rows = sessions.select(connection, _INSERT, uuid7(), datetime.now(tz=UTC), *facts)
        rows = rows or sessions.select(connection, "select id from tasks_job where live_key = %s", dedupe_key)
        if rows:
            found: UUID = rows[0]["id"]
            return found


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


def _settle(job_id: UUID) -> None:
    scheduler.after(job_id, using=connection)


def _wake_after_commit(tenant_id: UUID) -> None:
    # Robust: the job is recorded; a lost call costs the second until the next reconciliation.
    # No `partial`: Django names what failed, and a partial has no name.
    transaction.on_commit(lambda: scheduler.wake(tenant_id), robust=True)
