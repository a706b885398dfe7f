"""For tests: jobs do nothing until the test runs them, here, through the very same claim, runner and transitions."""

from django.db import connection
from django.utils import timezone

from tasks import runner, scheduler, transitions
from tasks.models import Job
from tasks.runner import Outcome
from tasks.sessions import SharedSession
from tasks.states import JobState
from tasks.transitions import Ticket


def run_jobs(*, skip_waits: bool = False) -> int:
    """Run what is due in this process until nothing is left, and count the tries; `skip_waits` makes stuck jobs due.

    Works with committed rows and inside a test's own transaction (a failing step then takes back all that it did).
    """
    session = SharedSession(worker_key=None)
    tries = 0
    while tickets := _due(skip_waits=skip_waits):
        for ticket in tickets:
            run_chain(ticket, session)
            tries += 1
    return tries


def _due(*, skip_waits: bool) -> list[Ticket]:
    if skip_waits:
        Job.objects.filter(state=JobState.STUCK, queued=False).update(run_at=timezone.now())
    runner.bury_lost()
    return transitions.reconcile(slots=1, using=connection)


def run_chain(ticket: Ticket, session: SharedSession) -> None:
    """Run what is left of one job that was given out."""
    for step in scheduler.remaining_steps(ticket):
        ran = runner.run_step(step, job_id=ticket.job_id, fence=ticket.fence, session=session)
        if ran.outcome is not Outcome.GO_ON:
            return
