"""Run one step of one job, and decide what its outcome means. The one place that catches everything."""

import errno
import inspect
import json
import logging
import random
import time
import traceback
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import cache, partial
from typing import Any
from uuid import UUID

from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from core.errors import DomainError
from core.observability import log_context, request_id, tracing
from tasks import interrupts, meters, progress, sessions, transitions
from tasks.context import JobContext
from tasks.errors import BadArguments, Cancelled, Fenced, StopWorking, TimedOut, UnknownJobKind
from tasks.models import JobLog, TenantQueue
from tasks.registry import JobKind, Step, get_kind
from tasks.retry import Fault, decide, fault_of
from tasks.sessions import Session
from tasks.signals import is_end_awaited
from tasks.states import Reason
from tasks.transitions import NOBODY, Failure, Hold, Judged, Start, Ticket

logger = logging.getLogger(__name__)

_TRACEBACK_LENGTH = 64_000
_TOO_OFTEN = "The process that worked on this job ended unexpectedly, too often."
_OUR_FAULT = "An unexpected error stopped this job."
# A deadlock, or a database without memory, in the middle of a step is nobody's mistake: try again.
_DATABASE_AWAY = (OperationalError, InterfaceError)
# SQLSTATE: connection exceptions, shutdowns and restarts, a full disk, too many connections
_OUTAGES = ("08", "57P", "53100", "53300")
_NO_ROOM = (errno.ENOSPC, errno.EDQUOT)
_REASONS = {Fault.USER: Reason.USER_FAULT, Fault.DEPENDENCY: Reason.DEPENDENCY, Fault.UNKNOWN: Reason.ERROR}


class Outcome(Enum):
    """What the hands must do: the next step; give the job's slot away, the chain having ended well or not; nothing."""

    GO_ON = auto()
    ENDED_WELL = auto()
    ENDED_BADLY = auto()
    REFUSED = auto()


@dataclass(frozen=True, slots=True)
class Ran:
    """What became of a step. `tickets`: the slot was given away in the same breath, to these; None: not yet."""

    outcome: Outcome
    tickets: list[Ticket] | None = None


def run_step(step: Step, *, job_id: UUID, fence: int, session: Session) -> Ran:
    """Run a step under a fence; a message that comes twice or too late is refused."""
    with log_context.bound(job=str(job_id)):
        if not tracing.is_on():
            return _run_step(step, job_id, fence, session)
        # Below who asked for this job, whatever message this process works on.
        asked = transitions.traceparent_of(job_id, using=session.connection)
        parent = asked or tracing.traceparent_of(job_id)
        with tracing.span(step.name, tracing.Kind.CONSUMER, parent=parent) as span:
            span.set_attributes({"messaging.system": "celery", "cartulary.job": str(job_id), "cartulary.fence": fence})
            log_context.bind(otelTraceID=tracing.trace_id())
            return _run_step(step, job_id, fence, session)


def _run_step(step: Step, job_id: UUID, fence: int, session: Session) -> Ran:
    hold = Hold(job_id, fence, session.holder)
    begun = transitions.start(
        hold, step.name, is_optional=step.optional, worker_key=session.worker_key, using=session.connection
    )
    outer_id = request_id.current()
    request_id.bind(begun.request_id or "")
    try:
        return _act_on(begun, hold, step, session)
    except Fenced:
        logger.warning("step.fenced", extra={"job": str(job_id), "step": step.name, "fence": fence})
        return Ran(Outcome.REFUSED)
    finally:
        request_id.bind(outer_id)


def _act_on(begun: Start, hold: Hold, step: Step, session: Session) -> Ran:
    nobody = Hold(hold.job_id, hold.fence, None)
    match begun.verdict:
        case "go":
            return _begin(begun, hold, step, session)
        case "done":
            return Ran(Outcome.GO_ON)
        case "cancelled":
            return Ran(_stop(nobody, Cancelled()))
        case "timeout":
            return Ran(_stop(nobody, TimedOut()))
        case _:
            logger.info("step.refused", extra={"job": str(hold.job_id), "step": step.name, "fence": hold.fence})
            return Ran(Outcome.REFUSED)


