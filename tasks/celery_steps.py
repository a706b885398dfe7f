"""One Celery task per step, under the step's own name: what Flower shows, and all that Celery knows of the product.

Imported by the worker after Django is set up (`CELERY_IMPORTS`).
"""

from collections.abc import Callable
from uuid import UUID

from celery import Celery, current_app, signals
from celery.exceptions import Ignore

from tasks import interrupts, runner, workers
from tasks.hands import Hands
from tasks.registry import Step, all_steps
from tasks.runner import Outcome
from tasks.sessions import Session


class StepFailed(Exception):
    """The job keeps the whole story; this makes the step red in Flower and stops the chain."""


class _Process:
    """What this process is to the runtime; made on first use, after the fork."""

    hands: Hands | None = None

    @classmethod
    def own_hands(cls) -> Hands:
        if cls.hands is None:
            cls.hands = Hands(Session(worker_key=workers.current_key()))
        return cls.hands


def register(app: Celery) -> None:
    """Make a task of every step; what is there already stays."""
    for step in all_steps():
        if step.name not in app.tasks:
            app.task(_body_of(step), name=step.name, shared=False, throws=(StepFailed,))


def _body_of(step: Step) -> Callable[[str, int], None]:
    def body(job_id: str, fence: int) -> None:
        match _Process.own_hands().work(step, UUID(job_id), fence):
            case Outcome.REFUSED:
                raise Ignore
            case Outcome.ENDED_BADLY:
                raise StepFailed(job_id)

    return body


def _connect_early(**_: object) -> None:
    """Hold the lock before the first job, so that its start costs nothing more."""
    _Process.hands = None
    runner.guarded("worker.not_connected", _Process.own_hands)


signals.worker_process_init.connect(interrupts.install)
signals.worker_process_init.connect(_connect_early)
register(current_app)
