"""Run one step of a job and decide what its outcome means. The only place that catches all exceptions."""

import inspect
import json
import logging
import random
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache, partial
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from audit import origin
from core.errors import DomainError
from core.observability import log_context, request_id, tracing
from tasks import database
from tasks.errors import BadArguments, Cancelled, Fenced, Parked, StopWorking, TimedOut, UnknownJobKind
from tasks.metrics import counters
from tasks.models import JobLog, TenantQueue
from tasks.policy.retry import Fault, decide
from tasks.runtime import failures, interrupts, progress, transitions
from tasks.runtime.context import JobContext
from tasks.runtime.registry import JobKind, Step, get_kind
from tasks.runtime.transitions import NO_CRASHES, CrashReport, Dispatch, Failure, Lease, Start
from tasks.runtime.worker_session import Session
from tasks.signals import is_end_awaited
from tasks.states import Reason

logger = logging.getLogger(__name__)

_TOO_MANY_CRASHES = "The process that ran this job ended unexpectedly, too many times."


class Outcome(Enum):
    """The next action of the executor: run the next step; free the slot of a job that has succeeded or not; nothing."""

    CONTINUE = auto()
    SUCCEEDED = auto()
    ENDED = auto()
    REFUSED = auto()


@dataclass(frozen=True, slots=True)
class StepResult:
    """The outcome of a step. `dispatches`: jobs that got its slot in the same statement; None: not asked for."""

    outcome: Outcome
    dispatches: list[Dispatch] | None = None


def run_step(step: Step, *, job_id: UUID, fence: int, session: Session) -> StepResult:
    """Run a step under a fence; refuse a duplicate or late message."""
    with log_context.bound(job=str(job_id)):
        if not tracing.is_on():
            return _run_step(step, job_id, fence, session)
        # A child of the request that enqueued the job, not of the message that this process executes.
        parent = transitions.traceparent_of(job_id, using=session.connection) or tracing.traceparent_of(job_id)
        with tracing.span(step.name, tracing.Kind.CONSUMER, parent=parent) as span:
            span.set_attributes({"messaging.system": "celery", "cartulary.job": str(job_id), "cartulary.fence": fence})
            log_context.bind(otelTraceID=tracing.trace_id())
            return _run_step(step, job_id, fence, session)


def _run_step(step: Step, job_id: UUID, fence: int, session: Session) -> StepResult:
    lease = Lease(job_id, fence, session.holder)
    begun = transitions.start(
        lease, step.name, is_optional=step.optional, worker_key=session.worker_key, using=session.connection
    )
    outer_id = request_id.current()
    request_id.bind(begun.request_id or "")
    try:
        with origin.of_job(job_id, begun.owner_id):
            return _act_on(begun, lease, step, session)
    except Fenced:
        logger.warning("step.fenced", extra={"job": str(job_id), "step": step.name, "fence": fence})
        return StepResult(Outcome.REFUSED)
    finally:
        request_id.bind(outer_id)


def _act_on(begun: Start, lease: Lease, step: Step, session: Session) -> StepResult:
    unheld = Lease(lease.job_id, lease.fence, None)
    match begun.verdict:
        case "go":
            return _begin(begun, lease, step, session)
        case "done":
            return StepResult(Outcome.CONTINUE)
        case "cancelled":
            return StepResult(_stop(unheld, Cancelled()))
        case "timeout":
            return StepResult(_stop(unheld, TimedOut()))
        case _:
            logger.info("step.refused", extra={"job": str(lease.job_id), "step": step.name, "fence": lease.fence})
            return StepResult(Outcome.REFUSED)


def _begin(begun: Start, lease: Lease, step: Step, session: Session) -> StepResult:
    try:
        kind = get_kind(begun.kind)
        job = JobContext(begun, lease=lease, kind=kind, step=step, session=session)
        args = _arguments(step, job, begun.args)
    except (UnknownJobKind, BadArguments) as error:
        reason = Reason.UNKNOWN_KIND if isinstance(error, UnknownJobKind) else Reason.BAD_ARGUMENTS
        return StepResult(_end_as_failed(lease, Failure(reason=reason, code=reason, message=str(error))))
    return _Attempt(begun, lease, step, session, kind, job).run(args)


