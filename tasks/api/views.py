"""Jobs in REST: list, look, read the log, cancel, try again, change the priority."""

from typing import Any
from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access.actors import is_staff, require_user
from core.api.openapi.operations import operation
from core.api.rest.pagination import KeyCursorPagination
from core.api.rest.serializers import page_of
from core.errors import Invalid
from tasks.api.reading import job_seen_by, jobs_for, narrowed, own_job
from tasks.api.serializers import LogFields, PriorityField, RetryFields, job_body, jobs_body, line_body
from tasks.api.shapes import JobQuery, JobShape, LogShape
from tasks.errors import JobHasBegun, JobHasSucceeded, JobIsLive
from tasks.runtime import queue


class JobListView(APIView):
    """`/jobs`: newest first, by page."""

    @operation("listJobs", "List jobs, newest first", query=JobQuery, response=page_of(JobShape))
    def get(self, request: Request) -> Response:
        reader = require_user(request.user)
        wanted = request.query_params
        document = _uuid(wanted.get("document"), "document")
        rows = narrowed(
            jobs_for(reader, everyone=wanted.get("everyone") == "true", about=document),
            state=wanted.get("state"),
            status=wanted.get("status"),
            kind=wanted.get("kind"),
            subject_id=document,
        )
        paginator = KeyCursorPagination()
        jobs = [queue.view_of(row) for row in paginator.page_of(rows, request)]
        return Response(paginator.body(jobs_body(jobs, reader)))


class JobView(APIView):
    """`/jobs/{id}`."""

    @operation("getJob", "Look at a job", response=JobShape)
    def get(self, request: Request, job_id: UUID) -> Response:
        reader = require_user(request.user)
        return Response(job_body(job_seen_by(reader, job_id), reader))

    @operation("setJobPriority", "Change the priority", body=PriorityField, response=JobShape, errors=[JobHasBegun])
    def patch(self, request: Request, job_id: UUID) -> Response:
        """Move a job that waits to the other class."""
        actor = require_user(request.user)
        job = own_job(actor, job_id)
        fields = PriorityField(data=request.data)
        fields.is_valid(raise_exception=True)
        queue.change_priority(job.id, fields.wanted())
        return Response(job_body(job_seen_by(actor, job_id), actor))


class CancelView(APIView):
    """`/jobs/{id}/cancel`: 202 while the step that runs has been asked to stop, else 200."""

    @operation("cancelJob", "Cancel a job", response={200: JobShape, 202: JobShape})
    def post(self, request: Request, job_id: UUID) -> Response:
        """200 when it has ended, 202 while the step that runs has been asked to stop."""
        actor = require_user(request.user)
        queue.cancel(own_job(actor, job_id).id)
        job = job_seen_by(actor, job_id)
        return Response(job_body(job, actor), status=200 if job.is_finished else 202)


class RetryView(APIView):
    """`/jobs/{id}/retry`; `?from_start=true` runs steps that succeeded again."""

    @operation(
        "retryJob",
        "Let a failed or cancelled job run again",
        query=RetryFields,
        response={202: JobShape},
        errors=[JobIsLive, JobHasSucceeded],
    )
    def post(self, request: Request, job_id: UUID) -> Response:
        actor = require_user(request.user)
        fields = RetryFields(data=request.query_params)
        fields.is_valid(raise_exception=True)
        queue.retry(job_seen_by(actor, job_id).id, from_start=fields.validated_data["from_start"])
        return Response(job_body(job_seen_by(actor, job_id), actor), status=202)


class LogView(APIView):
    """`/jobs/{id}/log`: lines in order; `after` is the id of the last one that was read."""

    @operation("getJobLog", "Read what a job wrote", query=LogFields, response=LogShape)
    def get(self, request: Request, job_id: UUID) -> Response:
        reader = require_user(request.user)
        job = job_seen_by(reader, job_id)
        fields = LogFields(data=request.query_params)
        fields.is_valid(raise_exception=True)
        after: int = fields.validated_data["after"]
        lines = queue.log_of(job.id, after=after, with_tracebacks=is_staff(reader))
        body: dict[str, Any] = {"lines": [line_body(line) for line in lines]}
        return Response({**body, "after": lines[-1].id if lines else after, "is_finished": job.is_finished})


def _uuid(text: str | None, field: str) -> UUID | None:
    try:
        return UUID(text) if text else None
    except ValueError:
        raise Invalid("This is not an id.", field=field) from None
