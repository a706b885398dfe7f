"""Progress, cancel requests, deadline and log of a running job: all that it reads and writes besides its state."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from tasks import database
from tasks.errors import Fenced
from tasks.runtime.transitions import Lease

_MESSAGE_LENGTH = 200


def set_progress(lease: Lease, percent: int, message: str, *, using: BaseDatabaseWrapper) -> None:
    """Store the progress, clamped to 0..100; do nothing if the job was taken over."""
    with using.cursor() as cursor:
        cursor.execute(
            "update tasks_job set progress = %s, message = %s where id = %s and fence = %s and holder = %s",
            [min(100, max(0, percent)), message[:_MESSAGE_LENGTH], lease.job_id, lease.fence, lease.holder],
        )


def extend_deadline(lease: Lease, seconds: float, *, using: BaseDatabaseWrapper) -> None:
    """Move the deadline to at least so many seconds from now; do nothing if the job was taken over."""
    with using.cursor() as cursor:
        cursor.execute(
            "update tasks_job set deadline = greatest(deadline, clock_timestamp() + make_interval(secs => %s))"
            " where id = %s and fence = %s and holder = %s and inflight",
            [seconds, lease.job_id, lease.fence, lease.holder],
        )


def tries(lease: Lease, *, using: BaseDatabaseWrapper) -> int:
    """Return how often in a row the job has asked a server in vain; raise `Fenced` if it was taken over."""
    rows = database.select(
        using,
        "select tries from tasks_job where id = %s and fence = %s and holder = %s",
        *(lease.job_id, lease.fence, lease.holder),
    )
    if not rows:
        raise Fenced
    return int(rows[0]["tries"])


def forget_tries(lease: Lease, *, using: BaseDatabaseWrapper) -> None:
    """Begin to count the requests to servers in vain anew; do nothing if the job was taken over."""
    with using.cursor() as cursor:
        cursor.execute(
            "update tasks_job set tries = 0 where id = %s and fence = %s and holder = %s and tries > 0",
            [lease.job_id, lease.fence, lease.holder],
        )


def is_cancel_requested(lease: Lease, *, using: BaseDatabaseWrapper) -> bool:
    """Check whether the job should stop; raise `Fenced` if it was taken over."""
    rows = database.select(
        using,
        "select cancel_requested from tasks_job where id = %s and fence = %s and holder = %s",
        *(lease.job_id, lease.fence, lease.holder),
    )
    if not rows:
        raise Fenced
    return bool(rows[0]["cancel_requested"])


def require_lease(lease: Lease) -> None:
    """Lock the job until the transaction ends; raise `Fenced` if it was taken over."""
    if not database.call(connection, "tasks_guard_fence", lease.job_id, lease.fence, lease.holder):
        raise Fenced


def write_line(
    job_id: UUID,
    attempt: int,
    level: str,
    message: str,
    fields: Mapping[str, Any],
    *,
    using: BaseDatabaseWrapper,
) -> None:
    """Add a line to a job's log."""
    with using.cursor() as cursor:
        cursor.execute(
            "insert into tasks_joblog (job_id, attempt, level, message, fields) values (%s, %s, %s, %s, %s)",
            [job_id, attempt, level, message, json.dumps(fields, default=str)],
        )
