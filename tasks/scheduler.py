"""Give jobs out: ask the database what to release, publish one Celery chain per job.

A message carries job id and fence. One that cannot be sent, or is lost, does no harm: `reconcile` finds the job again.
"""

import logging
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final
from uuid import UUID

from celery import Celery, Signature, chain, current_app
from celery.app.amqp import Producer
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from kombu.exceptions import OperationalError

from tasks import sessions, transitions
from tasks.errors import Fenced, UnknownJobKind
from tasks.models import SchedulerState, TenantQueue
from tasks.registry import Step, get_kind
from tasks.states import Reason
from tasks.transitions import NOBODY, Failure, Hold, Judged, Ticket

logger = logging.getLogger(__name__)

_FIRST: Final = 0
_LAST: Final = 9


def wake(tenant_id: UUID | None = None) -> None:
    """A tenant has got work, or a slot is free: give out what fits."""
    publish(transitions.release(tenant_id))


def after(job_id: UUID, *, using: BaseDatabaseWrapper) -> None:
    """A job has left its slot: settle its account and give the slot to the next."""
    publish(transitions.settle_and_release(job_id, using=using))


def reconcile(*, judged: Judged = NOBODY, using: BaseDatabaseWrapper) -> int:
    """Put things right and publish what that gave; gives the number of jobs given out."""
    tickets = transitions.reconcile(judged=judged, using=using)
    publish(tickets)
    return len(tickets)


@transaction.atomic
def change_policy(policy: SchedulerState.Policy) -> None:
    """Order by another measure from now on; what was counted in the old one is forgotten."""
    sessions.lock_scheduler(connection)
    SchedulerState.objects.update(policy=policy, vtime=0)
    TenantQueue.objects.update(vtime=0)


def publish(tickets: Sequence[Ticket]) -> None:
    """Send the chains of these jobs."""
    runnable = [(ticket, steps) for ticket in tickets if (steps := remaining_steps(ticket))]
    if not runnable:
        return
    app = current_app._get_current_object()  # noqa: SLF001  # a proxy has no typed way out
    try:
        _send(app, runnable)
    except broker_errors(app) as error:
        logger.warning("broker.unreachable", extra={"jobs": len(runnable), "error": str(error)})


def remaining_steps(ticket: Ticket) -> list[Step]:
    """Give the steps to run; where there are none, or the kind is unknown, the job is ended here (DD-4)."""
    hold = Hold(ticket.job_id, ticket.fence, None)
    try:
        steps = get_kind(ticket.kind).steps_after(ticket.done)
        if not steps:
            transitions.complete(hold)
    except UnknownJobKind as error:
        _fail_unknown(hold, str(error))
        return []
    except Fenced:
        return []
    return steps


def _fail_unknown(hold: Hold, message: str) -> None:
    failure = Failure(reason=Reason.UNKNOWN_KIND, code=Reason.UNKNOWN_KIND, message=message)
    try:
        transitions.fail(hold, failure)
    except Fenced:
        logger.info("job.fenced", extra={"job": str(hold.job_id)})


def task_id(job_id: UUID, step: str, fence: int) -> str:
    """Name a message so that people find the job in Flower."""
    return f"{job_id}:{step}:{fence}"


def broker_errors(app: Celery) -> tuple[type[Exception], ...]:
    """Give what the broker's client raises when the broker is away."""
    return (OperationalError, *app.connection_for_write().recoverable_connection_errors)


def _send(app: Celery, runnable: Iterable[tuple[Ticket, list[Step]]]) -> None:
    early, late = continuation_priorities(app)
    with app.producer_pool.acquire(block=True) as producer:
        for ticket, steps in runnable:
            links = [_link(app, ticket, step, early) for step in steps]
            links[0].set(priority=late)
            _start_chain(links, producer)


def _start_chain(links: list[Signature], producer: Producer) -> None:
    first = links[0] if len(links) == 1 else chain(*links)
    first.apply_async(producer=producer)


def _link(app: Celery, ticket: Ticket, step: Step, priority: int) -> Signature:
    return app.signature(
        step.name,
        args=(str(ticket.job_id), ticket.fence),
        immutable=True,
        task_id=task_id(ticket.job_id, step.name, ticket.fence),
        priority=priority,
    )


@cache
def continuation_priorities(app: Celery) -> tuple[int, int]:
    """Give (priority of a next step, priority of a first step): a job that has begun goes before one that has not.

    Redis serves the smallest number first, RabbitMQ the largest.
    """
    if app.connection_for_write().transport_cls in {"redis", "rediss", "redis+socket", "sentinel"}:
        return _FIRST, _LAST
    return _LAST, _FIRST
