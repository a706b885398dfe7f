"""The job kinds and steps of uploads. A step calls a service, nothing else."""

from uuid import UUID

from corpuses.uploads import archives
from documents.services import resumable
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step


@step(archives.UNPACK)
def unpack(job: JobContext, *, archive_id: str) -> None:
    archives.unpack(UUID(archive_id), job=job)


@step(archives.DISCARD_UPLOAD)
def tidy_archive(job: JobContext, *, archive_id: str) -> None:
    resumable.discard(UUID(archive_id), job=job)


kind(
    archives.UNPACK,
    title="Unpack an archive",
    steps=[archives.UNPACK, archives.DISCARD_UPLOAD],
)
