"""`/admin/failed-jobs`: dead letters, for staff."""

from collections.abc import Mapping
from typing import Any, ClassVar
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import require_user
from core.api.openapi.operations import operation
from core.api.ordering import Order
from core.api.rest.list_query import ListQuery, TimeField, WordField
from core.api.rest.pagination import paginate
from core.api.rest.permissions import IsStaff
from core.api.rest.serializers import Loader, ReasonSerializer, Resource, StrictSerializer, page_of
from core.api.rest.validation import validate_body, validate_query
from tasks import models
from tasks.api import dead_letter_selection
from tasks.api.dead_letter_selection import RequeueSelection
from tasks.api.rest.jobs import JobSerializer, LogLineSerializer, QueuedSerializer
from tasks.api.selectors import filter_dead_letters, get_dead_letter
from tasks.errors import DeadLetterIsClosed
from tasks.operations import dead_letters
from tasks.operations.dead_letters import DEFAULT_RATE
from tasks.runtime import queue

NEWEST_FAILURE_FIRST = Order(("-last_failed_at", "-id"))


class TenantSerializer(Resource):
    """The group of users that share a queue."""

    id = serializers.UUIDField(source="pk")
    name = serializers.CharField()
    example = {"id": "01990c6e-0002-7aaa-8bbb-0c0d0e0f0a0b", "name": "ada"}


class DeadLetterSerializer(Resource):
    """A failed job that waits for staff to requeue or discard it."""

    id = serializers.UUIDField(source="pk")
    job_id = serializers.UUIDField()
    kind = serializers.CharField()
    tenant = TenantSerializer()
    reason = serializers.CharField()
    error = ReasonSerializer()
    attempts = serializers.IntegerField()
    crashes = serializers.IntegerField()
    first_failed = serializers.DateTimeField(source="first_failed_at")
    last_failed = serializers.DateTimeField(source="last_failed_at")
    requeued = serializers.DateTimeField(source="requeued_at", allow_null=True)
    discarded = serializers.DateTimeField(source="discarded_at", allow_null=True)
    example = {
        "id": "01990c6e-0b21-7c22-8d33-1f2e3d4c5b6a",
        "job_id": JobSerializer.example["id"],
        "kind": "documents.process",
        "tenant": TenantSerializer.example,
        "reason": "exhausted",
        "error": {"code": "dependency_unavailable", "message": "The object store does not respond."},
        "attempts": 3,
        "crashes": 0,
        "first_failed": "2026-11-20T08:30:04.100000Z",
        "last_failed": "2026-11-20T08:31:10.100000Z",
        "requeued": None,
        "discarded": None,
    }

    @staticmethod
    def read_error(dead_letter: models.DeadLetter) -> dict[str, str]:
        return {"code": dead_letter.error_code, "message": dead_letter.error_message}


class DeadLetterDetailsSerializer(DeadLetterSerializer):
    """A failed job with its input, traceback, steps and log."""

    args = serializers.CharField(source="job.args", help_text="The input of the job, as JSON.")
    traceback = serializers.CharField(source="job.traceback", allow_blank=True)
    job = JobSerializer()
    log = LogLineSerializer(many=True)
    loaders: ClassVar[Mapping[str, Loader]] = {
        "job": lambda rows, actor: {row.pk: JobSerializer.represent_one(queue.view_of(row.job), actor) for row in rows},
        "log": lambda rows, _: {
            row.pk: LogLineSerializer.represent(queue.log_of(row.job_id, with_tracebacks=True)) for row in rows
        },
    }
    example = DeadLetterSerializer.example | {
        "args": "{}",
        "traceback": "",
        "job": JobSerializer.example,
        "log": [LogLineSerializer.example],
    }


class CountSerializer(StrictSerializer):
    """The number of failed jobs."""

    depth = serializers.IntegerField()
    example = {"depth": 3}


class RequeuedSerializer(StrictSerializer):
    """The number of requeued jobs, and of selected ones that remain: repeat the request for those."""

    requeued = serializers.IntegerField()
    remaining = serializers.IntegerField()
    example = {"requeued": 1000, "remaining": 234}


