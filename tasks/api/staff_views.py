"""The operators' part of REST: failed jobs, lanes, workers, tenants' accounts, the scheduler."""

from typing import Any
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import require_user
from core.api.openapi.operations import operation, versioned
from core.api.rest.etags import etag, expected_version, with_current_on_conflict
from core.api.rest.pagination import KeyCursorPagination, TimeCursorPagination
from core.api.rest.permissions import IsStaff
from core.api.rest.serializers import StrictSerializer, page_of
from tasks.api import reading, requeueing
from tasks.api.serializers import job_body, line_body
from tasks.api.shapes import QueuedShape
from tasks.api.staff_serializers import (
    LetterFilter,
    SchedulerFields,
    TenantQueueFields,
    WishFields,
    lane_body,
    letter_body,
    scheduler_body,
    tenant_bodies,
    worker_body,
)
from tasks.api.staff_shapes import (
    DepthShape,
    LanesShape,
    LetterDetailsShape,
    LetterShape,
    RequeuedShape,
    SchedulerShape,
    TenantQueueShape,
    WorkersShape,
)
from tasks.errors import DeadLetterIsClosed
from tasks.models import SchedulerState
from tasks.operations import dead_letters, monitoring, scheduler_settings
from tasks.runtime import queue


class TenantFilter(StrictSerializer):
    """Which tenants."""

    search = serializers.CharField(required=False, allow_blank=True, help_text="A part of the name.")


class _StaffView(APIView):
    """403 for everybody who is signed in but no operator."""

    permission_classes = [IsStaff]


class _NewestFailureFirst(TimeCursorPagination):
    ordering = ("-last_failed_at", "-pk")


class _ByTenant(KeyCursorPagination):
    ordering = "tenant_id"


class FailedJobsView(_StaffView):
    """`/admin/failed-jobs`: the open ones, newest failure first."""

    @operation(
        "listFailedJobs",
        "List jobs that failed for good, newest failure first",
        query=LetterFilter,
        response=page_of(LetterShape),
    )
    def get(self, request: Request) -> Response:
        paginator = _NewestFailureFirst()
        page = paginator.page_of(reading.dead_letters(**_filter(request)), request)
        return Response(paginator.body([letter_body(letter) for letter in page]))


class DepthView(_StaffView):
    """`/admin/failed-jobs/depth`."""

    @operation("countFailedJobs", "Count jobs that failed for good", query=LetterFilter, response=DepthShape)
    def get(self, request: Request) -> Response:
        return Response({"depth": dead_letters.depth(**_filter(request))})


class FailedJobView(_StaffView):
    """`/admin/failed-jobs/{id}`: with the job's input, steps, traceback and log."""

    @operation("getFailedJob", "Look at a failed job with all that is known", response=LetterDetailsShape)
    def get(self, request: Request, letter_id: UUID) -> Response:
        reader = require_user(request.user)
        letter = reading.dead_letter(letter_id)
        details: dict[str, Any] = {
            "args": letter.job.args,
            "traceback": letter.job.traceback,
            "job": job_body(queue.view_of(letter.job), reader),
            "log": [line_body(line) for line in queue.log_of(letter.job_id, with_tracebacks=True)],
        }
        return Response(letter_body(letter) | details)


class RequeueOneView(_StaffView):
    """`/admin/failed-jobs/{id}/requeue`."""

    @operation(
        "requeueFailedJob", "Let a failed job run again", response={202: QueuedShape}, errors=[DeadLetterIsClosed]
    )
    def post(self, request: Request, letter_id: UUID) -> Response:
        return Response({"job": dead_letters.requeue(letter_id)}, status=202)


class RequeueManyView(_StaffView):
    """`/admin/failed-jobs/requeue`: by id, by a filter, or all of them."""

    @operation("requeueFailedJobs", "Let failed jobs run again", body=WishFields, response={202: RequeuedShape})
    def post(self, request: Request) -> Response:
        """By id, by a filter, or `all`; 1,000 at once, paced."""
        fields = WishFields(data=request.data)
        fields.is_valid(raise_exception=True)
        done = requeueing.requeue(fields.wish())
        return Response({"requeued": done.requeued, "remaining": done.remaining}, status=202)


class DiscardView(_StaffView):
    """`/admin/failed-jobs/{id}/discard`."""

    @operation("discardFailedJob", "Put a failed job aside", response=LetterShape, errors=[DeadLetterIsClosed])
    def post(self, request: Request, letter_id: UUID) -> Response:
        dead_letters.discard(letter_id)
        return Response(letter_body(reading.dead_letter(letter_id)))


class LanesView(_StaffView):
    """`/admin/lanes`."""

    @operation("listLanes", "See what waits and runs", response=LanesShape)
    def get(self, request: Request) -> Response:
        return Response({"lanes": [lane_body(lane) for lane in monitoring.lanes()]})


class WorkersView(_StaffView):
    """`/admin/workers`."""

    @operation("listWorkers", "See who works", response=WorkersShape)
    def get(self, request: Request) -> Response:
        return Response({"workers": [worker_body(worker) for worker in monitoring.workers()]})


class TenantsView(_StaffView):
    """`/admin/tenants`: those that have had work."""

    @operation("listTenantQueues", "List tenants' accounts", query=TenantFilter, response=page_of(TenantQueueShape))
    def get(self, request: Request) -> Response:
        paginator = _ByTenant()
        page = paginator.page_of(reading.tenant_queues(request.query_params.get("search")), request)
        return Response(paginator.body(tenant_bodies(page)))


class TenantView(_StaffView):
    """`/admin/tenants/{id}`: what is absent stays as it is; null takes a cap or a rate away."""

    @versioned
    @operation("setTenantQueue", "Steer a tenant's account", body=TenantQueueFields, response=TenantQueueShape)
    def patch(self, request: Request, tenant_id: UUID) -> Response:
        fields = TenantQueueFields(data=request.data)
        fields.is_valid(raise_exception=True)
        changes, expected = fields.validated_data, expected_version(request)
        with with_current_on_conflict(lambda: tenant_bodies([scheduler_settings.account_of(tenant_id)])[0]):
            account = scheduler_settings.set_tenant_queue(tenant_id, changes, expected=expected)
        return Response(tenant_bodies([account])[0], headers=etag(scheduler_settings.version_of_account(account)))


class SchedulerView(_StaffView):
    """`/admin/scheduler`."""

    @versioned
    @operation("getScheduler", "See the scheduler's rules", response=SchedulerShape)
    def get(self, request: Request) -> Response:
        return self._answer(scheduler_settings.scheduler_state())

    @versioned
    @operation("setScheduler", "Change the scheduler's rules", body=SchedulerFields, response=SchedulerShape)
    def patch(self, request: Request) -> Response:
        """What is absent stays as it is."""
        fields = SchedulerFields(data=request.data)
        fields.is_valid(raise_exception=True)
        numbers = dict(fields.validated_data)
        policy = numbers.pop("policy", None)
        with with_current_on_conflict(lambda: scheduler_body(scheduler_settings.scheduler_state())):
            state = scheduler_settings.set_scheduler(numbers, policy=policy, expected=expected_version(request))
        return self._answer(state)

    def _answer(self, state: SchedulerState) -> Response:
        return Response(scheduler_body(state), headers=etag(scheduler_settings.version_of_rules(state)))


def _filter(request: Request) -> dict[str, Any]:
    fields = LetterFilter(data=request.query_params)
    fields.is_valid(raise_exception=True)
    return fields.wanted()
