"""Jobs in GraphQL. A job is visible to its owner and to staff."""

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

import graphene
from graphene import relay

from core.access.actors import is_staff
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_uuid
from tasks.api.nodes import JobNode, node_of, nodes_of
from tasks.api.reading import STATUSES, job_seen_by, waiting_reasons
from tasks.runtime import job_logs, queue
from users.api.types import User
from users.models import User as Person

JobState = graphene.Enum.from_enum(queue.JobState)
JobPriority = graphene.Enum.from_enum(
    queue.Priority, name="JobPriority", description="What goes first in its tenant's queue."
)
StepState = graphene.Enum.from_enum(queue.StepState)
JobStatus = graphene.Enum(
    "JobStatus", [(word.upper(), word) for word in STATUSES], description="Its state in five words."
)

_LINES = 100


@dataclass(frozen=True, slots=True)
class FailureView:
    """Why something failed."""

    code: str
    message: str


class Failure(graphene.ObjectType):
    """Why something failed, or what is missing from it."""

    code = graphene.String(required=True, description="stable, for programs")
    message = graphene.String(required=True, description="a sentence for people")


def failure(code: str, message: str) -> FailureView | None:
    """Give the failure that two columns describe; `None` where there is none."""
    return FailureView(code, message) if code else None


class Step(graphene.ObjectType):
    """One task of a job."""

    name = graphene.String(required=True)
    state = graphene.Field(StepState, required=True)
    started = graphene.DateTime()
    finished = graphene.DateTime()
    duration_ms = graphene.Int()
    error = graphene.Field(Failure, resolver=lambda step, _: failure(step.error_code, step.error_message))


class LogLine(graphene.ObjectType):
    """What a job wrote about itself, or the runtime about it."""

    id = graphene.Int(required=True, description="grows: ask for what comes after the last one you have")
    at = graphene.DateTime(required=True)
    attempt = graphene.Int(required=True)
    level = graphene.String(required=True)
    message = graphene.String(required=True)
    fields = graphene.String(
        required=True, resolver=lambda line, _: json.dumps(line.fields, default=str), description="JSON"
    )


def _lines(node: JobNode, info: Info, *, after: int, limit: int) -> Sequence[job_logs.Line]:
    def load(jobs: Sequence[queue.JobView]) -> dict[UUID, list[job_logs.Line]]:
        keys, all_of_it = [job.id for job in jobs], is_staff(info.context.user)
        return job_logs.lines_of(keys, after=after, limit=limit, with_tracebacks=all_of_it)

    return node.share(("log", after, limit), load, [])


def _owner(node: JobNode, _: Info) -> Person | None:
    def load(jobs: Sequence[queue.JobView]) -> dict[UUID, Person]:
        people = Person.objects.in_bulk({job.owner_id for job in jobs if job.owner_id})
        return {job.id: people[job.owner_id] for job in jobs if job.owner_id in people}

    return node.share("owner", load, None)


def _fact(name: str, default: object, node: JobNode, _info: Info, **_: object) -> Any:
    return getattr(node.job, name, default)


class Job(graphene.ObjectType):
    """A piece of work in the background."""

    class Meta:
        interfaces = (relay.Node,)
        possible_types = (JobNode,)
        default_resolver = _fact

    uuid = graphene.UUID(required=True, resolver=lambda node, _: node.id)
    owner = graphene.Field(User, resolver=_owner, description="whose it is; the system's own have none")
    kind = graphene.String(required=True)
    title = graphene.String(required=True)
    subject_title = graphene.String(required=True, description="what its subject was called when it was submitted")
    state = graphene.Field(JobState, required=True)
    status = graphene.String(required=True, description="queued, processing, succeeded, failed or cancelled")
    priority = graphene.Field(JobPriority, required=True)
    progress = graphene.Int(required=True, description="percent")
    message = graphene.String(required=True)
    reason = graphene.String(required=True)
    error = graphene.Field(Failure, resolver=lambda node, _: failure(node.job.error_code, node.job.error_message))
    attempts = graphene.Int(required=True)
    crashes = graphene.Int(required=True, description="how often a process died under it")
    cancel_requested = graphene.Boolean(required=True, description="its step has been asked to stop")
    is_finished = graphene.Boolean(required=True)
    steps = graphene.List(graphene.NonNull(Step), required=True)
    submitted = graphene.DateTime(required=True)
    started = graphene.DateTime()
    finished = graphene.DateTime()
    waiting = graphene.String(
        required=True,
        resolver=lambda node, _: node.share("waiting", waiting_reasons, ""),
        description="why it waits; empty when it does not",
    )
    due = graphene.DateTime(description="when it is tried again")
    log = graphene.List(
        graphene.NonNull(LogLine),
        required=True,
        resolver=_lines,
        after=graphene.Argument(graphene.Int, default_value=0),
        limit=graphene.Argument(graphene.Int, default_value=_LINES),
    )

    @classmethod
    def get_node(cls, info: Info, key: str) -> JobNode:
        """Find a job in sight."""
        return node_of(job_seen_by(info.context.user, parse_uuid(key)))


def jobs_seen_of(
    subjects: Iterable[UUID], info: Info, *, shown: Callable[[queue.JobView], bool]
) -> dict[UUID, list[JobNode]]:
    """Give your own jobs about each subject, and others that are `shown`, newest first."""
    owner = info.context.actor.pk
    found = queue.jobs_of(subjects)
    jobs = (job for jobs in found.values() for job in jobs)
    nodes = nodes_of(job for job in jobs if (owner and job.owner_id == owner) or shown(job))
    own: dict[UUID, list[JobNode]] = {}
    for node in nodes:
        if node.job.subject_id is not None:
            own.setdefault(node.job.subject_id, []).append(node)
    return own
