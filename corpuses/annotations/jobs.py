"""The job kinds and steps of annotations. A step calls a service, nothing else."""

from uuid import UUID

from corpuses.annotations import copying, moving
from documents.services.locking import lock_document
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step


@step(moving.MOVE)
def move_annotations(job: JobContext, *, document_id: str, revision_id: str) -> None:
    moving.move_annotations(UUID(document_id), UUID(revision_id), job=job)


@step(copying.COPY)
def copy_annotations(job: JobContext, *, document_id: str) -> None:
    copied = copying.copy_annotations(UUID(document_id), job=job)
    job.log("info", f"{copied} annotations copied.", copied=copied)


# All annotations of a document are placed in one transaction, which shows no progress.
kind(
    moving.MOVE,
    title="Move annotations",
    steps=[moving.MOVE],
    timeout="JOB_MAX_SECONDS",
    lock_subject=lock_document,
)
kind(
    copying.COPY,
    title="Copy annotations",
    steps=[copying.COPY],
    timeout="JOB_MAX_SECONDS",
    lock_subject=lock_document,
)
