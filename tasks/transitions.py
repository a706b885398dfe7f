"""The only writer of the state of jobs. Every change is guarded by state and fence; who comes too late changes nothing.

Ends are announced (`job_finished`) inside the transaction that writes them.
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

from tasks import meters, sessions
from tasks.errors import Fenced, JobHasBegun, JobHasSucceeded, JobIsLive, JobNotFound
from tasks.models import DeadLetter, Job
from tasks.registry import hook_for_cancel, lock_subject
from tasks.signals import FinishedJob, job_finished, of_kind
from tasks.states import ENDED, JobState, Priority, Reason, StepState

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Ticket:
    """A job that was given out: what a message is made from."""

    job_id: UUID
    fence: int
    kind: str
    done: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Start:
    """What came of the wish to begin a step (see `tasks_start`)."""

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
class Hold:
    """Who writes: the job, the fence it was given out under, the process that holds it (nobody between steps)."""

    job_id: UUID
    fence: int
    holder: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why an attempt ended, for the owner (code, message) and for operators (reason, traceback)."""

    reason: Reason
    code: str
    message: str
    traceback: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """What a worker says of its children, by the keys of their sessions: which lost their line only, which are gone.

    A worker that has been cut off itself does not judge others.
    """

    worker: int | None = None
    cut: tuple[int, ...] = ()
    gone: tuple[int, ...] = ()
    others: bool = True

    def facts(self) -> tuple[int | None, list[int], list[int], bool]:
        """Give the arguments of `tasks_lost_jobs`."""
        return self.worker, list(self.cut), list(self.gone), self.others


NOBODY = Judged()


def release(
    tenant_id: UUID | None = None, *, slots: int | None = None, using: BaseDatabaseWrapper | None = None
) -> list[Ticket]:
    """Give out as many jobs as there are free slots; the caller publishes them."""
    return _tickets(sessions.call(using or connection, "tasks_release", tenant_id, slots))


def settle_and_release(
    job_id: UUID, *, slots: int | None = None, using: BaseDatabaseWrapper | None = None
) -> list[Ticket]:
    """Close the account of a job that has ended, and give out what fits now."""
    return _tickets(sessions.call(using or connection, "tasks_settle_release", job_id, slots))


def reconcile(
    *, slots: int | None = None, judged: Judged = NOBODY, using: BaseDatabaseWrapper | None = None
) -> list[Ticket]:
    """Put right what crashes and lost messages left behind (see `tasks_reconcile`)."""
    return _tickets(sessions.call(using or connection, "tasks_reconcile", slots, *judged.facts()))


def lost_for_good(judged: Judged = NOBODY, *, using: BaseDatabaseWrapper | None = None) -> list[tuple[Hold, Reason]]:
    """Find the jobs whose process is gone and that end by that, and why."""
    rows = sessions.call(using or connection, "tasks_lost_jobs", *judged.facts())
    return [
        (Hold(row["job_id"], row["fence"], row["holder"]), Reason(row["verdict"]))
        for row in rows
        if row["verdict"] != "again"
    ]


def start(hold: Hold, step: str, *, is_optional: bool, worker_key: int | None, using: BaseDatabaseWrapper) -> Start:
    """Begin a step, once per fence."""
    facts = (hold.job_id, hold.fence, step, is_optional, hold.holder, worker_key, os.getpid())
    (row,) = sessions.prepared(using, "select * from tasks_start(%s, %s, %s, %s, %s, %s, %s)", *facts)
    return Start(*row)


def traceparent_of(job_id: UUID, *, using: BaseDatabaseWrapper) -> str:
    """Give the trace context of who asked for a job."""
    rows = sessions.prepared(using, "select traceparent from tasks_job where id = %s", job_id)
    return rows[0][0] if rows else ""


def end_step_alone(hold: Hold, step: str, *, using: BaseDatabaseWrapper) -> None:
    """Mark a step that is not the last and wrote nothing, in a transaction of its own."""
    facts = (hold.job_id, hold.fence, hold.holder, step, StepState.SUCCESS)
    if not sessions.prepared(using, "select id from tasks_end_step(%s, %s, %s, %s, %s, '', '', false)", *facts):
        raise Fenced


def finish_and_release(hold: Hold, step: str, *, kind: str, attempts: int, using: BaseDatabaseWrapper) -> list[Ticket]:
    """End a job whose last step wrote nothing, and whose end nobody waits for; give out what fits now."""
    ((seconds, crashes, rows),) = sessions.prepared(
        using, "call tasks_finish_release(%s, %s, %s, %s)", hold.job_id, hold.fence, hold.holder, step
    )
    if seconds is None:
        raise Fenced
    facts = {"job": str(hold.job_id), "kind": kind, "outcome": JobState.SUCCESS, "reason": "", "code": ""}
    _log_end(facts, attempts, crashes, seconds)
    return [Ticket(UUID(job_id), fence, name, tuple(done)) for job_id, fence, name, done in json.loads(rows or "[]")]


def end_step(
    hold: Hold, step: str, *, is_last: bool, state: StepState = StepState.SUCCESS, code: str = "", message: str = ""
) -> None:
    """Mark a step in the present transaction; the last one ends the job. `Fenced` when the job is not ours any more."""
    rows = sessions.call(
        connection, "tasks_end_step", hold.job_id, hold.fence, hold.holder, step, state, code, message, is_last
    )
    if not rows:
        raise Fenced
    if is_last:
        _announce(rows[0])