def _begin(begun: Start, hold: Hold, step: Step, session: Session) -> Ran:
    try:
        kind = get_kind(begun.kind)
        job = JobContext(begun, hold=hold, kind=kind, step=step, session=session)
        args = _arguments(step, job, begun.args)
    except (UnknownJobKind, BadArguments) as error:
        reason = Reason.UNKNOWN_KIND if isinstance(error, UnknownJobKind) else Reason.BAD_ARGUMENTS
        return Ran(_end_badly(hold, Failure(reason=reason, code=reason, message=str(error))))
    return _Attempt(begun, hold, step, session, kind, job).run(args)


@dataclass(slots=True)
class _Attempt:
    """One step that has begun."""

    begun: Start
    hold: Hold
    step: Step
    session: Session
    kind: JobKind
    job: JobContext
    outcome: Outcome = Outcome.REFUSED
    tickets: list[Ticket] | None = None

    def run(self, args: Mapping[str, Any]) -> Ran:
        started = time.monotonic()
        failed = self._work(args)
        _log_step(self.job, self.step, started, failed)
        if failed is None or self.job.is_committed:
            return Ran(self._go_on(), self.tickets)
        if not guarded("job.end_failed", partial(self._conclude, failed)):
            # Nobody can be told how this ended, so the process lets go of the job: its worker counts that as a crash.
            guarded("job.not_let_go", partial(transitions.let_go, self.hold))
            guarded("session.not_renewed", self.session.renew)
        return Ran(self.outcome)

    def _work(self, args: Mapping[str, Any]) -> Exception | None:
        """Do the work of the step, and mark it done where it has not done so itself; give what went wrong."""
        try:
            with self.session.shield():
                with interrupts.allowed(self.job.interruption):
                    self.step.work(self.job, **args)
                if not self.job.is_committed:
                    self._end_without_outputs()
        except Exception as error:  # noqa: BLE001  # the one place that catches: whatever a step raises is sorted
            return error
        return None

    def _end_without_outputs(self) -> None:
        """Mark the step done; in as few round trips as there can be, where nobody's rows belong to it."""
        is_awaited = self.job.is_last_step and is_end_awaited(self.kind.name)
        if is_awaited or not self.session.may_end_jobs:
            with self.job.commit():
                return
        self.tickets = self.job.end_alone()

    def _go_on(self) -> Outcome:
        return Outcome.ENDED_WELL if self.job.is_last_step else Outcome.GO_ON

    def _conclude(self, error: Exception) -> None:
        try:
            self._sort_out(error)
        except _DATABASE_AWAY as away:
            # The process gives up its line: its worker sees that it was cut, and that no process ended.
            logger.warning("job.end_not_told", extra={"job": str(self.job.id), "error": str(away)})
            guarded("session.not_renewed", self.session.renew)

    def _sort_out(self, error: Exception) -> None:
        if isinstance(error, Fenced):
            raise error
        self.session.clean_up()
        if isinstance(error, StopWorking):
            self.outcome = _stop(self.hold, error)
        elif is_outage(error):
            transitions.take_over_cut(self.hold)
            self.outcome = Outcome.ENDED_BADLY
        elif progress.is_cancel_requested(self.hold, using=self.session.connection):
            # What it works on may have been deleted under its hands: nobody waits for it, nobody wants to hear of it.
            self.outcome = _stop(self.hold, Cancelled())
        else:
            self._note_failure(error)

    def _note_failure(self, error: Exception) -> None:
        failure = _failure(error)
        facts = {"step": self.step.name, "code": failure.code, "traceback": failure.traceback}
        self.job.log(JobLog.Level.ERROR, failure.message, **facts)
        if self.step.optional:
            self.job.give_up(failure.code, failure.message)
            self.outcome = self._go_on()
        else:
            self.outcome = self._fail_or_stick(failure, _fault_of(error))

    def _fail_or_stick(self, failure: Failure, fault: Fault) -> Outcome:
        wait = decide(
            self.kind.retry,
            fault,
            failures=self.begun.failures + 1,
            chance=random.random(),  # noqa: S311  # spreads retries, guards nothing
            retry_unknown=TenantQueue.objects.filter(tenant=self.job.tenant_id, retry_unknown=True).exists(),
        )
        if wait is None:
            reason = Reason.EXHAUSTED if self.begun.failures else failure.reason
            return _end_badly(self.hold, replace(failure, reason=reason))
        seconds = wait.total_seconds()
        transitions.stick(self.hold, failure, seconds=seconds)
        meters.stuck()
        logger.info("job.stuck", extra={"job": str(self.job.id), "kind": self.kind.name, "seconds": round(seconds, 1)})
        return Outcome.ENDED_BADLY


