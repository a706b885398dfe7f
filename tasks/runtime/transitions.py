"""State changes of jobs, all of them. Each is guarded by state and fence: a late or duplicate caller changes nothing.

The end of a job is announced (`job_finished`) inside the transaction that writes it.
"""

import json
import logging
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any
from uuid import UUID

from django.db import IntegrityError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import F
from django.db.models.functions import Now

from tasks import database
from tasks.errors import Fenced, JobHasBegun, JobHasSucceeded, JobIsLive, JobNotFound
from tasks.metrics import counters
from tasks.models import DeadLetter, Job
from tasks.runtime.registry import hook_for_cancel, lock_subject
from tasks.signals import FinishedJob, job_finished, of_kind
from tasks.states import ENDED, JobState, Priority, Reason, StepState

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Dispatch:
    """A job that was given a slot; becomes a message."""

    job_id: UUID
    fence: int
    kind: str
    done: tuple[str, ...]

    @property
    def is_first(self) -> bool:
        """Check whether the job was never dispatched before."""
        return self.fence == 1


@dataclass(frozen=True, slots=True)
class Start:
    """The result of trying to begin a step (see `tasks_start`)."""

    verdict: str
    kind: str
    args: str
    tenant_id: UUID
    owner_id: UUID | None
    subject_id: UUID | None
    request_id: str
    attempts: int
    failures: int
    seconds_left: float
    done: list[str]


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to write about a job: its fence when it was dispatched, and the process that holds it, if any."""

    job_id: UUID
    fence: int
    holder: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """The end of an attempt, for the owner (code, message) and for staff (reason, traceback)."""

    reason: Reason
    code: str
    message: str
    traceback: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CrashReport:
    """A worker's report on its children, by the keys of their sessions: alive but disconnected, or dead.

    A worker that was disconnected itself does not judge other workers.
    """

    worker: int | None = None
    disconnected: tuple[int, ...] = ()
    dead: tuple[int, ...] = ()
    judges_others: bool = True

    def arguments(self) -> tuple[int | None, list[int], list[int], bool]:
        """Return the arguments of `tasks_lost_jobs`."""
        return self.worker, list(self.disconnected), list(self.dead), self.judges_others


NO_CRASHES = CrashReport()


def dispatch(
    tenant_id: UUID | None = None, *, slots: int | None = None, using: BaseDatabaseWrapper | None = None
) -> list[Dispatch]:
    """Fill the free slots with waiting jobs; the caller publishes them."""
    return _dispatches(database.call(using or connection, "tasks_dispatch", tenant_id, slots))


def settle_and_dispatch(
    job_id: UUID, *, slots: int | None = None, using: BaseDatabaseWrapper | None = None
) -> list[Dispatch]:
    """Settle the account of a job that has ended, and fill the free slots."""
    return _dispatches(database.call(using or connection, "tasks_settle_and_dispatch", job_id, slots))


def reconcile(
    *, slots: int | None = None, report: CrashReport = NO_CRASHES, using: BaseDatabaseWrapper | None = None
) -> list[Dispatch]:
    """Recover from crashes and lost messages (see `tasks_reconcile`)."""
    return _dispatches(database.call(using or connection, "tasks_reconcile", slots, *report.arguments()))


def permanently_lost(
    report: CrashReport = NO_CRASHES, *, using: BaseDatabaseWrapper | None = None
) -> list[tuple[Lease, Reason]]:
    """Return the jobs that end because their process is dead, and the reason of each."""
    rows = database.call(using or connection, "tasks_lost_jobs", *report.arguments())
    return [
        (Lease(row["job_id"], row["fence"], row["holder"]), Reason(row["verdict"]))
        for row in rows
        if row["verdict"] != "again"
    ]


def start(lease: Lease, step: str, *, is_optional: bool, worker_key: int | None, using: BaseDatabaseWrapper) -> Start:
    """Begin a step, once per fence."""
    values = (lease.job_id, lease.fence, step, is_optional, lease.holder, worker_key, os.getpid())
    (row,) = database.select_prepared(using, "select * from tasks_start(%s, %s, %s, %s, %s, %s, %s)", *values)
    return Start(*row)


def traceparent_of(job_id: UUID, *, using: BaseDatabaseWrapper) -> str:
    """Return the trace context of the request that enqueued a job."""
    rows = database.select_prepared(using, "select traceparent from tasks_job where id = %s", job_id)
    return rows[0][0] if rows else ""


def complete_step(lease: Lease, step: str, *, using: BaseDatabaseWrapper) -> None:
    """Complete a step that is not the last and has no outputs, in a transaction of its own."""
    values = (lease.job_id, lease.fence, lease.holder, step, StepState.SUCCESS)
    sql = "select id from tasks_end_step(%s, %s, %s, %s, %s, '', '', false)"
    if not database.select_prepared(using, sql, *values):
        raise Fenced


def finish_and_dispatch(
    lease: Lease, step: str, *, kind: str, attempts: int, using: BaseDatabaseWrapper
) -> list[Dispatch]:
    """End a job whose last step has no outputs, and whose end has no receivers; fill the free slots."""
    ((seconds, crashes, rows),) = database.select_prepared(
        using, "call tasks_finish_and_dispatch(%s, %s, %s, %s)", lease.job_id, lease.fence, lease.holder, step
    )
    if seconds is None:
        raise Fenced
    values = {"job": str(lease.job_id), "kind": kind, "outcome": JobState.SUCCESS, "reason": "", "code": ""}
    _log_end(values, attempts, crashes, seconds)
    return [Dispatch(UUID(job_id), fence, name, tuple(done)) for job_id, fence, name, done in json.loads(rows or "[]")]


def end_step(
    lease: Lease, step: str, *, is_last: bool, state: StepState = StepState.SUCCESS, code: str = "", message: str = ""
) -> None:
    """End a step in the current transaction; the last one ends the job. Raise `Fenced` if the job was taken over."""
    rows = database.call(
        connection, "tasks_end_step", lease.job_id, lease.fence, lease.holder, step, state, code, message, is_last
    )
    if not rows:
        raise Fenced
    if is_last:
        _announce(rows[0])


def fail(lease: Lease, failure: Failure, *, crashes: int = 0) -> None:
    """End a job as failed."""
    _end(lease, JobState.FAILED, failure, crashes=crashes)


def cancel_held(lease: Lease, failure: Failure) -> None:
    """End a job as cancelled, from its holder."""
    _end(lease, JobState.CANCELLED, failure)


def complete(lease: Lease) -> None:
    """End a job that has no steps left to run."""
    _end(lease, JobState.SUCCESS, None)


@transaction.atomic
def _end(lease: Lease, state: JobState, failure: Failure | None, *, crashes: int = 0) -> None:
    texts = (failure.reason, failure.code, failure.message, failure.traceback) if failure else ("", "", "", "")
    _lock_subject(lease.job_id)
    rows = database.call(connection, "tasks_end", lease.job_id, lease.fence, lease.holder, state, *texts, crashes)
    if not rows:
        raise Fenced
    _announce(rows[0])


def defer_retry(lease: Lease, failure: Failure, *, seconds: float, failures: int = 1, crashes: int = 0) -> None:
    """End an attempt; the job is due again after `seconds`."""
    texts = (failure.reason, failure.code, failure.message, failure.traceback)
    (row,) = database.call(
        connection, "tasks_defer", lease.job_id, lease.fence, lease.holder, seconds, *texts, failures, crashes
    )
    if not row["tasks_defer"]:
        raise Fenced


def park(lease: Lease, *, seconds: float, code: str, message: str, tries: int) -> None:
    """Release the slot; the step begins again after `seconds`, in the same attempt."""
    (row,) = database.call(
        connection, "tasks_park", lease.job_id, lease.fence, lease.holder, seconds, code, message, tries
    )
    if not row["tasks_park"]:
        raise Fenced


def take_over_disconnected(lease: Lease) -> None:
    """End an attempt that lost the database: it does not count, and the job is due again."""
    (row,) = database.call(connection, "tasks_take_over", lease.job_id, lease.fence, lease.holder, "disconnect")
    if not row["tasks_take_over"]:
        raise Fenced


def release_ownership(lease: Lease) -> None:
    """Remove the process of a job, so that its worker treats it as crashed."""
    Job.objects.filter(pk=lease.job_id, fence=lease.fence, holder=lease.holder).update(pid=None)


@transaction.atomic
def cancel(job_id: UUID) -> None:
    """Cancel a job, or ask its running step to stop; an ended job stays as it is."""
    _lock_subject(job_id)
    job = _locked(job_id)
    if job.state in ENDED:
        return
    if job.holder is not None:
        Job.objects.filter(pk=job_id).update(cancel_requested=True)
        return
    Job.objects.filter(pk=job_id).update(
        state=JobState.CANCELLED,
        reason=Reason.CANCELLED,
        error_code=Reason.CANCELLED,
        error_message="",
        queued=False,
        inflight=False,
        live_key=None,
        run_at=None,
        deadline=None,
        fence=F("fence") + 1,
        finished=Now(),
        since=Now(),
    )
    _announce(Job.objects.filter(pk=job_id).values().get())


@transaction.atomic
def change_priority(job_id: UUID, priority: Priority) -> None:
    """Change the priority of a job that was not dispatched; a retry that is due stays before both (S2-21)."""
    job = _locked(job_id)
    if job.state not in {JobState.WAITING, JobState.STUCK}:
        raise JobHasBegun
    is_due_retry = job.state == JobState.STUCK and job.queued
    Job.objects.filter(pk=job_id).update(priority=priority, queue_rank=job.queue_rank if is_due_retry else priority)


@transaction.atomic
def requeue(job_id: UUID, *, from_start: bool = False, seconds: float | None = None) -> UUID:
    """Queue a failed or cancelled job again, with all counters reset; return its tenant.

    With `seconds` it is due only then. Its dead letter is closed.
    """
    job = _locked(job_id)
    if job.state == JobState.SUCCESS:
        raise JobHasSucceeded
    if job.state not in ENDED:
        raise JobIsLive
    runs = job.step_runs.all() if from_start else job.step_runs.exclude(state=StepState.SUCCESS)
    runs.delete()
    try:
        with transaction.atomic():
            _reset(job, seconds)
    except IntegrityError:
        raise JobIsLive("Another job is already doing this.") from None
    DeadLetter.objects.filter(job=job_id, requeued_at=None, discarded_at=None).update(requeued_at=Now())
    return job.tenant_id


def _reset(job: Job, seconds: float | None) -> None:
    Job.objects.filter(pk=job.pk).update(
        state=JobState.WAITING if seconds is None else JobState.STUCK,
        queued=seconds is None,
        run_at=None if seconds is None else Now() + timedelta(seconds=seconds),
        queue_rank=F("priority"),
        live_key=job.dedupe_key or None,
        fence=F("fence") + 1,
        attempts=0,
        failures=0,
        crashes=0,
        tries=0,
        cancel_requested=False,
        reason="",
        error_code="",
        error_message="",
        traceback="",
        progress=0,
        message="",
        finished=None,
        since=Now(),
    )


def _lock_subject(job_id: UUID) -> None:
    """Lock the subject before the job, as everything that ends a job does."""
    for kind, subject_id in Job.objects.filter(pk=job_id).values_list("kind", "subject_id"):
        lock_subject(kind, subject_id)


def _locked(job_id: UUID) -> Job:
    job = Job.objects.select_for_update(no_key=True).filter(pk=job_id).first()
    if job is None:
        raise JobNotFound
    return job


def _dispatches(rows: list[dict[str, Any]]) -> list[Dispatch]:
    return [Dispatch(row["job_id"], row["fence"], row["kind"], tuple(row["done"])) for row in rows]


def _announce(row: Mapping[str, Any]) -> None:
    job = FinishedJob(
        id=row["id"],
        kind=row["kind"],
        args=_decoded(row["args"]),
        subject_id=row["subject_id"],
        owner_id=row["owner_id"],
        tenant_id=row["tenant_id"],
        state=row["state"],
        reason=row["reason"],
        error_code=row["error_code"],
        error_message=row["error_message"],
        started=row["started"],
    )
    if job.state == JobState.CANCELLED and (hook := hook_for_cancel(job.kind)):
        hook(job)
    job_finished.send(sender=of_kind(job.kind), job=job)
    values = {"job": str(job.id), "kind": job.kind, "outcome": job.state, "reason": job.reason, "code": job.error_code}
    attempts, crashes, seconds = row["attempts"], row["crashes"], row["used"]
    transaction.on_commit(lambda: _log_end(values, attempts, crashes, seconds), robust=True)


def _decoded(text: str) -> Mapping[str, Any]:
    """Decode arguments; malformed ones do not prevent the announcement (DD-4)."""
    try:
        args = json.loads(text)
    except ValueError:
        return {}
    return args if isinstance(args, dict) else {}


def _log_end(values: Mapping[str, str], attempts: int, crashes: int, seconds: float) -> None:
    counters.count_end(values["outcome"], reason=values["reason"], seconds=seconds)
    logger.info("job.finished", extra={**values, "attempts": attempts, "crashes": crashes, "ms": round(seconds * 1000)})
