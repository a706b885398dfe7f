"""The runtime's own jobs."""

from tasks.operations import cleanup, periodic
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step


@step("tasks.delete_old_jobs")
def delete_old_jobs(job: JobContext) -> None:
    """Delete jobs that ended more than thirty days ago."""

    def after_each() -> None:
        job.check_cancelled()
        job.extend_deadline()

    count = cleanup.delete_old(after_each=after_each)
    job.log("info", f"{count} old jobs deleted.", count=count)


kind("tasks.cleanup", title="Clean up old jobs", steps=["tasks.delete_old_jobs"], is_long=True)
periodic.declare("tasks.cleanup", cron="17 3 * * *")
