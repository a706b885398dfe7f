"""Execute messages: run the step and, when that ends the job, take the next job.

A short next job runs here at once, for a limited time: the way through the broker costs more than the job itself
(ADR 0011). Other jobs are published.
"""

import time
from contextlib import suppress
from typing import Final
from uuid import UUID

from django.db import InterfaceError, OperationalError

from tasks.runtime import runner, scheduler, transitions
from tasks.runtime.registry import Step
from tasks.runtime.runner import Outcome, StepResult
from tasks.runtime.transitions import Dispatch
from tasks.runtime.worker_session import Session

_INLINE_SECONDS: Final = 0.1
_LATEST_WEIGHT: Final = 0.2  # in the moving average


class StepExecutor:
    """The executor of one process, with the average duration of each step in it.

    A job is short if each of its steps takes less than `short_seconds` on average. `inline_seconds` after the end of
    the message's own job, the next one is published, so that the pool gets its process back.
    """

    def __init__(self, session: Session, *, short_seconds: float, inline_seconds: float = _INLINE_SECONDS) -> None:
        self._session = session
        self._short_seconds = short_seconds
        self._inline_seconds = inline_seconds
        self._averages: dict[str, float] = {}

    def execute(self, step: Step, job_id: UUID, fence: int) -> Outcome:
        """Run the step of a message; when that ends the job, continue with what is due."""
        result = self._run(step, job_id, fence)
        match result.outcome:
            case Outcome.SUCCEEDED:
                self._run_follow_ups(self._dispatches_after(result, job_id))
            case Outcome.ENDED:
                scheduler.publish(self._dispatches_after(result, job_id))
        return result.outcome

    def _run_follow_ups(self, dispatches: list[Dispatch]) -> None:
        end = time.monotonic() + self._inline_seconds
        while dispatches:
            first, *rest = dispatches
            steps = scheduler.remaining_steps(first)
            if time.monotonic() > end or not self._are_short(steps):
                scheduler.publish(dispatches)
                return
            scheduler.publish(rest)
            dispatches = self._run_job(first, steps)

    def _run_job(self, dispatch: Dispatch, steps: list[Step]) -> list[Dispatch]:
        result = StepResult(Outcome.CONTINUE)
        for step in steps:
            result = self._run(step, dispatch.job_id, dispatch.fence)
            if result.outcome is not Outcome.CONTINUE:
                break
        return self._dispatches_after(result, dispatch.job_id)

    def _run(self, step: Step, job_id: UUID, fence: int) -> StepResult:
        started = time.monotonic()
        result = self._run_connected(step, job_id, fence)
        seconds = time.monotonic() - started
        average = self._averages.get(step.name, seconds)
        self._averages[step.name] = (1 - _LATEST_WEIGHT) * average + _LATEST_WEIGHT * seconds
        return result

    def _run_connected(self, step: Step, job_id: UUID, fence: int) -> StepResult:
        with suppress(OperationalError, InterfaceError):
            self._session.reconnect_when_old()
            return runner.run_step(step, job_id=job_id, fence=fence, session=self._session)
        # The connection was lost while this process was idle; the step has not begun. It runs outside of the handler:
        # an error of the step itself must not look like a consequence of the lost connection.
        self._session.reconnect()
        return runner.run_step(step, job_id=job_id, fence=fence, session=self._session)

    def _are_short(self, steps: list[Step]) -> bool:
        return all(self._averages.get(step.name, self._short_seconds) < self._short_seconds for step in steps)

    def _dispatches_after(self, result: StepResult, job_id: UUID) -> list[Dispatch]:
        if result.dispatches is not None:
            return result.dispatches
        return transitions.settle_and_dispatch(job_id, using=self._session.connection)
