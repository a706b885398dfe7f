"""What a step sees of its job."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from tasks import progress, transitions
from tasks.errors import AlreadyCommitted, Cancelled, StopWorking, TimedOut
from tasks.registry import JobKind, Step, lock_subject
from tasks.sessions import Session
from tasks.states import StepState
from tasks.transitions import Hold, Start, Ticket

_PROGRESS_EVERY: Final = 0.5
_CHECK_EVERY: Final = 0.2
_EARN_EVERY: Final = 30.0


class JobContext:
    """The job as the step that runs sees it. `deadline` is a `time.monotonic()` moment, of the whole attempt."""

    def __init__(self, begun: Start, *, hold: Hold, kind: JobKind, step: Step, session: Session) -> None:
        self.id: UUID = hold.job_id
        self.kind = kind.name
        self.attempt = begun.attempts
        self.is_last_try = begun.failures + 1 >= kind.retry.max_attempts
        self.tenant_id = begun.tenant_id
        self.owner_id = begun.owner_id
        self.subject_id = begun.subject_id
        self.request_id = begun.request_id
        self.deadline = time.monotonic() + begun.seconds_left
        self._full_time = float(kind.timeout)
        self.is_committed = False
        self.is_last_step = kind.steps_after([*begun.done, step.name]) == []
        self._hold = hold
        self._step = step
        self._session = session
        self._next_progress = 0.0
        self._next_check = 0.0
        self._is_locked = False

    def progress(self, percent: int, message: str = "") -> None:
        """Tell the owner how far the work is. Cheap: calls within half a second, or inside a commit, are dropped."""
        now = time.monotonic()
        if now < self._next_progress or self._is_locked:
            return
        self._next_progress = now + _PROGRESS_EVERY
        progress.note(self._hold, percent, message, using=self._session.connection)

    def earn_time(self) -> None:
        """Have the kind's full time again: for long work of which a part was just done. Cheap: asks once in a while.

        What hangs earns nothing, so it still ends in time; what goes on for ever is for its owner to cancel.
        """
        now = time.monotonic()
        if self._is_locked or self.deadline - now > self._full_time - _EARN_EVERY:
            return
        progress.extend(self._hold, self._full_time, using=self._session.connection)
        self.deadline = now + self._full_time

    def check_cancelled(self, *, now: bool = False) -> None:
        """Raise when the step must end: cancelled, out of time, not ours. Call it often; `now` before long work."""
        moment = time.monotonic()
        if moment >= self.deadline:
            raise TimedOut
        if moment < self._next_check and not now:
            return
        self._next_check = moment + _CHECK_EVERY
        if progress.is_cancel_requested(self._hold, using=self._session.connection):
            raise Cancelled

    def interruption(self) -> StopWorking:
        """Say what to raise in a step that does not end by itself."""
        return TimedOut() if time.monotonic() >= self.deadline else Cancelled()

    @contextmanager
    def commit(self) -> Iterator[None]:
        """Write the step's outputs: at the end of the block, in the same transaction, the step is marked done.

        In the last step that ends the job. When the job is no longer ours, `Fenced` takes everything back.
        """
        with self._ending(StepState.SUCCESS):
            yield

    @contextmanager
    def guarded(self) -> Iterator[None]:
        """Write a part of the outputs in a transaction of its own that counts only while the job is ours."""
        with self._locked():
            yield

    def log(self, level: str, message: str, **fields: Any) -> None:
        """Write a line that the owner of the job can read."""
        progress.write_line(self.id, self.attempt, level, message, fields, using=self._session.connection)

    def give_up(self, code: str, message: str) -> None:
        """Mark an optional step as failed and let the job go on; for the runner."""
        with self._ending(StepState.FAILED, code, message):
            pass

    def end_alone(self) -> list[Ticket] | None:
        """Mark a step done that wrote nothing; the end of the job gives what its slot goes to. For the runner."""
        line = self._session.connection
        tickets = None
        if self.is_last_step:
            tickets = transitions.finish_and_release(
                self._hold, self._step.name, kind=self.kind, attempts=self.attempt, using=line
            )
        else:
            transitions.end_step_alone(self._hold, self._step.name, using=line)
        self._note_commit()
        return tickets

    @contextmanager
    def _ending(self, state: StepState, code: str = "", message: str = "") -> Iterator[None]:
        if self.is_committed:
            raise AlreadyCommitted
        with self._locked():
            # Registered first: what others have registered may fail after the commit, the step is done all the same.
            transaction.on_commit(self._note_commit)
            yield
            transitions.end_step(
                self._hold, self._step.name, is_last=self.is_last_step, state=state, code=code, message=message
            )
        self._note_commit()

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Open a transaction that holds the row of what the job is about, and the job's, from its beginning.

        Everybody takes them in this order, and before the rows of others, so no two of them wait for each other.
        """
        with self._session.transaction():
            lock_subject(self.kind, self.subject_id)
            progress.require_hold(self._hold)
            self._is_locked = True
            try:
                yield
            finally:
                self._is_locked = False

    def _note_commit(self) -> None:
        self.is_committed = True
