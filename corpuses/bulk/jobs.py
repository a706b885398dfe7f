"""The job kinds and steps of changes of many documents. A step calls a service, nothing else."""

from uuid import UUID

from corpuses.bulk import services as bulk
from tasks.operations import periodic
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step


@step(bulk.CHANGE)
def change_documents(job: JobContext, *, change_id: str, is_undone: bool) -> None:
    bulk.run_bulk_change(UUID(change_id), is_undone=is_undone, job=job)


@step(bulk.DELETE_OLD)
def delete_old_bulk_changes(job: JobContext) -> None:
    count = bulk.delete_old_changes(job=job)
    job.log("info", f"{count} changes of many documents deleted.", deleted=count)


kind(bulk.CHANGE, title="Change many documents", steps=[bulk.CHANGE])
kind(bulk.DELETE_OLD, title="Delete old changes of many documents", steps=[bulk.DELETE_OLD], is_long=True)
periodic.declare(bulk.DELETE_OLD, cron="53 3 * * *")
