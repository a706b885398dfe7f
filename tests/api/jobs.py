"""Jobs in every state for the API tests, created by the runtime itself with kinds that only tests know."""

from dataclasses import dataclass
from uuid import UUID

from tasks import database
from tasks.runtime import queue
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step
from tasks.testing import run_jobs
from users.models import User


@step("sample_api.work")
def work(job: JobContext, *, fails: bool = False) -> None:
    job.log("info", "looked", page=1)
    job.log("info", "went on")
    if fails:
        raise ZeroDivisionError("deep inside")


@step("sample_api.look")
def look(job: JobContext, **args: object) -> None:
    """Log the job's state as other connections see it while the step runs."""
    other = database.new_connection()
    try:
        (visible,) = database.select(other, "select state, attempts from tasks_job where id = %s", job.id)
    finally:
        other.close()
    job.log("info", "state", **visible)


kind("sample_api.look", title="Look", steps=["sample_api.look"])
kind("sample_api.work", title="Work", steps=["sample_api.work"])
kind("sample_api.other", title="Other work", steps=["sample_api.work"])


@dataclass(frozen=True, slots=True)
class Jobs:
    """One job in each state."""

    succeeded: UUID
    failed: UUID
    cancelled: UUID
    waiting: UUID


def enqueue(owner: User, name: str = "sample_api.work", *, fails: bool = False, subject_id: UUID | None = None) -> UUID:
    """Enqueue a job that a user owns."""
    return queue.enqueue(
        name, args={"fails": fails}, tenant_id=owner.tenant_id, owner_id=owner.pk, subject_id=subject_id
    )


def make_jobs(owner: User) -> Jobs:
    """Create a successful, a failed, a cancelled and a waiting job."""
    succeeded, failed = enqueue(owner), enqueue(owner, fails=True)
    run_jobs()
    cancelled = enqueue(owner)
    queue.cancel(cancelled)
    return Jobs(succeeded=succeeded, failed=failed, cancelled=cancelled, waiting=enqueue(owner))