class DeadLetterFilters(ListQuery):
    """Filters of dead letters."""

    reason = WordField(max_length=32)
    since = TimeField(help_text="Failed at this time or later.")
    kind = WordField(max_length=100)
    code = WordField(max_length=64)


class DeadLetterQuery(DeadLetterFilters):
    """Filters of dead letters. `queue` is an alias of `kind` (X-23)."""

    queue = WordField(max_length=100)

    def arguments(self) -> dict[str, Any]:
        arguments = super().arguments()
        alias = arguments.pop("queue", None)
        return {"kind": alias, **arguments} if alias else arguments


class RequeueOptions(DeadLetterQuery):
    """The failed jobs to requeue, and the rate."""

    ids = serializers.ListField(child=serializers.UUIDField(), required=False, max_length=1_000)
    all = serializers.BooleanField(required=False)
    per_second = serializers.FloatField(default=DEFAULT_RATE)
    example = {"kind": "documents.process", "reason": "exhausted", "per_second": 10}

    def arguments(self) -> dict[str, Any]:
        arguments = super().arguments()
        return {**arguments, "ids": tuple(arguments.get("ids", ()))}


class StaffView(APIView):
    """The base of views for staff; other users get 403."""

    permission_classes = [IsStaff]


class DeadLettersView(StaffView):
    """`/admin/failed-jobs`."""

    @operation(
        "listFailedJobs",
        "List failed jobs, newest failure first",
        query=DeadLetterQuery,
        response=page_of(DeadLetterSerializer),
    )
    def get(self, request: Request) -> Response:
        rows = filter_dead_letters(**validate_query(request, DeadLetterQuery).arguments())
        page = paginate(rows, NEWEST_FAILURE_FIRST, request)
        return Response(page.body(DeadLetterSerializer.represent(page.rows)))


class DepthView(StaffView):
    """`/admin/failed-jobs/depth`."""

    @operation("countFailedJobs", "Count failed jobs", query=DeadLetterQuery, response=CountSerializer)
    def get(self, request: Request) -> Response:
        rows = filter_dead_letters(**validate_query(request, DeadLetterQuery).arguments())
        return Response({"depth": rows.count()})


class DeadLetterView(StaffView):
    """`/admin/failed-jobs/{id}`."""

    @operation("getFailedJob", "Get a failed job with all details", response=DeadLetterDetailsSerializer)
    def get(self, request: Request, dead_letter_id: UUID) -> Response:
        dead_letter = get_dead_letter(dead_letter_id)
        return Response(DeadLetterDetailsSerializer.represent_one(dead_letter, require_user(request.user)))


class RequeueView(StaffView):
    """`/admin/failed-jobs/{id}/requeue`."""

    @operation(
        "requeueFailedJob", "Requeue a failed job", response={202: QueuedSerializer}, errors=[DeadLetterIsClosed]
    )
    def post(self, request: Request, dead_letter_id: UUID) -> Response:
        return Response({"job": dead_letters.requeue(dead_letter_id)}, status=202)


class RequeueManyView(StaffView):
    """`/admin/failed-jobs/requeue`."""

    @operation("requeueFailedJobs", "Requeue failed jobs", body=RequeueOptions, response={202: RequeuedSerializer})
    def post(self, request: Request) -> Response:
        """Select them by `ids`, by a filter, or `all`; at most 1,000 per request, due one after another."""
        selection = RequeueSelection(**validate_body(request, RequeueOptions).arguments())
        result = dead_letter_selection.requeue(selection)
        return Response({"requeued": result.requeued, "remaining": result.remaining}, status=202)


class DiscardView(StaffView):
    """`/admin/failed-jobs/{id}/discard`."""

    @operation("discardFailedJob", "Discard a failed job", response=DeadLetterSerializer, errors=[DeadLetterIsClosed])
    def post(self, request: Request, dead_letter_id: UUID) -> Response:
        dead_letters.discard(dead_letter_id)
        return Response(DeadLetterSerializer.represent_one(get_dead_letter(dead_letter_id)))
