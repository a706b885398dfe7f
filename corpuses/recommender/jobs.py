"""The job kinds and steps of the recommender. A step calls a service, nothing else."""

from uuid import UUID

from corpuses.recommender import services as recommender
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step


@step(recommender.SUGGEST)
def suggest_passages(job: JobContext, *, label_id: str, user_id: str) -> None:
    suggested = recommender.run(UUID(label_id), UUID(user_id), job=job)
    job.log("info", f"{suggested} passages suggested.", suggested=suggested)


kind(recommender.SUGGEST, title="Suggest passages", steps=[recommender.SUGGEST])
