"""The job kinds and steps of retention. A step calls a service, nothing else."""

from corpuses.retention import services as retention
from tasks.operations import periodic
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step


@step(retention.APPLY)
def apply_retention(job: JobContext) -> None:
    count = retention.apply_all(job=job)
    job.log("info", f"{count} documents left their corpora.", moved=count)


kind(retention.APPLY, title="Apply retention rules", steps=[retention.APPLY], is_long=True)
periodic.declare(retention.APPLY, cron="7 3 * * *")
