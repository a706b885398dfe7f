"""The root of the GraphQL schema."""

import graphene

from core.api.graphql.node import node_field
from corpuses.api.graphql.schema import CORPUS_NODES, CorpusMutations, CorpusQueries
from documents.api.graphql.schema import DOCUMENT_NODES, DocumentMutations, DocumentQueries
from tasks.api.mutations import JobMutations
from tasks.api.queries import JobQueries
from tasks.api.staff_mutations import StaffMutations
from tasks.api.staff_queries import StaffQueries
from tasks.api.types import Job
from users.api.mutations import AccountMutations
from users.api.queries import UserQueries
from users.api.sharing_mutations import SharingMutations, SharingQueries


class Query(
    UserQueries,
    SharingQueries,
    JobQueries,
    StaffQueries,
    DocumentQueries,
    CorpusQueries,
    graphene.ObjectType,
):
    """The queries."""

    node = node_field


class Mutation(
    AccountMutations,
    SharingMutations,
    JobMutations,
    StaffMutations,
    CorpusMutations,
    DocumentMutations,
    graphene.ObjectType,
):
    """The mutations."""


schema = graphene.Schema(query=Query, mutation=Mutation, types=[*CORPUS_NODES, *DOCUMENT_NODES, Job])
