"""Queue stages, workers, tenants and the scheduler in GraphQL, for staff: types, queries and mutations."""

import graphene

from core.access import require_staff
from core.api.graphql.connections import Slice, connection_field, connection_of, page
from core.api.graphql.context import Info
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import as_batch
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from tasks import models
from tasks.api.graphql.dead_letters import Tenant
from tasks.api.graphql.jobs import Job
from tasks.api.rest.scheduler import (
    BY_TENANT,
    QueueStageSerializer,
    RunningStepSerializer,
    SchedulerSerializer,
    SchedulerView,
    TenantQuery,
    TenantQueueSerializer,
    TenantView,
    WorkerSerializer,
)
from tasks.api.selectors import filter_tenant_queues
from tasks.operations import monitoring, scheduler_settings


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
        views = (TenantView,)

    id = graphene.ID(required=True, resolver=lambda row, _: row.pk, description="that of the tenant")
    uuid = graphene.UUID(required=True, resolver=lambda row, _: row.pk)
    tenant = graphene.Field(Tenant, required=True)


class Scheduler(ResourceType):
    class Meta:
        resource = SchedulerSerializer
        views = (SchedulerView,)


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
