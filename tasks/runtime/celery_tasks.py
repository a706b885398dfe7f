"""One Celery task per step, under the name of the step: all that Celery and Flower know of the product.

Imported by the worker after Django is set up (`CELERY_IMPORTS`).
"""

from collections.abc import Callable
from uuid import UUID

from celery import Celery, current_app, signals
from celery.exceptions import Ignore
from django.conf import settings

from tasks.runtime import interrupts, runner, worker_monitor
from tasks.runtime.executor import StepExecutor
from tasks.runtime.registry import Step, all_steps
from tasks.runtime.runner import Outcome
from tasks.runtime.worker_session import Session


class StepFailed(Exception):
    """Stops the chain and marks the step as failed in Flower. Details are in the job."""


class _Process:
    """The executor of this process; created on first use, after the fork."""

    executor: StepExecutor | None = None

    @classmethod
    def get_executor(cls) -> StepExecutor:
        if cls.executor is None:
            cls.executor = StepExecutor(
                Session(worker_key=worker_monitor.current_key()), short_seconds=settings.JOB_INLINE_STEP_SECONDS
            )
        return cls.executor


def register(app: Celery) -> None:
    """Register a task for every step that has none."""
    for step in all_steps():
        if step.name not in app.tasks:
            app.task(_body_of(step), name=step.name, shared=False, throws=(StepFailed,))


def _body_of(step: Step) -> Callable[[str, int], None]:
    def body(job_id: str, fence: int) -> None:
        match _Process.get_executor().execute(step, UUID(job_id), fence):
            case Outcome.REFUSED:
                raise Ignore
            case Outcome.ENDED:
                raise StepFailed(job_id)

    return body


def _connect_early(**_: object) -> None:
    """Lease the lock before the first job, so that its start costs nothing more."""
    _Process.executor = None
    runner.guarded("worker.not_connected", _Process.get_executor)


signals.worker_process_init.connect(interrupts.install)
signals.worker_process_init.connect(_connect_early)
register(current_app)
