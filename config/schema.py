"""The root of the GraphQL schema."""

import graphene

from core.api.graphql.node import node_field
from corpuses.api.graphql.schema import CORPUS_NODES, CorpusMutations, CorpusQueries
from documents.api.mutations import DocumentMutations
from documents.api.pages import Page
from documents.api.queries import DocumentQueries
from documents.api.scans import add_scans
from documents.api.stored_files import StoredFileQueries
from documents.api.usage import UsageQueries
from tasks.api.mutations import JobMutations
from tasks.api.queries import JobQueries
from tasks.api.staff_mutations import StaffMutations
from tasks.api.staff_queries import StaffQueries
from tasks.api.types import Job
from users.api.graphql.schema import UserMutations, UserQueries


class Query(
    UserQueries,
    JobQueries,
    StaffQueries,
    StoredFileQueries,
    DocumentQueries,
    UsageQueries,
    CorpusQueries,
    graphene.ObjectType,
):
    """The queries."""

    node = node_field


class Mutation(
    UserMutations,
    JobMutations,
    StaffMutations,
    CorpusMutations,
    DocumentMutations,
    graphene.ObjectType,
):
    """The mutations."""


add_scans()
schema = graphene.Schema(query=Query, mutation=Mutation, types=[*CORPUS_NODES, Job, Page])
