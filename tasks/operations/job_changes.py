"""Cancel or retry single jobs, or change their priority, with an entry in the audit log. Callers check permissions."""

from django.db import transaction

from audit.actions import Action
from audit.log import record
from audit.objects import Subject
from core.access import Actor
from tasks.runtime import queue
from tasks.runtime.job_views import JobView
from tasks.states import Priority


@transaction.atomic
def cancel_job(job: JobView, *, actor: Actor) -> None:
    """Cancel a job at once, or ask its running step to stop; do nothing if it has ended."""
    if not job.is_finished:
        record(Action.JOB_CANCELLED, _subject(job), actor=actor)
        queue.cancel(job.id)


@transaction.atomic
def retry_job(job: JobView, *, actor: Actor, from_start: bool = False) -> None:
    """Run a failed or cancelled job again; raise `JobIsLive` or `JobHasSucceeded`."""
    queue.retry(job.id, from_start=from_start)
    record(Action.JOB_RETRIED, _subject(job), actor=actor, from_start=from_start)


@transaction.atomic
def change_priority(job: JobView, priority: Priority, *, actor: Actor) -> None:
    """Change the priority of a waiting job; raise `JobHasBegun`."""
    queue.change_priority(job.id, priority)
    record(Action.JOB_PRIORITY_CHANGED, _subject(job), actor=actor, priority=priority.name.lower())


def _subject(job: JobView) -> Subject:
    return Subject(kind="job", id=job.id, owner_id=job.owner_id)
