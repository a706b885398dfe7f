"""`/admin/queues`, `/admin/workers`, `/admin/tenants` and `/admin/scheduler`, for staff."""

from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from core.access import Actor
from core.api.openapi.operations import operation
from core.api.ordering import Order
from core.api.rest.list_query import ListQuery, WordField
from core.api.rest.pagination import paginate
from core.api.rest.permissions import IsStaff
from core.api.rest.serializers import EnumField, Loader, Resource, StrictSerializer, page_of
from core.api.rest.validation import validate_query
from core.api.rest.views import ObjectView, retrieve, update
from tasks import models
from tasks.api.rest.dead_letters import StaffView, TenantSerializer
from tasks.api.rest.jobs import JobSerializer
from tasks.api.selectors import filter_tenant_queues
from tasks.models import SchedulerState, TenantQueue
from tasks.operations import monitoring, scheduler_settings

_VERSION = "Of the settings; send it as `If-Match`."

BY_TENANT = Order(("tenant_id",))


class QueueStageSerializer(Resource):
    """A step of a kind of job: its current jobs, its results in the last hour, its open failures."""

    kind = serializers.CharField()
    title = serializers.CharField()
    step = serializers.CharField(allow_blank=True)
    waiting = serializers.IntegerField()
    scheduled = serializers.IntegerField()
    running = serializers.IntegerField()
    stuck = serializers.IntegerField(help_text="Waiting for a retry.")
    oldest_seconds = serializers.FloatField(allow_null=True, help_text="Since the oldest job entered its state.")
    p50_ms = serializers.IntegerField(allow_null=True)
    p95_ms = serializers.IntegerField(allow_null=True)
    succeeded = serializers.IntegerField()
    failed = serializers.IntegerField()
    open_failures = serializers.IntegerField(help_text="Neither requeued nor discarded.")
    overdue = serializers.IntegerField(help_text="Running beyond their time limit; a worker ends them within seconds.")
    example = {
        "kind": "documents.process",
        "title": "Process a document",
        "step": "documents.ingest_doc",
        "waiting": 4,
        "scheduled": 1,
        "running": 2,
        "stuck": 0,
        "oldest_seconds": 3.2,
        "p50_ms": 2100,
        "p95_ms": 7400,
        "succeeded": 118,
        "failed": 1,
        "open_failures": 1,
        "overdue": 0,
    }


class QueuesSerializer(StrictSerializer):
    """Every step of every kind of job."""

    queues = QueueStageSerializer(many=True)
    example = {"queues": [QueueStageSerializer.example]}


class RunningStepSerializer(Resource):
    """A step that a worker runs."""

    job = serializers.UUIDField(source="job.id")
    kind = serializers.CharField(source="job.kind")
    step = serializers.CharField(allow_blank=True)
    since = serializers.DateTimeField(allow_null=True)
    example = {
        "job": JobSerializer.example["id"],
        "kind": "documents.process",
        "step": "documents.ingest_doc",
        "since": "2026-11-20T08:30:00.200000Z",
    }


class WorkerSerializer(Resource):
    """A Celery worker."""

    name = serializers.CharField()
    slots = serializers.IntegerField()
    alive = serializers.BooleanField()
    stopping = serializers.BooleanField()
    started = serializers.DateTimeField()
    beat_seconds = serializers.FloatField(help_text="Since its last heartbeat.")
    running = RunningStepSerializer(many=True)
    example = {
        "name": "worker@node-1",
        "slots": 4,
        "alive": True,
        "stopping": False,
        "started": "2026-11-20T06:00:00.000000Z",
        "beat_seconds": 0.8,
        "running": [RunningStepSerializer.example],
    }


class WorkersSerializer(StrictSerializer):
    """The workers and their running steps."""

    workers = WorkerSerializer(many=True)
    example = {"workers": [WorkerSerializer.example]}


class TenantQueueSerializer(Resource):
    """The queue of a tenant and its settings."""

    id = serializers.UUIDField(source="pk")
    name = serializers.CharField(source="tenant.name")
    cap = serializers.IntegerField(allow_null=True, help_text="Maximum of running jobs.")
    rate = serializers.IntegerField(allow_null=True, help_text="Maximum of jobs started per minute.")
    weight = serializers.FloatField()
    paused = serializers.BooleanField()
    retry_unknown = serializers.BooleanField(help_text="Retry after any error.")
    running = serializers.IntegerField(help_text="Jobs dispatched or running.")
    waiting = serializers.IntegerField()
    version = serializers.CharField(help_text=_VERSION)
    loaders: ClassVar[Mapping[str, Loader]] = {
        "waiting": lambda rows, _: monitoring.waiting_of([row.pk for row in rows])
    }
    defaults: ClassVar[Mapping[str, Any]] = {"waiting": 0}
    example = TenantSerializer.example | {
        "cap": None,
        "rate": 600,
        "weight": 1.0,
        "paused": False,
        "retry_unknown": False,
        "running": 2,
        "waiting": 4,
        "version": "2c624232cc221f21",
    }

    @staticmethod
    def read_version(tenant_queue: models.TenantQueue) -> str:
        return scheduler_settings.version_of_tenant_queue(tenant_queue)


