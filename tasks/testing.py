"""Run jobs in tests, in the test's process, with the same dispatch, runner and transitions."""

from django.db import connection
from django.utils import timezone

from tasks.models import Job
from tasks.runtime import runner, scheduler, transitions
from tasks.runtime.runner import Outcome
from tasks.runtime.transitions import Dispatch
from tasks.runtime.worker_session import SharedSession
from tasks.states import JobState


def run_jobs(*, skip_waits: bool = False) -> int:
    """Run what is due until nothing is left, and return the number of attempts; `skip_waits` makes retries due.

    Works with committed rows and inside a test's transaction (a failing step is then rolled back).
    """
    session = SharedSession(worker_key=None)
    tries = 0
    while dispatches := _due(skip_waits=skip_waits):
        for dispatch in dispatches:
            run_chain(dispatch, session)
            tries += 1
    return tries


def _due(*, skip_waits: bool) -> list[Dispatch]:
    if skip_waits:
        Job.objects.filter(state=JobState.STUCK, queued=False).update(run_at=timezone.now())
    runner.dead_letter_lost_jobs()
    return transitions.reconcile(slots=1, using=connection)


def run_chain(dispatch: Dispatch, session: SharedSession) -> None:
    """Run the remaining steps of a dispatched job."""
    for step in scheduler.remaining_steps(dispatch):
        ran = runner.run_step(step, job_id=dispatch.job_id, fence=dispatch.fence, session=session)
        if ran.outcome is not Outcome.CONTINUE:
            return
