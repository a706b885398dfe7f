"""The job kinds and steps of exports. A step calls a service, nothing else."""

from uuid import UUID

from corpuses.exports import services as exports
from tasks.operations import periodic
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step


@step(exports.WRITE)
def write_export(job: JobContext, *, export_id: str) -> None:
    exports.write_export(UUID(export_id), job=job)


@step(exports.DELETE_OLD)
def delete_old_exports(job: JobContext) -> None:
    count = exports.delete_old_exports(job=job)
    job.log("info", f"{count} exports deleted.", deleted=count)


kind(exports.WRITE, title="Write an export", steps=[exports.WRITE])
kind(exports.DELETE_OLD, title="Delete old exports", steps=[exports.DELETE_OLD], is_long=True)
periodic.declare(exports.DELETE_OLD, cron="47 3 * * *")
