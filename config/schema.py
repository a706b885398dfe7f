"""The root of the GraphQL schema."""

import graphene

from config.software_api import SoftwareQueries
from core.api.graphql.node import node_field
from corpuses.api.graphql.schema import CORPUS_NODES, CorpusMutations, CorpusQueries
from documents.api.graphql.schema import DOCUMENT_NODES, DocumentMutations, DocumentQueries
from tasks.api.graphql.schema import JOB_NODES, JobMutations, JobQueries
from users.api.graphql.schema import UserMutations, UserQueries


class Query(
    UserQueries,
    JobQueries,
    DocumentQueries,
    CorpusQueries,
    SoftwareQueries,
    graphene.ObjectType,
):
    """The queries."""

    node = node_field


class Mutation(
    UserMutations,
    JobMutations,
    CorpusMutations,
    DocumentMutations,
    graphene.ObjectType,
):
    """The mutations."""


schema = graphene.Schema(query=Query, mutation=Mutation, types=[*CORPUS_NODES, *DOCUMENT_NODES, *JOB_NODES])
