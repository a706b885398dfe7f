"""What operators can ask about the runtime."""

from datetime import datetime
from typing import Any

import graphene

from core.access.actors import require_staff
from core.api.graphql.connections import Slice, connection_field, connection_of, page
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.keyset import Order, Window
from tasks import models
from tasks.api import reading
from tasks.api.nodes import nodes_of
from tasks.api.staff_types import Cause, DeadLetter, Lane, Running, Scheduler, TenantQueue, Worker
from tasks.operations import dead_letters, monitoring, scheduler_settings

NEWEST_FAILURE_FIRST = Order(("-last_failed_at", "-id"))
BY_TENANT = Order(("tenant_id",))

DeadLetterConnection = connection_of(DeadLetter)
TenantQueueConnection = connection_of(TenantQueue)


def _dead_letters(
    _root: object,
    info: Info,
    *,
    window: Window,
    reason: str | None = None,
    since: datetime | None = None,
    kind: str | None = None,
    code: str | None = None,
) -> Slice[models.DeadLetter]:
    require_staff(info.context.user)
    return page(reading.dead_letters(reason=reason, since=since, kind=kind, code=code), NEWEST_FAILURE_FIRST, window)


def _causes(_root: object, info: Info, **wanted: Any) -> list[dead_letters.Cause]:
    require_staff(info.context.user)
    return dead_letters.causes(reading.dead_letters(**wanted))


def _dead_letter(_root: object, info: Info, *, id: str) -> models.DeadLetter:  # noqa: A002  # GraphQL's word
    require_staff(info.context.user)
    return reading.dead_letter(parse_key(id, "DeadLetter"))


def _lanes(_root: object, info: Info) -> list[monitoring.Lane]:
    require_staff(info.context.user)
    return monitoring.lanes()


def _workers(_root: object, info: Info) -> list[Worker]:
    require_staff(info.context.user)
    workers = monitoring.workers()
    nodes = iter(nodes_of(each.job for worker in workers for each in worker.running))
    return [
        Worker(
            name=worker.name,
            slots=worker.slots,
            alive=worker.alive,
            stopping=worker.stopping,
            started=worker.started,
            beat_seconds=worker.beat_seconds,
            running=[Running(job=next(nodes), step=each.step, since=each.since) for each in worker.running],
        )
        for worker in workers
    ]


def _tenant_queues(
    _root: object, info: Info, *, window: Window, search: str | None = None
) -> Slice[models.TenantQueue]:
    require_staff(info.context.user)
    return page(reading.tenant_queues(search), BY_TENANT, window)


def _scheduler(_root: object, info: Info) -> models.SchedulerState:
    require_staff(info.context.user)
    return scheduler_settings.scheduler_state()


class StaffQueries(graphene.ObjectType):
    """Fields of the root, for operators."""

    dead_letters = connection_field(
        DeadLetterConnection,
        _dead_letters,
        reason=graphene.Argument(graphene.String),
        since=graphene.Argument(graphene.DateTime),
        kind=graphene.Argument(graphene.String),
        code=graphene.Argument(graphene.String),
    )
    causes = graphene.List(
        graphene.NonNull(Cause),
        required=True,
        resolver=_causes,
        reason=graphene.String(),
        since=graphene.DateTime(),
        kind=graphene.String(),
        description="why jobs failed that nobody has settled, the most frequent first",
    )
    dead_letter = graphene.Field(DeadLetter, resolver=_dead_letter, id=graphene.ID(required=True))
    lanes = graphene.List(graphene.NonNull(Lane), required=True, resolver=_lanes)
    workers = graphene.List(graphene.NonNull(Worker), required=True, resolver=_workers)
    tenant_queues = connection_field(TenantQueueConnection, _tenant_queues, search=graphene.Argument(graphene.String))
    scheduler = graphene.Field(Scheduler, required=True, resolver=_scheduler)
