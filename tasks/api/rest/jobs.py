"""`/jobs`: list, get, log, cancel, retry and priority. Higher packages add fields about the subject of a job."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Any, ClassVar
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor, is_staff, require_user
from core.api.openapi.operations import operation
from core.api.ordering import Order, Ordering
from core.api.rest.list_query import CreatedQuery, KeyField, OrderField, TimeField, WordField
from core.api.rest.pagination import NEWEST_FIRST, paginate
from core.api.rest.permissions import IsAuthenticated
from core.api.rest.serializers import EnumField, Loader, ReasonSerializer, Resource, StrictSerializer, page_of
from core.api.rest.validation import validate_query
from core.api.rest.views import Keys, ObjectView, Read, action, performed_by, represent
from tasks.api.selectors import get_own_job, get_visible_job, list_jobs
from tasks.errors import JobHasBegun, JobHasSucceeded, JobIsLive
from tasks.models import JobLog
from tasks.operations.job_changes import cancel_job, change_priority, retry_job
from tasks.operations.wait_reasons import wait_reasons
from tasks.runtime import queue
from tasks.runtime.job_views import JobView, StepView
from tasks.states import JobState, JobStatus, Priority, StepState

if TYPE_CHECKING:
    from users.models import User

JOB_ORDER = Ordering("JobOrder", newest=NEWEST_FIRST, oldest=Order(("id",)))
AddFields = Callable[["Sequence[JobView]", "User"], Mapping[UUID, Mapping[str, Any]]]
_additions: list[AddFields] = []


class JobPriority(StrEnum):
    """The names of `tasks.states.Priority`."""

    HIGH = "high"
    LOW = "low"


def register_job_fields(add: AddFields) -> AddFields:
    """Register a function that returns further fields for each of the jobs of a list."""
    _additions.append(add)
    return add


class StepSerializer(Resource):
    """A task of a job."""

    name = serializers.CharField()
    state = EnumField(StepState)
    started = serializers.DateTimeField(allow_null=True)
    finished = serializers.DateTimeField(allow_null=True)
    duration_ms = serializers.IntegerField(allow_null=True)
    error = ReasonSerializer(allow_null=True)
    example = {
        "name": "documents.ingest_doc",
        "state": "success",
        "started": "2026-11-20T08:30:00.200000Z",
        "finished": "2026-11-20T08:30:04.000000Z",
        "duration_ms": 3800,
        "error": None,
    }

    @staticmethod
    def read_error(step: JobView | StepView) -> dict[str, str] | None:
        return {"code": step.error_code, "message": step.error_message} if step.error_code else None


class JobSerializer(Resource):
    """A background job."""

    id = serializers.UUIDField()
    owner_id = serializers.UUIDField(allow_null=True)
    kind = serializers.CharField()
    title = serializers.CharField()
    subject_title = serializers.CharField(allow_blank=True, help_text="The title of its subject when it was enqueued.")
    state = EnumField(JobState)
    status = serializers.ChoiceField(
        choices=[status.value for status in JobStatus], help_text="One of five groups of states."
    )
    priority = EnumField(JobPriority)
    progress = serializers.IntegerField(help_text="Percent.")
    message = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True, help_text="Why it failed or is retried.")
    waiting = serializers.CharField(allow_blank=True, help_text="Why it waits; empty if it does not.")
    error = ReasonSerializer(allow_null=True)
    result = serializers.DictField(allow_null=True, help_text="Null until it has succeeded.")
    attempts = serializers.IntegerField()
    crashes = serializers.IntegerField(help_text="How often a process crashed while it ran.")
    cancel_requested = serializers.BooleanField(help_text="Its running step was asked to stop.")
    submitted = serializers.DateTimeField()
    started = serializers.DateTimeField(allow_null=True)
    due = serializers.DateTimeField(allow_null=True, help_text="When it is retried.")
    finished = serializers.DateTimeField(allow_null=True)
    request_id = serializers.CharField(allow_blank=True, help_text="Of the request that enqueued it.")
    steps = StepSerializer(many=True)
    document_id = serializers.UUIDField(allow_null=True, help_text="Its subject, if that is a visible document.")
    loaders: ClassVar[Mapping[str, Loader]] = {"waiting": lambda jobs, _: wait_reasons(jobs)}
    defaults: ClassVar[Mapping[str, Any]] = {"waiting": ""}
    example = {
        "id": "01990c6e-0a12-7d01-9a5b-6c7d8e9f0a1b",
        "owner_id": "01990c6e-0001-7aaa-8bbb-0c0d0e0f0a0b",
        "kind": "documents.process",
        "title": "Process a document",
        "subject_title": "Lease of 12 Harbour Street",
        "state": "success",
        "status": "succeeded",
        "priority": "high",
        "progress": 100,
        "message": "",
        "reason": "",
        "waiting": "",
        "error": None,
        "result": {"state": "ready", "page_count": 12, "revision": 1, "warnings": []},
        "attempts": 1,
        "crashes": 0,
        "cancel_requested": False,
        "submitted": "2026-11-20T08:30:00.000000Z",
        "started": "2026-11-20T08:30:00.200000Z",
        "due": None,
        "finished": "2026-11-20T08:30:04.100000Z",
        "request_id": "01990c6e5d2a7b3c8f4e1a2b3c4d5e6f",
        "steps": [StepSerializer.example],
        "document_id": "01990c6e-0a11-7c22-8d33-1f2e3d4c5b6a",
    }

    read_error = staticmethod(StepSerializer.read_error)

    @staticmethod
    def read_priority(job: JobView) -> str:
        return job.priority.name.lower()

    @staticmethod
    def read_result(job: JobView) -> dict[str, Any] | None:
        return {} if job.state == JobState.SUCCESS else None

    @staticmethod
    def read_document_id(_: JobView) -> None:
        """Return the default; `documents` adds the id."""

    @classmethod
    def represent(cls, rows: Iterable[JobView], actor: Any = None) -> list[dict[str, Any]]:
        jobs = list(rows)
        bodies = super().represent(jobs, actor)
        for add in _additions:
            fields = add(jobs, actor)
            for body in bodies:
                body.update(fields.get(body["id"], {}))
        return bodies


class LogLineSerializer(Resource):
    """A line of a job's log."""

    id = serializers.IntegerField(help_text="Increases: request the lines after the last one you have.")
    at = serializers.DateTimeField()
    attempt = serializers.IntegerField()
    level = EnumField(JobLog.Level)
    message = serializers.CharField(allow_blank=True)
    fields = serializers.DictField()  # type: ignore[assignment]  # its name in the API; DRF moves it away
    example = {
        "id": 4711,
        "at": "2026-11-20T08:30:02.000000Z",
        "attempt": 1,
        "level": "info",
        "message": "pages.read",
        "fields": {"pages": 12},
    }