@dataclass(slots=True)
class _Attempt:
    """A step that has begun."""

    begun: Start
    lease: Lease
    step: Step
    session: Session
    kind: JobKind
    job: JobContext
    outcome: Outcome = Outcome.REFUSED
    dispatches: list[Dispatch] | None = None

    def run(self, args: Mapping[str, Any]) -> StepResult:
        started = time.monotonic()
        failed = self._work(args)
        _log_step(self.job, self.step, started, failed)
        if failed is None or self.job.is_committed:
            return StepResult(self._next_outcome(), self.dispatches)
        if not guarded("job.end_failed", partial(self._handle_failure, failed)):
            # The end cannot be recorded, so the process releases the job; its worker counts that as a crash.
            guarded("job.ownership_not_released", partial(transitions.release_ownership, self.lease))
            guarded("session.not_reconnected", self.session.reconnect)
        return StepResult(self.outcome)

    def _work(self, args: Mapping[str, Any]) -> Exception | None:
        """Do the work of the step, and complete it unless it has committed itself; return the exception, if any."""
        try:
            with self.session.ensure_clean_connection():
                with interrupts.allowed(self.job.interruption):
                    self.step.work(self.job, **args)
                if not self.job.is_committed:
                    self._end_without_outputs()
        except Exception as error:  # noqa: BLE001  # the only place that catches everything a step raises
            return error
        return None

    def _end_without_outputs(self) -> None:
        """Complete the step; in a single round trip if the end of the job has no receivers."""
        has_receivers = self.job.is_last_step and is_end_awaited(self.kind.name)
        if has_receivers or not self.session.may_end_jobs:
            with self.job.commit():
                return
        self.dispatches = self.job.finish_without_outputs()

    def _next_outcome(self) -> Outcome:
        return Outcome.SUCCEEDED if self.job.is_last_step else Outcome.CONTINUE

    def _handle_failure(self, error: Exception) -> None:
        try:
            self._classify_failure(error)
        except failures.DATABASE_ERRORS as database_error:
            # The process closes its session: its worker will find it disconnected but alive.
            logger.warning("job.end_not_recorded", extra={"job": str(self.job.id), "error": str(database_error)})
            guarded("session.not_reconnected", self.session.reconnect)

    def _classify_failure(self, error: Exception) -> None:
        if isinstance(error, Fenced):
            raise error
        self.session.clean_up()
        if isinstance(error, Parked):
            self.outcome = self._park(error)
        elif isinstance(error, StopWorking):
            self.outcome = _stop(self.lease, error)
        elif failures.is_outage(error):
            transitions.take_over_disconnected(self.lease)
            self.outcome = Outcome.ENDED
        elif progress.is_cancel_requested(self.lease, using=self.session.connection):
            # A job may be cancelled because its subject was deleted, which makes its step fail.
            self.outcome = _stop(self.lease, Cancelled())
        else:
            self._record_failure(error)

    def _park(self, parked: Parked) -> Outcome:
        if progress.is_cancel_requested(self.lease, using=self.session.connection):
            return _stop(self.lease, Cancelled())
        error = parked.error
        if parked.tries:
            self.job.log(JobLog.Level.WARNING, error.message, step=self.step.name, code=error.code)
        transitions.park(self.lease, seconds=parked.seconds, code=error.code, message=error.message, tries=parked.tries)
        logger.info(
            "job.parked",
            extra={"job": str(self.job.id), "kind": self.kind.name, "code": error.code, "seconds": parked.seconds},
        )
        return Outcome.ENDED

    def _record_failure(self, error: Exception) -> None:
        failure = failures.failure_of(error)
        fields = {"step": self.step.name, "code": failure.code, "traceback": failure.traceback}
        self.job.log(JobLog.Level.ERROR, failure.message, **fields)
        if self.step.optional:
            self.job.skip_step(failure.code, failure.message)
            self.outcome = self._next_outcome()
        else:
            self.outcome = self._fail_or_defer(failure, failures.fault_of(error))

    def _fail_or_defer(self, failure: Failure, fault: Fault) -> Outcome:
        wait = decide(
            self.kind.retry,
            fault,
            failures=self.begun.failures + 1,
            chance=random.random(),  # noqa: S311  # spreads retries, guards nothing
            retry_unknown=TenantQueue.objects.filter(tenant=self.job.tenant_id, retry_unknown=True).exists(),
        )
        if wait is None:
            is_exhausted = self.begun.failures and fault is not Fault.USER
            reason = Reason.EXHAUSTED if is_exhausted else failure.reason
            return _end_as_failed(self.lease, replace(failure, reason=reason))
        seconds = wait.total_seconds()
        transitions.defer_retry(self.lease, failure, seconds=seconds)
        counters.count_retry()
        logger.info(
            "job.deferred", extra={"job": str(self.job.id), "kind": self.kind.name, "seconds": round(seconds, 1)}
        )
        return Outcome.ENDED


