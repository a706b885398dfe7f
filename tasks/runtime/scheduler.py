"""Dispatch jobs: the database chooses them, one Celery chain is published for each.

A message carries job id and fence. If it is lost or cannot be sent, `reconcile` sends it again.
"""

import logging
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Final
from uuid import UUID

from celery import Celery, Signature, current_app
from celery.app.amqp import Producer
from django.db import connection, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from kombu.exceptions import LimitExceeded, OperationalError

from tasks import database
from tasks.errors import Fenced, UnknownJobKind
from tasks.models import SchedulerState, TenantQueue
from tasks.runtime import transitions
from tasks.runtime.registry import Step, get_kind
from tasks.runtime.transitions import NO_CRASHES, CrashReport, Dispatch, Failure, Lease
from tasks.states import Reason

logger = logging.getLogger(__name__)

_FIRST: Final = 0
_LAST: Final = 9
_ACQUIRE_SECONDS: Final = 2.0


def dispatch_for(tenant_id: UUID | None = None) -> None:
    """Fill the free slots after a job was enqueued for a tenant."""
    publish(transitions.dispatch(tenant_id))


def settle(job_id: UUID, *, using: BaseDatabaseWrapper) -> None:
    """Settle the account of a job that has left its slot, and fill the free slots."""
    publish(transitions.settle_and_dispatch(job_id, using=using))


def reconcile(*, report: CrashReport = NO_CRASHES, using: BaseDatabaseWrapper) -> int:
    """Recover from crashes and lost messages, and publish; return the number of dispatched jobs."""
    dispatches = transitions.reconcile(report=report, using=using)
    publish(dispatches)
    return len(dispatches)


@transaction.atomic
def change_policy(policy: SchedulerState.Policy) -> None:
    """Change the policy and reset its counters."""
    database.lock_scheduler(connection)
    SchedulerState.objects.update(policy=policy, vtime=0)
    TenantQueue.objects.update(vtime=0)


def publish(dispatches: Sequence[Dispatch]) -> None:
    """Send the chains of these jobs."""
    runnable = [(dispatch, steps) for dispatch in dispatches if (steps := remaining_steps(dispatch))]
    if not runnable:
        return
    app = current_app._get_current_object()  # noqa: SLF001  # the only way out of the proxy
    try:
        _send(app, runnable)
    except broker_errors(app) as error:
        logger.warning("broker.unreachable", extra={"jobs": len(runnable), "error": str(error)})


def remaining_steps(dispatch: Dispatch) -> list[Step]:
    """Return the steps to run; end a job that has none, or an unknown kind (DD-4)."""
    lease = Lease(dispatch.job_id, dispatch.fence, None)
    try:
        steps = get_kind(dispatch.kind).steps_after(dispatch.done)
        if not steps:
            transitions.complete(lease)
    except UnknownJobKind as error:
        _fail_unknown(lease, str(error))
        return []
    except Fenced:
        return []
    return steps


def _fail_unknown(lease: Lease, message: str) -> None:
    failure = Failure(reason=Reason.UNKNOWN_KIND, code=Reason.UNKNOWN_KIND, message=message)
    try:
        transitions.fail(lease, failure)
    except Fenced:
        logger.info("job.fenced", extra={"job": str(lease.job_id)})


def task_id(job_id: UUID, step: str, fence: int) -> str:
    """Return the id of a message, by which the job can be found in Flower."""
    return f"{job_id}:{step}:{fence}"


def broker_errors(app: Celery) -> tuple[type[Exception], ...]:
    """Return the exceptions of the broker's client when the broker is unavailable."""
    return (OperationalError, LimitExceeded, *app.connection_for_write().recoverable_connection_errors)


def _send(app: Celery, runnable: Iterable[tuple[Dispatch, list[Step]]]) -> None:
    early, late = continuation_priorities(app)
    # While the broker hangs, other threads hold the producers.
    with app.producer_pool.acquire(block=True, timeout=_ACQUIRE_SECONDS) as producer:
        for dispatch, steps in runnable:
            links = [_link(app, dispatch, step, early) for step in steps]
            links[0].set(priority=late if dispatch.is_first else early)
            _start_chain(links, producer)


def _start_chain(links: list[Signature], producer: Producer) -> None:
    first, *rest = links
    # Not `chain(…)`, which takes a second producer from the pool: threads that hold one each would wait for ever.
    first.apply_async(producer=producer, chain=rest[::-1])


def _link(app: Celery, dispatch: Dispatch, step: Step, priority: int) -> Signature:
    return app.signature(
        step.name,
        args=(str(dispatch.job_id), dispatch.fence),
        immutable=True,
        task_id=task_id(dispatch.job_id, step.name, dispatch.fence),
        priority=priority,
    )


@cache
def continuation_priorities(app: Celery) -> tuple[int, int]:
    """Return the priorities of further steps and of first steps: jobs that have run before go before others.

    Redis serves the smallest number first, RabbitMQ the largest.
    """
    if app.connection_for_write().transport_cls in {"redis", "rediss", "redis+socket", "sentinel"}:
        return _FIRST, _LAST
    return _LAST, _FIRST