class LogSerializer(StrictSerializer):
    """Lines of a log in order."""

    lines = LogLineSerializer(many=True)
    after = serializers.IntegerField(help_text="Send this to get later lines.")
    is_finished = serializers.BooleanField(help_text="No more lines will follow.")
    example = {"lines": [LogLineSerializer.example], "after": 4711, "is_finished": True}


class QueuedSerializer(StrictSerializer):
    """The job of a request."""

    job = serializers.UUIDField()
    example = {"job": JobSerializer.example["id"]}


class JobQuery(CreatedQuery):
    """Filters and order of a list of jobs."""

    state = EnumField(JobState, required=False)
    status = EnumField(JobStatus, required=False, help_text="One of five groups of states.")
    kind = WordField()
    document = KeyField("Document", source="subject_id", help_text="Their subject.")
    owner = KeyField("User", help_text="Only jobs of this user.")
    modified_after = TimeField(source="since__gte", help_text="Changed their state at this time or later.")
    modified_before = TimeField(source="since__lt", help_text="Changed their state before this time.")
    everyone = serializers.BooleanField(default=False, help_text="Jobs of all users, for staff.")
    order_by = OrderField(JOB_ORDER)


class PriorityChange(StrictSerializer):
    """The new priority of a job."""

    priority = EnumField(JobPriority)
    example = {"priority": "low"}


