"""The runtime's own jobs."""

from tasks.operations import cleanup, periodic
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step


@step("tasks.forget_old_jobs")
def forget_old_jobs(job: JobContext) -> None:
    """Forget jobs that ended more than thirty days ago."""
    count = cleanup.forget_old(after_each=job.check_cancelled)
    job.log("info", f"{count} old jobs forgotten.", count=count)


kind("tasks.cleanup", title="Clean up old jobs", steps=["tasks.forget_old_jobs"], timeout=3600)
periodic.declare("tasks.cleanup", cron="17 3 * * *")