def fail(hold: Hold, failure: Failure, *, crashes: int = 0) -> None:
    """End a job as failed."""
    _end(hold, JobState.FAILED, failure, crashes=crashes)


def cancel_held(hold: Hold, failure: Failure) -> None:
    """End a job as cancelled, from inside."""
    _end(hold, JobState.CANCELLED, failure)


def complete(hold: Hold) -> None:
    """End a job of which nothing is left to run."""
    _end(hold, JobState.SUCCESS, None)


@transaction.atomic
def _end(hold: Hold, state: JobState, failure: Failure | None, *, crashes: int = 0) -> None:
    texts = (failure.reason, failure.code, failure.message, failure.traceback) if failure else ("", "", "", "")
    _lock_subject(hold.job_id)
    rows = sessions.call(connection, "tasks_end", hold.job_id, hold.fence, hold.holder, state, *texts, crashes)
    if not rows:
        raise Fenced
    _announce(rows[0])


def stick(hold: Hold, failure: Failure, *, seconds: float, failures: int = 1, crashes: int = 0) -> None:
    """End an attempt; the job is due again after `seconds`."""
    texts = (failure.reason, failure.code, failure.message, failure.traceback)
    (row,) = sessions.call(
        connection, "tasks_stick", hold.job_id, hold.fence, hold.holder, seconds, *texts, failures, crashes
    )
    if not row["tasks_stick"]:
        raise Fenced


def take_over_cut(hold: Hold) -> None:
    """End an attempt that lost the database: it counts as nothing, and is due again."""
    (row,) = sessions.call(connection, "tasks_take_over", hold.job_id, hold.fence, hold.holder, "cut")
    if not row["tasks_take_over"]:
        raise Fenced


def let_go(hold: Hold) -> None:
    """Name no process as the one that works on this job, so that its worker counts it as crashed."""
    Job.objects.filter(pk=hold.job_id, fence=hold.fence, holder=hold.holder).update(pid=None)


@transaction.atomic
def cancel(job_id: UUID) -> None:
    """Cancel a job, or ask the step that runs to stop; what has ended stays as it is."""
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
    """Move a job that has not been given out to another class; a retry that is due stays before both (S2-21)."""
    job = _locked(job_id)
    if job.state not in {JobState.WAITING, JobState.STUCK}:
        raise JobHasBegun
    is_due_retry = job.state == JobState.STUCK and job.queued
    Job.objects.filter(pk=job_id).update(priority=priority, lane=job.lane if is_due_retry else priority)


@transaction.atomic
def revive(job_id: UUID, *, from_start: bool = False, seconds: float | None = None) -> UUID:
    """Make a failed or cancelled job wait again with a clean slate; gives its tenant.

    With `seconds` a failed job is due only then. Its dead letter is closed.
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
            _make_waiting(job, seconds)
    except IntegrityError:
        raise JobIsLive("Another job is already doing this.") from None
    DeadLetter.objects.filter(job=job_id, requeued_at=None, discarded_at=None).update(requeued_at=Now())
    return job.tenant_id


def _make_waiting(job: Job, seconds: float | None) -> None:
    Job.objects.filter(pk=job.pk).update(
        state=JobState.WAITING if seconds is None else JobState.STUCK,
        queued=seconds is None,
        run_at=None if seconds is None else Now() + timedelta(seconds=seconds),
        lane=F("priority"),
        live_key=job.dedupe_key or None,
        fence=F("fence") + 1,
        attempts=0,
        failures=0,
        crashes=0,
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
    """Everybody who ends a job locks what it is about first."""
    for kind, subject_id in Job.objects.filter(pk=job_id).values_list("kind", "subject_id"):
        lock_subject(kind, subject_id)


def _locked(job_id: UUID) -> Job:
    job = Job.objects.select_for_update(no_key=True).filter(pk=job_id).first()
    if job is None:
        raise JobNotFound
    return job


def _tickets(rows: list[dict[str, Any]]) -> list[Ticket]:
    return [Ticket(row["job_id"], row["fence"], row["kind"], tuple(row["done"])) for row in rows]


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
    )
    if job.state == JobState.CANCELLED and (hook := hook_for_cancel(job.kind)):
        hook(job)
    job_finished.send(sender=of_kind(job.kind), job=job)
    facts = {"job": str(job.id), "kind": job.kind, "outcome": job.state, "reason": job.reason, "code": job.error_code}
    attempts, crashes, seconds = row["attempts"], row["crashes"], row["used"]
    transaction.on_commit(lambda: _log_end(facts, attempts, crashes, seconds), robust=True)


def _decoded(text: str) -> Mapping[str, Any]:
    """Arguments that cannot be decoded are no reason not to announce the end (DD-4)."""
    try:
        args = json.loads(text)
    except ValueError:
        return {}
    return args if isinstance(args, dict) else {}


def _log_end(facts: Mapping[str, str], attempts: int, crashes: int, seconds: float) -> None:
    meters.ended(facts["outcome"], reason=facts["reason"], seconds=seconds)
    logger.info("job.finished", extra={**facts, "attempts": attempts, "crashes": crashes, "ms": round(seconds * 1000)})