def _stop(hold: Hold, stop: StopWorking) -> Outcome:
    failure = Failure(reason=Reason(stop.reason), code=stop.reason, message=(type(stop).__doc__ or "").strip())
    if isinstance(stop, TimedOut):
        transitions.fail(hold, failure)
    else:
        transitions.cancel_held(hold, failure)
    return Outcome.ENDED_BADLY


def _end_badly(hold: Hold, failure: Failure) -> Outcome:
    transitions.fail(hold, failure)
    return Outcome.ENDED_BADLY


_signature = cache(inspect.signature)


def _arguments(step: Step, job: JobContext, text: str) -> dict[str, Any]:
    """Decode a job's arguments; `BadArguments` when they are no JSON object or do not fit the step (DD-4)."""
    try:
        args: dict[str, Any] = json.loads(text)
        _signature(step.work).bind(job, **args)
    except (ValueError, TypeError) as error:
        raise BadArguments(f"The arguments of this job do not fit the step {step.name}: {error}") from error
    return args


def is_outage(error: BaseException) -> bool:
    """Tell whether the database, the way to it, or the room on a disk is gone: nobody's failure, so none is counted."""
    if isinstance(error, OperationalError):
        code = getattr(error.__cause__, "sqlstate", None)
        return code is None or code.startswith(_OUTAGES)
    return isinstance(error, OSError) and error.errno in _NO_ROOM


def _fault_of(error: Exception) -> Fault:
    return Fault.DEPENDENCY if isinstance(error, _DATABASE_AWAY) else fault_of(error)


def _failure(error: Exception) -> Failure:
    code, message = (error.code, error.message) if isinstance(error, DomainError) else ("internal_error", _OUR_FAULT)
    return Failure(
        reason=_REASONS[_fault_of(error)],
        code=code,
        message=message,
        # PostgreSQL stores no NUL.
        traceback="".join(traceback.format_exception(error))[-_TRACEBACK_LENGTH:].replace("\x00", ""),
    )


def _log_step(job: JobContext, step: Step, started: float, error: Exception | None) -> None:
    facts = {"job": str(job.id), "kind": job.kind, "step": step.name, "ms": round((time.monotonic() - started) * 1000)}
    if error is None:
        logger.info("step.finished", extra=facts)
        return
    tracing.current_span().fail(type(error).__name__)
    if isinstance(error, DomainError | StopWorking):
        logger.info("step.failed", extra={**facts, "error": repr(error)})
    else:
        logger.error("step.failed", extra=facts, exc_info=error)


def bury_lost(judged: Judged = NOBODY, *, using: BaseDatabaseWrapper | None = None) -> None:
    """End the jobs whose process is gone for good; one that cannot be ended does not keep the others."""
    for hold, reason in transitions.lost_for_good(judged, using=using):
        guarded("job.burial_failed", partial(_bury, hold, reason))


@transaction.atomic
def _bury(hold: Hold, reason: Reason) -> None:
    # A dead process's transaction may hold the row until the server notices.
    sessions.wait_briefly_for_rows(connection)
    with suppress(Fenced):
        match reason:
            case Reason.CANCELLED:
                _stop(hold, Cancelled())
            case Reason.TIMEOUT:
                _stop(hold, TimedOut())
            case _:
                transitions.fail(hold, Failure(reason=reason, code=reason, message=_TOO_OFTEN), crashes=1)


def guarded(event: str, action: Callable[[], object]) -> bool:
    """Do something that must not stop what comes after it; tell whether it went well."""
    try:
        action()
    except Fenced:
        raise
    except Exception:  # the other half of the one place that catches
        logger.exception(event)
        return False
    return True
