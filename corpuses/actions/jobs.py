"""The job kinds and steps of actions. A step calls a service, nothing else."""

from typing import Final
from uuid import UUID

from corpuses.actions import running
from corpuses.actions.kinds import AGENT, ANSWER, KINDS
from documents.services.locking import lock_document
from tasks.operations import periodic
from tasks.runtime.context import JobContext
from tasks.runtime.registry import kind, step

_END_LATE: Final = "corpuses.end_late_analyses"


@step(KINDS["embed"].step)
def embed_document(job: JobContext, *, revision_id: str) -> None:
    from corpuses.actions import work  # noqa: PLC0415 - imports numpy and Pillow; `config.celery_app`

    work.embed(UUID(revision_id), job=job)


def run_execution(job: JobContext, *, execution_id: str) -> None:
    """Run an action on one document: the step of every kind whose result belongs to a corpus."""
    from corpuses.actions import work  # noqa: PLC0415 - imports numpy and Pillow; `config.celery_app`

    work.require_current(UUID(execution_id), job=job)
    work.run(UUID(execution_id), job=job)


@step(running.RUN)
def run_action(job: JobContext, *, action_id: str, user_id: str, after: str) -> None:
    started = running.run_on_rest(UUID(action_id), UUID(user_id), after=UUID(after), job=job)
    job.log("info", f"Started on {started} more documents.", started=started)


@step(_END_LATE)
def end_late_analyses(job: JobContext) -> None:
    from corpuses.actions.remote import runs  # noqa: PLC0415 - imports the client of Redis

    count = runs.end_late_runs(job=job)
    job.log("info", f"{count} analyses ended.", ended=count)


kind(_END_LATE, title="End late analyses", steps=[_END_LATE])
periodic.declare(_END_LATE, cron="*/5 * * * *")
kind(running.RUN, title="Run an action on all documents", steps=[running.RUN], is_long=True)
step(ANSWER)(run_execution)
# Its subject is not locked: who writes in a thread, as this job does, locks the document after the thread.
kind(ANSWER, title="Answer a comment", steps=[ANSWER], retry=AGENT.retry, is_long=True)
for each in KINDS.values():
    if not each.is_shared:
        step(each.step)(run_execution)
    kind(
        each.job,
        title=each.title,
        steps=[each.step],
        retry=each.retry,
        timeout=each.timeout,
        is_long=each.is_long,
        lock_subject=lock_document,
    )
