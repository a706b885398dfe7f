"""The job kinds and steps of the bin. A step calls a service, nothing else."""

from datetime import datetime

from corpuses.bin import services as bin_services
from tasks.operations import periodic
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step
from users.models import User


@step(bin_services.PURGE)
def purge_bin(job: JobContext, *, user_id: str = "", before: str = "", kind: str = "") -> None:
    """Purge expired items, or those of one user."""
    if user_id:
        user = User.objects.get(pk=user_id)
        count = bin_services.purge_bin_of(user, before=datetime.fromisoformat(before), kind=kind, job=job)
    else:
        count = bin_services.purge_expired(job=job)
    job.log("info", f"{count} items purged.", purged=count)


# A corpus is deleted in one transaction, which shows no progress.
kind(bin_services.PURGE, title="Empty the bin", steps=[bin_services.PURGE], timeout="JOB_MAX_SECONDS", is_long=True)
periodic.declare(bin_services.PURGE, cron="17 3 * * *")
