"""Storage used by a tenant, in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from documents.api.rest.usage import TypeUsageSerializer, UsageSerializer
from documents.services import quota


class TypeUsage(ResourceType):
    class Meta:
        resource = TypeUsageSerializer


class Usage(ResourceType):
    class Meta:
        resource = UsageSerializer

    by_type = graphene.List(graphene.NonNull(TypeUsage), required=True)


def _usage(_root: object, info: Info) -> quota.Usage:
    return quota.own_usage(info.context.user)


class UsageQueries(RootQueries):
    """Queries."""

    usage = graphene.Field(Usage, required=True, resolver=_usage, description="the storage that you use")