class SchedulerSerializer(Resource):
    """The settings of the scheduler."""

    policy = EnumField(SchedulerState.Policy, graphql_name="SchedulerPolicy")
    window = serializers.IntegerField(help_text="Jobs dispatched beyond the free slots.")
    high_share = serializers.IntegerField()
    low_share = serializers.IntegerField()
    max_stuck_streak = serializers.IntegerField()
    version = serializers.CharField(help_text=_VERSION)
    example = {
        "policy": "time",
        "window": 2,
        "high_share": 2,
        "low_share": 1,
        "max_stuck_streak": 3,
        "version": "19581e27de7ced00",
    }

    @staticmethod
    def read_version(state: SchedulerState) -> str:
        return scheduler_settings.version_of_scheduler(state)


class TenantQuery(ListQuery):
    """Filters of tenants."""

    search = WordField(help_text="A part of the name.")


class TenantQueueChange(StrictSerializer):
    """Changed settings of a tenant; null removes a cap or rate."""

    cap = serializers.IntegerField(required=False, allow_null=True, help_text="Maximum of running jobs.")
    rate = serializers.IntegerField(required=False, allow_null=True, help_text="Maximum of jobs started per minute.")
    weight = serializers.FloatField(required=False)
    paused = serializers.BooleanField(required=False)
    retry_unknown = serializers.BooleanField(required=False)
    example = {"rate": 600, "weight": 2}


class SchedulerChange(StrictSerializer):
    """Changed settings of the scheduler."""

    policy = EnumField(SchedulerState.Policy, graphql_name="SchedulerPolicy", required=False)
    window = serializers.IntegerField(required=False)
    high_share = serializers.IntegerField(required=False)
    low_share = serializers.IntegerField(required=False)
    max_stuck_streak = serializers.IntegerField(required=False)
    example = {"policy": "turns"}


class QueuesView(StaffView):
    """`/admin/queues`."""

    @operation("listQueues", "List the steps of all kinds of jobs", response=QueuesSerializer)
    def get(self, request: Request) -> Response:
        return Response({"queues": QueueStageSerializer.represent(monitoring.queue_stages())})


class WorkersView(StaffView):
    """`/admin/workers`."""

    @operation("listWorkers", "List workers", response=WorkersSerializer)
    def get(self, request: Request) -> Response:
        return Response({"workers": WorkerSerializer.represent(monitoring.workers())})


class TenantsView(StaffView):
    """`/admin/tenants`: those that have had jobs."""

    @operation("listTenantQueues", "List queues of tenants", query=TenantQuery, response=page_of(TenantQueueSerializer))
    def get(self, request: Request) -> Response:
        rows = filter_tenant_queues(**validate_query(request, TenantQuery).arguments())
        page = paginate(rows, BY_TENANT, request)
        return Response(page.body(TenantQueueSerializer.represent(page.rows)))


def _set_tenant_queue(row: TenantQueue, *, actor: object, expected: str | None, **changes: Any) -> None:
    scheduler_settings.set_tenant_queue(row.pk, changes, expected=expected)


class TenantView(ObjectView):
    """`/admin/tenants/{id}`."""

    permission_classes = [IsStaff]
    patch = update(
        "setTenantQueue", "Change settings of a tenant", TenantQueueSerializer, TenantQueueChange, _set_tenant_queue
    )

    def get_object(self, actor: Actor, *, tenant_id: UUID) -> TenantQueue:
        return scheduler_settings.get_tenant_queue(tenant_id)


def _set_scheduler(
    _: SchedulerState, *, actor: object, expected: str | None, policy: str | None = None, **numbers: int
) -> None:
    scheduler_settings.set_scheduler(numbers, policy=policy, expected=expected)


class SchedulerView(ObjectView):
    """`/admin/scheduler`."""

    permission_classes = [IsStaff]
    get = retrieve("getScheduler", "Get the settings of the scheduler", SchedulerSerializer)
    patch = update(
        "setScheduler", "Change settings of the scheduler", SchedulerSerializer, SchedulerChange, _set_scheduler
    )

    def get_object(self, actor: Actor) -> SchedulerState:
        return scheduler_settings.scheduler_state()
