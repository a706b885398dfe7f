"""What operators see, in GraphQL: dead letters, lanes, workers, tenants' accounts, the scheduler."""

from uuid import UUID

import graphene

from core.api.graphql.context import Info
from core.api.graphql.loaders import load_for_batch
from tasks import models
from tasks.api.nodes import JobNode, nodes_of
from tasks.api.types import Failure, FailureView, Job, failure
from tasks.operations import monitoring, scheduler_settings
from tasks.runtime import queue

SchedulerPolicy = graphene.Enum.from_enum(
    models.SchedulerState.Policy, name="SchedulerPolicy", description="By what tenants are compared."
)


class Tenant(graphene.ObjectType):
    """The group that fairness is measured over."""

    uuid = graphene.UUID(required=True, resolver=lambda tenant, _: tenant.pk)
    name = graphene.String(required=True)
    kind = graphene.String(required=True, description="personal, group or system")


def _job(letter: models.DeadLetter, _: Info) -> JobNode | None:
    def load(rows: list[models.DeadLetter]) -> dict[UUID, JobNode]:
        nodes = nodes_of(queue.view_of(row.job) for row in rows)
        return {row.pk: node for row, node in zip(rows, nodes, strict=True)}

    return load_for_batch(letter, "job", load, None)


def _letter_failure(letter: models.DeadLetter, _: Info) -> FailureView | None:
    return failure(letter.error_code, letter.error_message)


class DeadLetter(graphene.ObjectType):
    """A job that failed for good, until an operator requeues or discards it."""

    id = graphene.ID(required=True, resolver=lambda row, _: row.pk)
    uuid = graphene.UUID(required=True, resolver=lambda letter, _: letter.pk)
    kind = graphene.String(required=True)
    title = graphene.String(required=True, resolver=lambda letter, _: queue.view_of(letter.job).title)
    reason = graphene.String(required=True)
    error = graphene.Field(Failure, resolver=_letter_failure)
    attempts = graphene.Int(required=True)
    crashes = graphene.Int(required=True)
    first_failed = graphene.DateTime(required=True, resolver=lambda letter, _: letter.first_failed_at)
    last_failed = graphene.DateTime(required=True, resolver=lambda letter, _: letter.last_failed_at)
    requeued = graphene.DateTime(resolver=lambda letter, _: letter.requeued_at)
    discarded = graphene.DateTime(resolver=lambda letter, _: letter.discarded_at)
    tenant = graphene.Field(Tenant, required=True)
    args = graphene.String(required=True, resolver=lambda letter, _: letter.job.args, description="its input, JSON")
    traceback = graphene.String(required=True, resolver=lambda letter, _: letter.job.traceback)
    job = graphene.Field(Job, required=True, resolver=_job, description="with its steps and lines")


class Lane(graphene.ObjectType):
    """One step of one kind: what is there now, what became of it in the last hour, what failed and is not settled."""

    kind = graphene.String(required=True)
    title = graphene.String(required=True)
    step = graphene.String(required=True)
    waiting = graphene.Int(required=True)
    scheduled = graphene.Int(required=True)
    running = graphene.Int(required=True)
    stuck = graphene.Int(required=True, description="wait to be tried again")
    oldest_seconds = graphene.Float(description="how long the oldest has stood here")
    p50_ms = graphene.Int()
    p95_ms = graphene.Int()
    succeeded = graphene.Int(required=True)
    failed = graphene.Int(required=True)
    unsettled = graphene.Int(required=True, description="failed for good, neither requeued nor discarded")
    overdue = graphene.Int(required=True, description="at work beyond their deadline; a worker ends them in seconds")


class Cause(graphene.ObjectType):
    """Open failures of one kind of job that ended for the same reason with the same code."""

    kind = graphene.String(required=True)
    title = graphene.String(required=True)
    reason = graphene.String(required=True)
    code = graphene.String(required=True)
    message = graphene.String(required=True, description="of the latest")
    count = graphene.Int(required=True)
    last_failed = graphene.DateTime(required=True)


class Running(graphene.ObjectType):
    """A step that a worker is at."""

    job = graphene.Field(Job, required=True)
    step = graphene.String(required=True)
    since = graphene.DateTime()


class Worker(graphene.ObjectType):
    """A Celery worker."""

    name = graphene.String(required=True)
    slots = graphene.Int(required=True)
    alive = graphene.Boolean(required=True)
    stopping = graphene.Boolean(required=True)
    started = graphene.DateTime(required=True)
    beat_seconds = graphene.Float(required=True, description="since it was heard of last")
    running = graphene.List(graphene.NonNull(Running), required=True)


def _waiting(account: models.TenantQueue, _: Info) -> int:
    return load_for_batch(account, "waiting", lambda rows: monitoring.waiting_of([row.pk for row in rows]), 0)


class TenantQueue(graphene.ObjectType):
    """A tenant's account with the scheduler. Its id is the tenant's."""

    id = graphene.ID(required=True, resolver=lambda row, _: row.pk)
    uuid = graphene.UUID(required=True, resolver=lambda account, _: account.pk)
    tenant = graphene.Field(Tenant, required=True)
    cap = graphene.Int(description="most jobs in flight")
    rate = graphene.Int(description="most jobs begun in a minute")
    weight = graphene.Float(required=True)
    paused = graphene.Boolean(required=True)
    retry_unknown = graphene.Boolean(required=True, description="retry after any error")
    running = graphene.Int(required=True, description="jobs in flight")
    waiting = graphene.Int(required=True, resolver=_waiting)
    version = graphene.String(
        required=True,
        description="of what can be set",
        resolver=lambda row, _: scheduler_settings.version_of_account(row),
    )


class Scheduler(graphene.ObjectType):
    """The rules by which jobs are given out."""

    policy = graphene.Field(SchedulerPolicy, required=True)
    window = graphene.Int(required=True)
    high_share = graphene.Int(required=True)
    low_share = graphene.Int(required=True)
    max_stuck_streak = graphene.Int(required=True)
    version = graphene.String(
        required=True,
        description="of these rules",
        resolver=lambda state, _: scheduler_settings.version_of_rules(state),
    )
