"""The job kinds and steps of extracts. A step calls a service, nothing else."""

from uuid import UUID

from corpuses.extracts.runs import KIND as EXTRACT_ROW
from documents.services.locking import lock_document
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step


@step("corpuses.extract_row")
def extract_row(job: JobContext, *, row_id: str) -> None:
    from corpuses.extracts import answering  # noqa: PLC0415 - imports numpy and Pillow; `config.celery_app`

    answering.answer_row(UUID(row_id), job=job)


kind(
    EXTRACT_ROW,
    title="Extract a row",
    steps=["corpuses.extract_row"],
    retry="never",
    lock_subject=lock_document,
    is_long=True,
)
