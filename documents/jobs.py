"""The kinds and steps of `documents`. A step fetches and calls, nothing else."""

from uuid import UUID

from documents.models import Document
from documents.services import ingestion, lifecycle
from tasks.context import JobContext
from tasks.registry import kind, step


@step("documents.extract_thumbnail", optional=True)
def extract_thumbnail(job: JobContext, *, document_id: str) -> None:
    with job.guarded():
        lifecycle.begin_processing(UUID(document_id))
    ingestion.extract_thumbnail(Document.objects.select_related("blob").get(pk=document_id), job=job)


@step("documents.ingest_doc")
def ingest_doc(job: JobContext, *, document_id: str) -> None:
    with job.guarded():
        lifecycle.begin_processing(UUID(document_id))
    ingestion.ingest(Document.objects.select_related("blob").get(pk=document_id), job=job)


@step("documents.set_doc_lock_state")
def set_doc_lock_state(job: JobContext, *, document_id: str) -> None:
    lifecycle.complete_processing(UUID(document_id), job=job)


kind(
    lifecycle.PROCESS,
    title="Process document",
    steps=["documents.extract_thumbnail", "documents.ingest_doc", "documents.set_doc_lock_state"],
)
