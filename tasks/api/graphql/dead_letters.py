"""Dead letters in GraphQL, for staff: types, queries and mutations."""

from datetime import datetime
from typing import Annotated, Any
from uuid import UUID

import graphene

from core.access import require_staff
from core.api.graphql.connections import Slice, connection_field, connection_of, page
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import as_batch, load_for_batch
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from tasks import models
from tasks.api import dead_letter_selection
from tasks.api.dead_letter_selection import RequeueSelection
from tasks.api.graphql.failures import Failure, failure
from tasks.api.graphql.jobs import Job
from tasks.api.rest.dead_letters import NEWEST_FAILURE_FIRST, DeadLetterFilters, DeadLetterSerializer
from tasks.api.selectors import filter_dead_letters, get_dead_letter
from tasks.operations import dead_letters
from tasks.runtime import queue
from tasks.runtime.job_views import JobView, title_of


class Tenant(graphene.ObjectType):
    """The group of users that share a queue."""

    uuid = graphene.UUID(required=True, resolver=lambda tenant, _: tenant.pk)
    name = graphene.String(required=True)
    kind = graphene.String(required=True, description="personal, group or system")


def _job(dead_letter: models.DeadLetter, _: Info) -> JobView | None:
    def load(rows: list[models.DeadLetter]) -> dict[UUID, JobView]:
        views = as_batch(queue.view_of(row.job) for row in rows)
        return {row.pk: view for row, view in zip(rows, views, strict=True)}

    return load_for_batch(dead_letter, "job", load, None)


class DeadLetter(ResourceType):
    class Meta:
        resource = DeadLetterSerializer
        exclude = ("job_id",)

    id = graphene.ID(required=True, resolver=lambda row, _: row.pk)
    uuid = graphene.UUID(required=True, resolver=lambda row, _: row.pk)
    title = graphene.String(required=True, resolver=lambda row, _: title_of(row.kind))
    error = graphene.Field(Failure, resolver=lambda row, _: failure(row.error_code, row.error_message))
    tenant = graphene.Field(Tenant, required=True)
    args = graphene.String(required=True, resolver=lambda row, _: row.job.args, description="input of the job, as JSON")
    traceback = graphene.String(required=True, resolver=lambda row, _: row.job.traceback)
    job = graphene.Field(Job, required=True, resolver=_job)


DeadLetterConnection = connection_of(DeadLetter)


class FailureGroup(graphene.ObjectType):
    """Open failures of one kind of job with the same reason and code."""

    kind = graphene.String(required=True)
    title = graphene.String(required=True)
    reason = graphene.String(required=True)
    code = graphene.String(required=True)
    message = graphene.String(required=True, description="of the latest")
    count = graphene.Int(required=True)
    last_failed = graphene.DateTime(required=True)


def _dead_letters(_root: object, info: Info, *, window: Window, **filters: Any) -> Slice[models.DeadLetter]:
    require_staff(info.context.user)
    return page(filter_dead_letters(**filters), NEWEST_FAILURE_FIRST, window)


def _failure_groups(_root: object, info: Info, **filters: Any) -> list[dead_letters.FailureGroup]:
    require_staff(info.context.user)
    return dead_letters.failure_groups(filter_dead_letters(**filters))


def _dead_letter(_root: object, info: Info, *, id: str) -> models.DeadLetter:  # GraphQL's name
    require_staff(info.context.user)
    return get_dead_letter(parse_key(id, "DeadLetter"))


class DeadLetterQueries(RootQueries):
    """The queries about dead letters."""

    dead_letters = connection_field(
        DeadLetterConnection,
        _dead_letters,
        query=DeadLetterFilters,
    )
    failure_groups = graphene.List(
        graphene.NonNull(FailureGroup),
        required=True,
        resolver=_failure_groups,
        reason=graphene.String(),
        since=graphene.DateTime(),
        kind=graphene.String(),
        description="open failures by cause, the most frequent first",
    )
    dead_letter = graphene.Field(DeadLetter, resolver=_dead_letter, id=graphene.ID(required=True))


_Ids = Annotated[list[ID] | None, "by id, by a filter, or `all`"]


@mutation(
    on_error={"requeued": 0, "remaining": 0},
    requeued=graphene.Int(required=True),
    remaining=graphene.Int(required=True, description="selected dead letters that are still open"),
)
def requeue_dead_letters(  # the fields of the input
    info: Info,
    *,
    ids: _Ids = None,
    all: bool = False,  # GraphQL's name
    reason: str | None = None,
    since: datetime | None = None,
    kind: str | None = None,
    code: str | None = None,
    per_second: Annotated[float, "jobs that become due per second; default 10"] = dead_letters.DEFAULT_RATE,
) -> Payload:
    """Requeue failed jobs, the oldest failure first, at a limited rate; at most 1,000 per request."""
    require_staff(info.context.user)
    result = dead_letter_selection.requeue(
        RequeueSelection(
            ids=_keys(ids), all=all, reason=reason, since=since, kind=kind, code=code, per_second=per_second
        )
    )
    return {"requeued": result.requeued, "remaining": result.remaining}


@mutation(dead_letter=DeadLetter)
def discard_dead_letter(info: Info, *, id: ID) -> Payload:  # GraphQL's name
    """Discard a failed job; it stays failed."""
    require_staff(info.context.user)
    key = parse_key(id, "DeadLetter")
    dead_letters.discard(key)
    return {"dead_letter": get_dead_letter(key)}


@mutation(on_error={"discarded": 0}, discarded=graphene.Int(required=True))
def discard_dead_letters(
    info: Info,
    *,
    ids: _Ids = None,
    all: bool = False,  # GraphQL's name
    reason: str | None = None,
    since: datetime | None = None,
    kind: str | None = None,
    code: str | None = None,
) -> Payload:
    """Discard failed jobs; they stay failed."""
    require_staff(info.context.user)
    selection = RequeueSelection(ids=_keys(ids), all=all, reason=reason, since=since, kind=kind, code=code)
    return {"discarded": dead_letter_selection.discard(selection)}


def _keys(ids: list[ID] | None) -> tuple[UUID, ...]:
    return tuple(parse_key(each, "DeadLetter") for each in ids or ())
