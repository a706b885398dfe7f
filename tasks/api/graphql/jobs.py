"""Jobs in GraphQL: type, queries and mutations."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any
from uuid import UUID

import graphene

from core.access import is_staff
from core.api.graphql.connections import Slice, connection_field, connection_of, page
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key, parse_uuid
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import as_batch, load_for_batch
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.ordering import Order
from tasks.api.graphql.failures import Failure, failure
from tasks.api.rest.jobs import (
    CancelView,
    JobObjectView,
    JobQuery,
    JobSerializer,
    LogLineSerializer,
    RetryView,
    StepSerializer,
)
from tasks.api.selectors import get_visible_job, list_jobs
from tasks.runtime import job_logs, queue
from tasks.runtime.job_views import JobView
from tasks.runtime.registry import JobKind as RegisteredKind
from tasks.runtime.registry import all_kinds
from users import models as users
from users.api.graphql.users import User

_LOG_LINES = 100


class Step(ResourceType):
    class Meta:
        resource = StepSerializer

    error = graphene.Field(Failure, resolver=lambda step, _: failure(step.error_code, step.error_message))


class LogLine(ResourceType):
    class Meta:
        resource = LogLineSerializer
        exclude = ("level",)

    id = graphene.Int(required=True, description="Increases: request the lines after the last one you have.")
    level = graphene.String(required=True)
    fields = graphene.String(
        required=True, resolver=lambda line, _: json.dumps(line.fields, default=str), description="JSON"
    )


def _log(job: JobView, info: Info, *, after: int, limit: int) -> Sequence[job_logs.Line]:
    def load(jobs: Sequence[JobView]) -> dict[UUID, list[job_logs.Line]]:
        keys, with_tracebacks = [each.id for each in jobs], is_staff(info.context.user)
        return job_logs.lines_of(keys, after=after, limit=limit, with_tracebacks=with_tracebacks)

    return load_for_batch(job, ("log", after, limit), load, [])


def _owner(job: JobView, _: Info) -> users.User | None:
    def load(jobs: Sequence[JobView]) -> dict[UUID, users.User]:
        owners = users.User.objects.in_bulk({each.owner_id for each in jobs if each.owner_id})
        return {each.id: owners[each.owner_id] for each in jobs if each.owner_id in owners}

    return load_for_batch(job, "owner", load, None)


class Job(ResourceType):
    class Meta:
        resource = JobSerializer
        model = JobView
        exclude = ("owner_id", "document_id", "request_id")
        views = (JobObjectView, CancelView, RetryView)

    owner = graphene.Field(User, resolver=_owner, description="null for jobs of the system")
    status = graphene.String(required=True, description="queued, processing, succeeded, failed or cancelled")
    error = graphene.Field(Failure, resolver=lambda job, _: failure(job.error_code, job.error_message))
    is_finished = graphene.Boolean(required=True)
    steps = graphene.List(graphene.NonNull(Step), required=True)
    log = graphene.List(
        graphene.NonNull(LogLine),
        required=True,
        resolver=_log,
        after=graphene.Argument(graphene.Int, default_value=0),
        limit=graphene.Argument(graphene.Int, default_value=_LOG_LINES),
    )

    @classmethod
    def get_node(cls, info: Info, key: str) -> JobView:
        """Return a visible job."""
        return get_visible_job(info.context.user, parse_uuid(key))


def own_job(row: Any, info: Info) -> JobView | None:
    """Return the job in the column `job` if it belongs to the actor; one query for all rows of the batch."""
    owner = info.context.actor.pk

    def load(rows: list[Any]) -> dict[object, JobView]:
        found = queue.jobs_by_id([each.job for each in rows if each.job]).values()
        jobs = {job.id: job for job in as_batch(job for job in found if owner and job.owner_id == owner)}
        return {each.pk: jobs[each.job] for each in rows if each.job in jobs}

    return load_for_batch(row, "job", load, None)


JobConnection = connection_of(Job)


def jobs_about(
    subjects: Iterable[UUID], info: Info, *, is_visible: Callable[[JobView], bool]
) -> dict[UUID, list[JobView]]:
    """Return the user's own jobs about each subject, and others that are visible, newest first."""
    owner = info.context.actor.pk
    jobs = (job for found in queue.jobs_of(subjects).values() for job in found)
    by_subject: dict[UUID, list[JobView]] = {}
    for job in as_batch(job for job in jobs if (owner and job.owner_id == owner) or is_visible(job)):
        if job.subject_id is not None:
            by_subject.setdefault(job.subject_id, []).append(job)
    return by_subject


class JobKind(graphene.ObjectType):
    """A kind of job."""

    name = graphene.String(required=True)
    title = graphene.String(required=True)


def _jobs(_root: object, info: Info, *, window: Window, order: Order, **filters: Any) -> Slice[Any]:
    found = page(list_jobs(info.context.user, **filters), order, window)
    views: list[Any] = as_batch(queue.view_of(row) for row in found.rows)
    return replace(found, rows=views)


def _job(_root: object, info: Info, *, id: str) -> JobView:  # GraphQL's name
    return get_visible_job(info.context.user, parse_key(id, "Job"))


def _kinds(_root: object, info: Info) -> tuple[RegisteredKind, ...]:
    _ = info.context.user
    return all_kinds()


class JobQueries(RootQueries):
    """The queries about jobs."""

    jobs = connection_field(JobConnection, _jobs, query=JobQuery)
    job = graphene.Field(Job, resolver=_job, id=graphene.ID(required=True))
    job_kinds = graphene.List(graphene.NonNull(JobKind), required=True, resolver=_kinds)
