"""Queue stages, workers, tenants and the scheduler in GraphQL, for staff: types, queries and mutations."""

from typing import Annotated, Any

import graphene

from core.access import require_staff
from core.api.graphql.connections import Slice, connection_field, connection_of, page
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import as_batch
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.resource_types import ResourceType, enum_type
from core.api.graphql.root import RootQueries
from tasks import models
from tasks.api.graphql.dead_letters import Tenant
from tasks.api.graphql.jobs import Job
from tasks.api.rest.scheduler import (
    BY_TENANT,
    QueueStageSerializer,
    RunningStepSerializer,
    SchedulerSerializer,
    TenantQuery,
    TenantQueueSerializer,
    WorkerSerializer,
)
from tasks.api.selectors import filter_tenant_queues
from tasks.operations import monitoring, scheduler_settings

SchedulerPolicy = enum_type(models.SchedulerState.Policy, "SchedulerPolicy")
_EXPECTED = "that you have seen; prevents overwriting changes of others"


class QueueStage(ResourceType):
    class Meta:
        resource = QueueStageSerializer


class RunningStep(ResourceType):
    class Meta:
        resource = RunningStepSerializer
        exclude = ("kind",)

    job = graphene.Field(Job, required=True)


class Worker(ResourceType):
    class Meta:
        resource = WorkerSerializer

    running = graphene.List(graphene.NonNull(RunningStep), required=True)


class TenantQueue(ResourceType):
    class Meta:
        resource = TenantQueueSerializer
        exclude = ("name",)

    id = graphene.ID(required=True, resolver=lambda row, _: row.pk, description="that of the tenant")
    uuid = graphene.UUID(required=True, resolver=lambda row, _: row.pk)
    tenant = graphene.Field(Tenant, required=True)


class Scheduler(ResourceType):
    class Meta:
        resource = SchedulerSerializer
        exclude = ("policy",)

    policy = graphene.Field(SchedulerPolicy, required=True)


TenantQueueConnection = connection_of(TenantQueue)


def _queue_stages(_root: object, info: Info) -> list[monitoring.QueueStage]:
    require_staff(info.context.user)
    return monitoring.queue_stages()


def _workers(_root: object, info: Info) -> list[monitoring.Worker]:
    require_staff(info.context.user)
    workers = monitoring.workers()
    as_batch(each.job for worker in workers for each in worker.running)
    return workers


def _tenant_queues(
    _root: object, info: Info, *, window: Window, search: str | None = None
) -> Slice[models.TenantQueue]:
    require_staff(info.context.user)
    return page(filter_tenant_queues(search), BY_TENANT, window)


def _scheduler(_root: object, info: Info) -> models.SchedulerState:
    require_staff(info.context.user)
    return scheduler_settings.scheduler_state()


class SchedulerQueries(RootQueries):
    """The queries about the scheduler."""

    queue_stages = graphene.List(graphene.NonNull(QueueStage), required=True, resolver=_queue_stages)
    workers = graphene.List(graphene.NonNull(Worker), required=True, resolver=_workers)
    tenant_queues = connection_field(TenantQueueConnection, _tenant_queues, query=TenantQuery)
    scheduler = graphene.Field(Scheduler, required=True, resolver=_scheduler)


@mutation(tenant_queue=TenantQueue)
def set_tenant_queue(  # the fields of the input
    info: Info,
    *,
    id: Annotated[ID, "of the tenant"],  # GraphQL's name
    version: Annotated[str | None, _EXPECTED] = None,
    cap: Annotated[int | None, "maximum of running jobs"] = None,
    no_cap: Annotated[bool, "remove the cap"] = False,
    rate: Annotated[int | None, "maximum of jobs started per minute"] = None,
    no_rate: Annotated[bool, "remove the rate"] = False,
    weight: float | None = None,
    paused: bool | None = None,
    retry_unknown: bool | None = None,
) -> Payload:
    """Change settings of a tenant; takes effect within a second."""
    require_staff(info.context.user)
    values = {"cap": cap, "rate": rate, "weight": weight, "paused": paused, "retry_unknown": retry_unknown}
    changes: dict[str, float | bool | None] = {name: value for name, value in values.items() if value is not None}
    changes |= {name: None for name, is_removed in (("cap", no_cap), ("rate", no_rate)) if is_removed}
    key = parse_key(id, "Tenant")
    return {"tenant_queue": scheduler_settings.set_tenant_queue(key, changes, expected=version)}


@mutation(scheduler=Scheduler)
def set_scheduler(  # the fields of the input
    info: Info,
    *,
    version: Annotated[str | None, _EXPECTED] = None,
    policy: Annotated[Any, SchedulerPolicy] = None,
    window: int | None = None,
    high_share: int | None = None,
    low_share: int | None = None,
    max_stuck_streak: int | None = None,
) -> Payload:
    """Change settings of the scheduler."""
    require_staff(info.context.user)
    values = {
        "window": window,
        "high_share": high_share,
        "low_share": low_share,
        "max_stuck_streak": max_stuck_streak,
    }
    numbers = {name: value for name, value in values.items() if value is not None}
    name = policy.value if policy else None
    return {"scheduler": scheduler_settings.set_scheduler(numbers, policy=name, expected=version)}
