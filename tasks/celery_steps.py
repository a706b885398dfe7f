"""One Celery task per step, under the step's own name: what Flower shows, and all that Celery knows of the product.

Imported by the worker after Django is set up (`CELERY_IMPORTS`).
"""

from collections.abc import Callable
from uuid import UUID

from celery import Celery, current_app, signals
from celery.exceptions import Ignore
from django.db import InterfaceError, OperationalError

from tasks import interrupts, runner, scheduler, workers
from tasks.registry import Step, all_steps
from tasks.runner import Outcome
from tasks.sessions import Session


class StepFailed(Exception):
    """The job keeps the whole story; this makes the step red in Flower and stops the chain."""


class _Process:
    """What this process is to the runtime; made on first use, after the fork."""

    session: Session | None = None

    @classmethod
    def own_session(cls) -> Session:
        if cls.session is None:
            cls.session = Session(worker_key=workers.current_key())
        return cls.session


def register(app: Celery) -> None:
    """Make a task of every step; what is there already stays."""
    for step in all_steps():
        if step.name not in app.tasks:
            app.task(_body_of(step), name=step.name, shared=False, throws=(StepFailed,))


def _body_of(step: Step) -> Callable[[str, int], None]:
    def body(job_id: str, fence: int) -> None:
        _work(step, job_id, fence)

    return body


def _work(step: Step, job_id: str, fence: int) -> None:
    session = _Process.own_session()
    outcome = _run_connected(step, UUID(job_id), fence, session)
    match outcome:
        case Outcome.GO_ON | Outcome.SETTLED:
            return
        case Outcome.REFUSED:
            raise Ignore
        case Outcome.ENDED_WELL | Outcome.ENDED_BADLY:
            scheduler.after(UUID(job_id), using=session.connection)
    if outcome is Outcome.ENDED_BADLY:
        raise StepFailed(job_id)


def _run_connected(step: Step, job_id: UUID, fence: int, session: Session) -> Outcome:
    try:
        session.renew_when_old()
        return runner.run_step(step, job_id=job_id, fence=fence, session=session)
    except (OperationalError, InterfaceError):
        # The line was cut while this process was idle; the step has not begun.
        session.renew()
        return runner.run_step(step, job_id=job_id, fence=fence, session=session)


def _connect_early(**_: object) -> None:
    """Hold the lock before the first job, so that its start costs nothing more."""
    _Process.session = None
    runner.guarded("worker.not_connected", _Process.own_session)


signals.worker_process_init.connect(interrupts.install)
signals.worker_process_init.connect(_connect_early)
register(current_app)
