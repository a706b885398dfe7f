"""What a running job writes and reads about itself besides its state: progress, wishes to cancel, log lines."""

import json
from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.backends.base.base import BaseDatabaseWrapper

from tasks import sessions
from tasks.errors import Fenced
from tasks.transitions import Hold

_MESSAGE_LENGTH = 200


def note(hold: Hold, percent: int, message: str, *, using: BaseDatabaseWrapper) -> None:
    """Store how far a job is: 0 to 100, clamped; nothing when the job is no longer ours."""
    with using.cursor() as cursor:
        cursor.execute(
            "update tasks_job set progress = %s, message = %s where id = %s and fence = %s and holder = %s",
            [min(100, max(0, percent)), message[:_MESSAGE_LENGTH], hold.job_id, hold.fence, hold.holder],
        )


def extend(hold: Hold, seconds: float, *, using: BaseDatabaseWrapper) -> None:
    """Let at least so many seconds be left of the attempt; nothing when the job is no longer ours."""
    with using.cursor() as cursor:
        cursor.execute(
            "update tasks_job set deadline = greatest(deadline, clock_timestamp() + make_interval(secs => %s))"
            " where id = %s and fence = %s and holder = %s and inflight",
            [seconds, hold.job_id, hold.fence, hold.holder],
        )


def is_cancel_requested(hold: Hold, *, using: BaseDatabaseWrapper) -> bool:
    """Tell whether somebody wants the job to stop; `Fenced` when it is no longer ours."""
    rows = sessions.select(
        using,
        "select cancel_requested from tasks_job where id = %s and fence = %s and holder = %s",
        *(hold.job_id, hold.fence, hold.holder),
    )
    if not rows:
        raise Fenced
    return bool(rows[0]["cancel_requested"])


def require_hold(hold: Hold) -> None:
    """Keep the job ours until the present transaction ends; `Fenced` when it is not."""
    if not sessions.call(connection, "tasks_guard_fence", hold.job_id, hold.fence, hold.holder):
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
