"""The part of the GraphQL schema that is about jobs, for the root in `config.schema`."""

import graphene

from core.api.graphql.mutations import collect_mutations
from tasks.api.graphql import dead_letters, jobs, scheduler
from tasks.api.graphql.jobs import Job


class JobQueries(jobs.JobQueries, dead_letters.DeadLetterQueries, scheduler.SchedulerQueries):
    """The queries about jobs and the job runtime."""


JobMutations = type("JobMutations", (graphene.ObjectType,), dict(collect_mutations(jobs, dead_letters, scheduler)))
JOB_NODES = (Job,)
