"""What a person keeps, in GraphQL."""

import graphene

from core.api.graphql.context import Info
from documents.services import quota
from documents.services.file_types import type_name


class TypeUsage(graphene.ObjectType):
    """What the documents of one MIME type take."""

    mime_type = graphene.String(required=True)
    type_name = graphene.String(
        required=True, resolver=lambda row, _: type_name(row.mime_type), description="what people call it"
    )
    bytes = graphene.Float(required=True)
    documents = graphene.Int(required=True)


class Usage(graphene.ObjectType):
    """What you keep, and may keep. Numbers of bytes are whole; they may be larger than an Int."""

    bytes = graphene.Float(required=True)
    bin_bytes = graphene.Float(required=True, description="of these, in the bin")
    documents = graphene.Int(required=True)
    pending_bytes = graphene.Float(
        required=True, resolver=lambda usage, _: usage.pending, description="promised to uploads that are on their way"
    )
    limit_bytes = graphene.Float(resolver=lambda usage, _: usage.limits.bytes, description="null: no limit")
    limit_documents = graphene.Int(resolver=lambda usage, _: usage.limits.documents, description="null: no limit")
    by_type = graphene.List(graphene.NonNull(TypeUsage), required=True)


class UsageQueries(graphene.ObjectType):
    """Fields of the root."""

    usage = graphene.Field(
        Usage, required=True, resolver=lambda _root, info: _usage(info), description="what you keep, and may keep"
    )


def _usage(info: Info) -> quota.Usage:
    return quota.usage_of(info.context.user.tenant_id)
