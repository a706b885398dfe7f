"""The job kinds and steps of copies of corpora. A step calls a service, nothing else."""

from uuid import UUID

from corpuses.copies import services as copies
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step


@step(copies.COPY)
def copy_corpus(job: JobContext, *, copy_id: str) -> None:
    copies.copy_documents(UUID(copy_id), job=job)


kind(copies.COPY, title="Copy a corpus", steps=[copies.COPY])
