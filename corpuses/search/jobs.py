"""The job kinds and steps of search. A step calls a service, nothing else."""

from uuid import UUID

from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step


@step("corpuses.change_embedder")
def change_embedder(job: JobContext, *, corpus_id: str) -> None:
    from corpuses.search import corpus_embedders  # noqa: PLC0415 - imports numpy and Pillow; `config.celery_app`

    corpus_embedders.fill(UUID(corpus_id), job=job)


kind(
    "corpuses.change_embedder",
    title="Change the embedder",
    steps=["corpuses.change_embedder"],
    timeout="JOB_MAX_SECONDS",  # the index of a million vectors is one statement
    is_long=True,
)
