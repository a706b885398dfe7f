"""What people can do to their jobs, and operators to all."""

from typing import Any
from uuid import UUID

import graphene

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.mutations import Mutation
from tasks.api.nodes import node_of
from tasks.api.reading import job_seen_by, own_job
from tasks.api.types import Job, JobPriority
from tasks.runtime import queue


class CancelJobInput(graphene.InputObjectType):
    """Which job."""

    id = graphene.ID(required=True)


class RetryJobInput(graphene.InputObjectType):
    """Which job, and whether steps that succeeded run again."""

    id = graphene.ID(required=True)
    from_start = graphene.Boolean()


class SetJobPriorityInput(graphene.InputObjectType):
    """Which job, and its new class."""

    id = graphene.ID(required=True)
    priority = graphene.InputField(JobPriority, required=True)


def _own_job(info: Info, id: str) -> UUID:  # noqa: A002  # GraphQL's word
    return own_job(info.context.user, parse_key(id, "Job")).id


def _shown(info: Info, key: UUID) -> dict[str, object]:
    return {"job": node_of(job_seen_by(info.context.user, key))}


class CancelJob(Mutation):
    """Cancel a job at once, or ask its running step to stop; nothing happens to one that has ended."""

    class Meta:
        input_type = CancelJobInput

    job = graphene.Field(Job)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        key = _own_job(info, values["id"])
        queue.cancel(key)
        return _shown(info, key)


class RetryJob(Mutation):
    """Let a failed or cancelled job run again."""

    class Meta:
        input_type = RetryJobInput

    job = graphene.Field(Job)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        key = job_seen_by(info.context.user, parse_key(values["id"], "Job")).id
        queue.retry(key, from_start=values.get("from_start", False))
        return _shown(info, key)


class SetJobPriority(Mutation):
    """Let a job that waits go before or after the others of its tenant."""

    class Meta:
        input_type = SetJobPriorityInput

    job = graphene.Field(Job)

    @classmethod
    def perform(cls, info: Info, **values: Any) -> dict[str, object]:
        key = _own_job(info, values["id"])
        queue.change_priority(key, queue.Priority(values["priority"].value))
        return _shown(info, key)


class JobMutations(graphene.ObjectType):
    """Fields of the root."""

    cancel_job = CancelJob.field()
    retry_job = RetryJob.field()
    set_job_priority = SetJobPriority.field()
