"""The job kinds and steps of similarity. A step calls a service, nothing else."""

from uuid import UUID

from corpuses.similarity import services as similarity
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step


@step(similarity.FIND)
def find_similar_texts(job: JobContext, *, corpus_id: str) -> None:
    found = similarity.run(UUID(corpus_id), job=job)
    job.log("info", f"{found} groups found.", found=found)


kind(similarity.FIND, title="Find similar texts", steps=[similarity.FIND])