class RetryQuery(StrictSerializer):
    """Options of a retry."""

    from_start = serializers.BooleanField(default=False, help_text="Repeat steps that succeeded.")


class LogQuery(StrictSerializer):
    """The position in a log."""

    after = serializers.IntegerField(default=0, min_value=0, max_value=2**63 - 1)


class JobListView(APIView):
    """`/jobs`."""

    @operation("listJobs", "List jobs", query=JobQuery, response=page_of(JobSerializer))
    def get(self, request: Request) -> Response:
        user = require_user(request.user)
        query = validate_query(request, JobQuery).arguments()
        order: Order = query.pop("order")
        page = paginate(list_jobs(user, **query), order, request)
        return Response(page.body(JobSerializer.represent(map(queue.view_of, page.rows), user)))


def _set_priority(job: JobView, *, actor: "User", priority: str) -> None:
    change_priority(job, Priority[priority.upper()], actor=actor)


class _OfJob(ObjectView):
    permission_classes = [IsAuthenticated]

    def get_object(self, actor: Actor, *, job_id: UUID) -> JobView:
        return get_own_job(require_user(actor), job_id)


class JobObjectView(_OfJob):
    """`/jobs/{id}`."""

    patch = action(
        "setJobPriority",
        "Change the priority of a waiting job",
        JobSerializer,
        _set_priority,
        body=PriorityChange,
        errors=[JobHasBegun],
    )

    @operation("getJob", "Get a job", response=JobSerializer)
    def get(self, request: Request, job_id: UUID) -> Response:
        user = require_user(request.user)
        return Response(JobSerializer.represent_one(get_visible_job(user, job_id), user))


def _cancel(view: ObjectView, actor: Any, keys: Keys, _: Read) -> JobView:
    cancel_job(view.get_object(actor, **keys), actor=actor)
    return get_visible_job(actor, keys["job_id"])


class CancelView(_OfJob):
    """`/jobs/{id}/cancel`."""

    @performed_by(_cancel)
    @operation("cancelJob", "Cancel a job", response={200: JobSerializer, 202: JobSerializer})
    def post(self, request: Request, **keys: UUID) -> Response:
        """Cancel it at once (200), or ask its running step to stop (202)."""
        job = _cancel(self, require_user(request.user), keys, dict)
        return represent(JobSerializer, job, request.user, status=200 if job.is_finished else 202)


def _retry(_: ObjectView, actor: Any, keys: Keys, read: Read) -> JobView:
    retry_job(get_visible_job(actor, keys["job_id"]), actor=actor, **read())
    return get_visible_job(actor, keys["job_id"])


class RetryView(_OfJob):
    """`/jobs/{id}/retry`."""

    @performed_by(_retry)
    @operation(
        "retryJob",
        "Retry a failed or cancelled job",
        query=RetryQuery,
        response={202: JobSerializer},
        errors=[JobIsLive, JobHasSucceeded],
    )
    def post(self, request: Request, **keys: UUID) -> Response:
        job = _retry(self, require_user(request.user), keys, validate_query(request, RetryQuery).arguments)
        return represent(JobSerializer, job, request.user, status=202)


class LogView(APIView):
    """`/jobs/{id}/log`: lines in order; `after` is the id of the last line the client has."""

    @operation("getJobLog", "Get the log of a job", query=LogQuery, response=LogSerializer)
    def get(self, request: Request, job_id: UUID) -> Response:
        user = require_user(request.user)
        job = get_visible_job(user, job_id)
        after: int = validate_query(request, LogQuery).arguments()["after"]
        lines = queue.log_of(job.id, after=after, with_tracebacks=is_staff(user))
        body = {"lines": LogLineSerializer.represent(lines), "after": lines[-1].id if lines else after}
        return Response(body | {"is_finished": job.is_finished})
