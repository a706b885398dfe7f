"""Jobs in GraphQL. They are visible to their owner only."""

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

import graphene
from graphene import relay

from core.api.graphql.context import Info
from core.api.graphql.keys import uuid_of
from core.errors import NotFound
from tasks import queue

JobState = graphene.Enum.from_enum(queue.JobState)
StepState = graphene.Enum.from_enum(queue.StepState)


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


class Job(graphene.ObjectType):
    """A piece of work in the background."""

    class Meta:
        interfaces = (relay.Node,)
        possible_types = (queue.JobView,)

    uuid = graphene.UUID(required=True, resolver=lambda job, _: job.id)
    kind = graphene.String(required=True)
    title = graphene.String(required=True)
    state = graphene.Field(JobState, required=True)
    status = graphene.String(required=True, description="queued, processing, succeeded, failed or cancelled")
    progress = graphene.Int(required=True, description="percent")
    message = graphene.String(required=True)
    reason = graphene.String(required=True)
    error = graphene.Field(Failure, resolver=lambda job, _: failure(job.error_code, job.error_message))
    attempts = graphene.Int(required=True)
    steps = graphene.List(graphene.NonNull(Step), required=True)
    submitted = graphene.DateTime(required=True)
    started = graphene.DateTime()
    finished = graphene.DateTime()

    @classmethod
    def get_node(cls, info: Info, key: str) -> queue.JobView:
        """Find one of your jobs."""
        job = queue.job_view(uuid_of(key))
        if job is None or job.owner_id != info.context.person.pk:
            raise NotFound
        return job


def own_jobs_of(subjects: Iterable[UUID], info: Info) -> dict[UUID, list[queue.JobView]]:
    """Give your own jobs about each subject, newest first."""
    owner = info.context.person.pk
    return {
        subject: [job for job in jobs if job.owner_id == owner] for subject, jobs in queue.jobs_of(subjects).items()
    }
