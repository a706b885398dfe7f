"""What people can ask about jobs."""

from dataclasses import replace
from typing import Any

import graphene

from core.api.graphql.connections import Slice, connection_field, connection_of, page
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.keyset import Order, Window
from core.api.graphql.ordering import Ordering
from tasks.api.nodes import JobNode, node_of, nodes_of
from tasks.api.reading import job_seen_by, jobs_for, narrowed
from tasks.api.types import Job, JobState, JobStatus
from tasks.runtime import queue
from tasks.runtime.registry import JobKind as DeclaredKind
from tasks.runtime.registry import all_kinds

JOB_ORDER = Ordering("JobOrder", newest=Order(("-id",)), oldest=Order(("id",)))

JobConnection = connection_of(Job)


class JobKind(graphene.ObjectType):
    """What a job can do."""

    name = graphene.String(required=True)
    title = graphene.String(required=True)


def _jobs(_root: object, info: Info, *, window: Window, order_by: Any = None, **wanted: Any) -> Slice[Any]:
    state, status, document_id = (wanted.get(name) for name in ("state", "status", "document_id"))
    document = parse_key(document_id, "Document") if document_id else None
    rows = narrowed(
        jobs_for(info.context.user, everyone=wanted["everyone"], about=document),
        state=state and state.value,
        status=status and status.value,
        kind=wanted.get("kind"),
        subject_id=document,
    )
    found = page(rows, JOB_ORDER.resolve(order_by), window)
    nodes: list[Any] = nodes_of(queue.view_of(row) for row in found.rows)
    return replace(found, rows=nodes)


def _job(_root: object, info: Info, *, id: str) -> JobNode:  # noqa: A002  # GraphQL's word
    return node_of(job_seen_by(info.context.user, parse_key(id, "Job")))


def _kinds(_root: object, info: Info) -> tuple[DeclaredKind, ...]:
    _ = info.context.user
    return all_kinds()


class JobQueries(graphene.ObjectType):
    """Fields of the root."""

    jobs = connection_field(
        JobConnection,
        _jobs,
        state=graphene.Argument(JobState),
        status=graphene.Argument(JobStatus),
        kind=graphene.Argument(graphene.String),
        document_id=graphene.Argument(graphene.ID),
        order_by=JOB_ORDER.argument(),
        everyone=graphene.Argument(graphene.Boolean, default_value=False, description="for operators"),
    )
    job = graphene.Field(Job, resolver=_job, id=graphene.ID(required=True))
    job_kinds = graphene.List(graphene.NonNull(JobKind), required=True, resolver=_kinds)