def _stop(lease: Lease, stop: StopWorking) -> Outcome:
    failure = Failure(reason=Reason(stop.reason), code=stop.reason, message=(type(stop).__doc__ or "").strip())
    if isinstance(stop, TimedOut):
        transitions.fail(lease, failure)
    else:
        transitions.cancel_held(lease, failure)
    return Outcome.ENDED


def _end_as_failed(lease: Lease, failure: Failure) -> Outcome:
    transitions.fail(lease, failure)
    return Outcome.ENDED


_signature = cache(inspect.signature)


def _arguments(step: Step, job: JobContext, text: str) -> dict[str, Any]:
    """Decode a job's arguments; raise `BadArguments` if they are no JSON object or do not fit the step (DD-4)."""
    try:
        args: dict[str, Any] = json.loads(text)
        _signature(step.work).bind(job, **args)
    except (ValueError, TypeError) as error:
        raise BadArguments(f"The arguments of this job do not fit the step {step.name}: {error}") from error
    return args


def _log_step(job: JobContext, step: Step, started: float, error: Exception | None) -> None:
    fields = {"job": str(job.id), "kind": job.kind, "step": step.name, "ms": round((time.monotonic() - started) * 1000)}
    if error is None:
        logger.info("step.finished", extra=fields)
        return
    tracing.current_span().fail(type(error).__name__)
    if isinstance(error, DomainError | StopWorking):
        logger.info("step.failed", extra={**fields, "error": repr(error)})
    else:
        logger.error("step.failed", extra=fields, exc_info=error)


def dead_letter_lost_jobs(report: CrashReport = NO_CRASHES, *, using: BaseDatabaseWrapper | None = None) -> None:
    """End the jobs whose process is dead; one that cannot be ended does not prevent the others."""
    for lease, reason in transitions.permanently_lost(report, using=using):
        guarded("job.dead_letter_failed", partial(_end_lost, lease, reason))


@transaction.atomic
def _end_lost(lease: Lease, reason: Reason) -> None:
    # The transaction of a dead process may lock the row until the server notices.
    database.limit_row_waits(connection)
    with suppress(Fenced):
        match reason:
            case Reason.CANCELLED:
                _stop(lease, Cancelled())
            case Reason.TIMEOUT:
                _stop(lease, TimedOut())
            case _:
                transitions.fail(lease, Failure(reason=reason, code=reason, message=_TOO_MANY_CRASHES), crashes=1)


def guarded(event: str, action: Callable[[], object]) -> bool:
    """Run an action whose exception must not stop what follows; return whether it succeeded."""
    try:
        action()
    except Fenced:
        raise
    except Exception:  # the other half of the only place that catches all exceptions
        logger.exception(event)
        return False
    return True
