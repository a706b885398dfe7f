"""The interface between a step and its job."""

import random
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final, NoReturn
from uuid import UUID

from django.conf import settings
from django.db import transaction

from core import retries
from core.errors import DependencyFault
from tasks.errors import AlreadyCommitted, Cancelled, Parked, StopWorking, TimedOut
from tasks.runtime import progress, transitions
from tasks.runtime.registry import JobKind, Step, lock_subject
from tasks.runtime.transitions import Dispatch, Lease, Start
from tasks.runtime.worker_session import Session
from tasks.states import StepState

_PROGRESS_INTERVAL: Final = 0.5
_CHECK_INTERVAL: Final = 0.2
_EXTEND_INTERVAL: Final = 30.0
_BACKOFF: Final = 0.5  # seconds after the first request in vain; doubled after each
_LONGEST_WAIT: Final = 3_600.0  # that a server may ask for


class JobContext:
    """The running job, for its step. `deadline` of the attempt is in the clock of `time.monotonic()`."""

    def __init__(self, begun: Start, *, lease: Lease, kind: JobKind, step: Step, session: Session) -> None:
        self.id: UUID = lease.job_id
        self.kind = kind.name
        self.attempt = begun.attempts
        self.is_last_try = begun.failures + 1 >= kind.retry.max_attempts
        self.tenant_id = begun.tenant_id
        self.owner_id = begun.owner_id
        self.subject_id = begun.subject_id
        self.request_id = begun.request_id
        self.deadline = time.monotonic() + begun.seconds_left
        self._timeout = float(kind.timeout)
        self._ends = time.monotonic() + settings.JOB_MAX_SECONDS
        self._has_progress = False
        self.is_committed = False
        self.is_last_step = kind.steps_after([*begun.done, step.name]) == []
        self._lease = lease
        self._step = step
        self._session = session
        self._next_progress = 0.0
        self._next_check = 0.0
        self._is_locked = False

    def progress(self, percent: int, message: str = "") -> None:
        """Show the progress to the owner; the time limit of the kind begins anew.

        Cheap: calls within half a second, or inside a commit, are dropped.
        """
        now = time.monotonic()
        if now < self._next_progress or self._is_locked:
            return
        self._next_progress = now + _PROGRESS_INTERVAL
        progress.set_progress(self._lease, percent, message, using=self._session.connection)
        self._restart_limit()

    def extend_deadline(self) -> None:
        """Restart the time limit of the kind, and the tries of `park`, after a part of the work is done.

        Cheap: writes once in a while. Work that hangs does not call this, nor `progress` or `guarded`, and ends in
        time; endless work ends after `JOB_MAX_SECONDS`.
        """
        if not self._has_progress and not self._is_locked:
            progress.forget_tries(self._lease, using=self._session.connection)
            self._has_progress = True
        self._restart_limit()

    def park(self, error: DependencyFault, *, seconds: float = 0, tries: int | None = None) -> NoReturn:
        """Stop the step, give the slot back, and begin the step again after `seconds`: a server has to be waited for.

        This is no failed attempt. With `tries`, the server was asked in vain: the wait grows, and the last of so many
        times in a row raises the error, which ends the attempt. `extend_deadline` begins the count anew. Without, it
        was not asked, as for many other jobs: their waits differ.
        """
        if tries is None:
            raise Parked(error, seconds=seconds * random.uniform(1, 1.5), tries=0) from error  # noqa: S311 - no secret
        failures = progress.tries(self._lease, using=self._session.connection) + 1
        if failures >= tries:
            raise error
        wait = max(seconds, retries.backoff(failures, base=_BACKOFF, chance=random.random()))  # noqa: S311 - no secret
        raise Parked(error, seconds=min(wait, _LONGEST_WAIT), tries=1) from error

    def check_cancelled(self, *, now: bool = False) -> None:
        """Raise if the step must end: cancelled, timed out, taken over. Call often, with `now` before long work."""
        moment = time.monotonic()
        if moment >= self.deadline:
            raise TimedOut
        if moment < self._next_check and not now:
            return
        self._next_check = moment + _CHECK_INTERVAL
        if progress.is_cancel_requested(self._lease, using=self._session.connection):
            raise Cancelled

    def interruption(self) -> StopWorking:
        """Return the exception to raise in a step that does not end by itself."""
        return TimedOut() if time.monotonic() >= self.deadline else Cancelled()

    @contextmanager
    def commit(self) -> Iterator[None]:
        """Write the step's outputs: the end of the block completes the step in the same transaction.

        The last step ends the job. If the job was taken over, `Fenced` rolls everything back.
        """
        with self._ending(StepState.SUCCESS):
            yield

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Write a part of the outputs in a transaction that commits only if the job was not taken over.

        The time limit of the kind begins anew.
        """
        with self._locked():
            yield
        self._restart_limit()

    def log(self, level: str, message: str, **fields: Any) -> None:
        """Add a line to the log, which the owner of the job can read."""
        progress.write_line(self.id, self.attempt, level, message, fields, using=self._session.connection)

    def skip_step(self, code: str, message: str) -> None:
        """Mark an optional step as failed and continue the job; for the runner."""
        with self._ending(StepState.FAILED, code, message):
            pass

    def finish_without_outputs(self) -> list[Dispatch] | None:
        """Complete a step without outputs; return the jobs that get its slot if it was the last. For the runner."""
        using = self._session.connection
        dispatches = None
        if self.is_last_step:
            dispatches = transitions.finish_and_dispatch(
                self._lease, self._step.name, kind=self.kind, attempts=self.attempt, using=using
            )
        else:
            transitions.complete_step(self._lease, self._step.name, using=using)
        self._set_committed()
        return dispatches

    def _restart_limit(self) -> None:
        now = time.monotonic()
        seconds = min(self._timeout, self._ends - now)
        if self._is_locked or self.deadline - now > seconds - _EXTEND_INTERVAL:
            return
        progress.extend_deadline(self._lease, seconds, using=self._session.connection)
        self.deadline = now + seconds

    @contextmanager
    def _ending(self, state: StepState, code: str = "", message: str = "") -> Iterator[None]:
        if self.is_committed:
            raise AlreadyCommitted
        with self._locked():
            # Registered first: callbacks of others may fail after the commit, but the step is complete.
            transaction.on_commit(self._set_committed)
            yield
            transitions.end_step(
                self._lease, self._step.name, is_last=self.is_last_step, state=state, code=code, message=message
            )
        self._set_committed()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Open a transaction that begins by locking the subject of the job, then the job.

        All transactions lock in this order, and before other rows, so that none of them deadlock.
        """
        with self._session.transaction():
            lock_subject(self.kind, self.subject_id)
            progress.require_lease(self._lease)
            self._is_locked = True
            try:
                yield
            finally:
                self._is_locked = False

    def _set_committed(self) -> None:
        self.is_committed = True
