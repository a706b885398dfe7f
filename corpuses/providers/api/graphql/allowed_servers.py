"""The servers that a corpus may send its contents to, in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key_for
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from corpuses.providers.api.rest.allowed_servers import (
    AllowedServerSerializer,
    AllowedServersSerializer,
    ServersOfCorpus,
    servers_of_corpus,
)


class AllowedServer(ResourceType):
    """A server, or a domain of servers, that may be named."""

    class Meta:
        resource = AllowedServerSerializer


class AllowedServers(ResourceType):
    """The servers that the language model and the remote analyzers of a corpus may be on."""

    class Meta:
        resource = AllowedServersSerializer
        exclude = ("language_models", "analyzers")

    language_models = graphene.List(graphene.NonNull(AllowedServer), required=True)
    analyzers = graphene.List(graphene.NonNull(AllowedServer), required=True)


def _allowed_servers(_root: object, info: Info, *, corpus_id: str) -> ServersOfCorpus:
    actor = info.context.actor
    return servers_of_corpus(actor, parse_key_for(actor, corpus_id, "Corpus"))


class AllowedServerQueries(RootQueries):
    """Fields of the root."""

    allowed_servers = graphene.Field(
        AllowedServers,
        required=True,
        resolver=_allowed_servers,
        corpus_id=graphene.ID(required=True),
        description="The servers that a corpus which you may share may send its contents to.",
    )
