"""The job kinds and steps of `corpuses`. A step calls a service, nothing else."""

from datetime import datetime
from uuid import UUID

from corpuses.bin import services as bin_services
from corpuses.extracts.runs import KIND as EXTRACT_ROW
from corpuses.services import archives
from documents.services.locking import lock_document
from tasks.operations import periodic
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step
from users.models import User


@step("corpuses.embed_document")
def embed_document(job: JobContext, *, revision_id: str) -> None:
    from corpuses.actions import work  # noqa: PLC0415 - imports numpy and Pillow; `config.celery_app`

    work.embed(UUID(revision_id), job=job)


@step("corpuses.extract_fields")
def extract_fields(job: JobContext, *, execution_id: str) -> None:
    from corpuses.actions import work  # noqa: PLC0415 - as above

    work.extract_fields(UUID(execution_id), job=job)


@step("corpuses.extract_row")
def extract_row(job: JobContext, *, row_id: str) -> None:
    from corpuses.extracts import answering  # noqa: PLC0415 - as above

    answering.answer_row(UUID(row_id), job=job)


@step("corpuses.analyze_document")
def analyze_document(job: JobContext, *, execution_id: str) -> None:
    from corpuses.actions import work  # noqa: PLC0415 - as above

    work.analyze_document(UUID(execution_id), job=job)


@step("corpuses.run_agent")
def run_agent(job: JobContext, *, execution_id: str) -> None:
    from corpuses.actions import work  # noqa: PLC0415 - as above

    work.agent(UUID(execution_id), job=job)


@step(archives.UNPACK)
def unpack(job: JobContext, *, archive_id: str) -> None:
    archives.unpack(UUID(archive_id), job=job)


@step(archives.DISCARD_UPLOAD)
def tidy_archive(job: JobContext, *, archive_id: str) -> None:
    archives.discard_upload(UUID(archive_id), job=job)


@step(bin_services.PURGE)
def purge_bin(job: JobContext, *, user_id: str = "", before: str = "", kind: str = "") -> None:
    """Purge expired items, or those of one user."""
    if user_id:
        user = User.objects.get(pk=user_id)
        count = bin_services.purge_bin_of(user, before=datetime.fromisoformat(before), kind=kind, job=job)
    else:
        count = bin_services.purge_expired(job=job)
    job.log("info", f"{count} items purged.", purged=count)


kind(bin_services.PURGE, title="Empty the bin", steps=[bin_services.PURGE], timeout=3600)
periodic.declare(bin_services.PURGE, cron="17 3 * * *")
kind(archives.UNPACK, title="Unpack an archive", steps=[archives.UNPACK, archives.DISCARD_UPLOAD], timeout=3600)
# A small machine embeds about ten passages a second: a thousand pages take longer than the default timeout.
kind(
    "corpuses.embed",
    title="Index for search",
    steps=["corpuses.embed_document"],
    timeout=3600,
    lock_subject=lock_document,
)
kind(
    "corpuses.analyze",
    title="Annotate with an analyzer",
    steps=["corpuses.analyze_document"],
    lock_subject=lock_document,
)
# The client of the language model retries for as long as the job may take: no retries on top.
kind(
    "corpuses.extract",
    title="Extract fields",
    steps=["corpuses.extract_fields"],
    retry="never",
    lock_subject=lock_document,
)
kind(EXTRACT_ROW, title="Extract a row", steps=["corpuses.extract_row"], retry="never", lock_subject=lock_document)
kind("corpuses.agent", title="Run an agent", steps=["corpuses.run_agent"], retry="never", lock_subject=lock_document)
