"""What a working process does with a message: run its step and, when that ends the job, take the next one.

A next job that is brief is run here and now, for as long as it does not keep the pool from its process: the way through
the broker costs more than such a job (ADR 0011). Any other is published.
"""

import time
from typing import Final
from uuid import UUID

from django.db import InterfaceError, OperationalError

from tasks import runner, scheduler, transitions
from tasks.registry import Step
from tasks.runner import Outcome, Ran
from tasks.sessions import Session
from tasks.transitions import Ticket

_BRIEF: Final = 0.02
_STRETCH: Final = 0.1
_WEIGHT: Final = 0.2  # of the latest time in the mean


class Hands:
    """One process at work, and how long the steps that it knows take.

    A job is brief when none of its steps takes `brief` seconds here. What would begin later than `stretch` seconds
    after the end of the message's own job goes by way of the broker, so that the pool gets its process back.
    """

    def __init__(self, session: Session, *, brief: float = _BRIEF, stretch: float = _STRETCH) -> None:
        self._session = session
        self._brief = brief
        self._stretch = stretch
        self._seconds: dict[str, float] = {}

    def work(self, step: Step, job_id: UUID, fence: int) -> Outcome:
        """Run the step that a message names; after the end of a job, more of what is due."""
        ran = self._run(step, job_id, fence)
        match ran.outcome:
            case Outcome.ENDED_WELL:
                self._go_on(self._tickets_after(ran, job_id))
            case Outcome.ENDED_BADLY:
                scheduler.publish(self._tickets_after(ran, job_id))
        return ran.outcome

    def _go_on(self, tickets: list[Ticket]) -> None:
        end = time.monotonic() + self._stretch
        while tickets:
            first, *rest = tickets
            steps = scheduler.remaining_steps(first)
            if time.monotonic() > end or not self._are_brief(steps):
                scheduler.publish(tickets)
                return
            scheduler.publish(rest)
            tickets = self._run_whole(first, steps)

    def _run_whole(self, ticket: Ticket, steps: list[Step]) -> list[Ticket]:
        ran = Ran(Outcome.GO_ON)
        for step in steps:
            ran = self._run(step, ticket.job_id, ticket.fence)
            if ran.outcome is not Outcome.GO_ON:
                break
        return self._tickets_after(ran, ticket.job_id)

    def _run(self, step: Step, job_id: UUID, fence: int) -> Ran:
        began = time.monotonic()
        ran = self._run_connected(step, job_id, fence)
        seconds = time.monotonic() - began
        mean = self._seconds.get(step.name, seconds)
        self._seconds[step.name] = (1 - _WEIGHT) * mean + _WEIGHT * seconds
        return ran

    def _run_connected(self, step: Step, job_id: UUID, fence: int) -> Ran:
        try:
            self._session.renew_when_old()
            return runner.run_step(step, job_id=job_id, fence=fence, session=self._session)
        except (OperationalError, InterfaceError):
            # The line was cut while this process was idle; the step has not begun.
            self._session.renew()
            return runner.run_step(step, job_id=job_id, fence=fence, session=self._session)

    def _are_brief(self, steps: list[Step]) -> bool:
        return all(self._seconds.get(step.name, self._brief) < self._brief for step in steps)

    def _tickets_after(self, ran: Ran, job_id: UUID) -> list[Ticket]:
        if ran.tickets is not None:
            return ran.tickets
        return transitions.settle_and_release(job_id, using=self._session.connection)
