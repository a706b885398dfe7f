"""The bin in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_uuid, split_global_id
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.graphql.view_queries import list_of
from corpuses.bin import services
from corpuses.bin.api.rest import BinItemSerializer, BinView


class BinItem(ResourceType):
    """Something that was deleted."""

    class Meta:
        resource = BinItemSerializer
        exclude = ("corpus", "document")
        views = (BinView,)

    uuid = graphene.UUID(required=True, resolver=lambda item, _: item.pk)
    corpus_uuid = graphene.UUID(resolver=lambda item, _: item.corpus_id, description="the corpus it was deleted in")
    document_uuid = graphene.UUID(resolver=lambda item, _: item.document_id)


class BinQueries(RootQueries):
    """Fields of the root."""

    bin = list_of(BinItem, BinView)


@mutation(restored=BinItem)
def restore_from_bin(info: Info, *, id: ID) -> Payload:
    """Restore something from your bin; `id` is the document, corpus, folder, label or annotation."""
    return {"restored": services.restore(info.context.user, parse_uuid(split_global_id(id)[1]))}


@mutation(purged_id=graphene.ID())
def purge_from_bin(info: Info, *, id: ID) -> Payload:
    """Remove something from your bin for good."""
    services.purge(info.context.user, parse_uuid(split_global_id(id)[1]))
    return {"purged_id": id}
