"""Job kinds and steps of `documents`. A step loads its objects and calls a service."""

from dataclasses import asdict
from uuid import UUID

from core.observability import log_context
from documents.models import Document
from documents.services import integrity, lifecycle, scanning
from documents.services.locking import lock_document
from tasks.errors import Cancelled
from tasks.operations import periodic
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step


@step("documents.extract_thumbnail", optional=True)
def extract_thumbnail(job: JobContext, *, document_id: str) -> None:
    from documents.services import ingestion  # noqa: PLC0415 - imports the pipeline and numpy; `config.celery_app`

    log_context.bind(document=document_id)
    with job.guarded():
        lifecycle.begin_processing(UUID(document_id))
    ingestion.extract_thumbnail(_document(document_id), job=job)


@step("documents.ingest_doc")
def ingest_doc(job: JobContext, *, document_id: str) -> None:
    from documents.services import ingestion  # noqa: PLC0415 - as above

    log_context.bind(document=document_id)
    with job.guarded():
        is_wanted = lifecycle.begin_processing(UUID(document_id))
    if is_wanted:
        ingestion.ingest(_document(document_id), job=job)


def _document(key: str) -> Document:
    document = Document.objects.select_related("blob").filter(pk=key).first()
    if document is None:
        raise Cancelled  # it has been deleted
    return document


@step("documents.set_doc_lock_state")
def set_doc_lock_state(job: JobContext, *, document_id: str) -> None:
    log_context.bind(document=document_id)
    lifecycle.complete_processing(UUID(document_id), job=job)


@step(lifecycle.SCAN)
def scan(job: JobContext, *, document_id: str) -> None:
    log_context.bind(document=document_id)
    scanning.scan(UUID(document_id), job=job)


kind(lifecycle.SCAN, title="Scan for viruses", steps=[lifecycle.SCAN], retry="patient", lock_subject=lock_document)
kind(
    lifecycle.PROCESS,
    title="Process document",
    steps=["documents.extract_thumbnail", "documents.ingest_doc", "documents.set_doc_lock_state"],
    lock_subject=lock_document,
)


@step(integrity.CHECK)
def check_files(job: JobContext) -> None:
    count = integrity.check_files(job=job)
    damaged = integrity.damaged().count()
    job.log("warning" if damaged else "info", f"{count} files read, {damaged} damaged.", read=count, damaged=damaged)


@step(integrity.SWEEP)
def sweep_files(job: JobContext) -> None:
    swept = integrity.sweep_files(job=job)
    job.log("info", f"{swept.unreferenced + swept.strays + swept.incoming} files removed.", **asdict(swept))


kind(integrity.CHECK, title="Check stored files", steps=[integrity.CHECK], is_long=True)
# Where all files are used, it lists millions of them without anything to show.
kind(integrity.SWEEP, title="Clean up unused files", steps=[integrity.SWEEP], timeout="JOB_MAX_SECONDS", is_long=True)
periodic.declare(integrity.CHECK, cron="37 1 * * *")
periodic.declare(integrity.SWEEP, cron="7 5 * * *")
