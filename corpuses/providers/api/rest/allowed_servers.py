"""The servers that a corpus may send its contents to, in REST."""

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from core.access import Actor, Permission, require, require_user
from core.api.openapi.operations import operation
from core.api.rest.serializers import Resource
from corpuses.corpora.api.selectors import get_visible_corpus
from corpuses.providers.allowed import NamedServer, Purpose, allowed_servers


class AllowedServerSerializer(Resource):
    """A server, or a domain of servers, that may be named."""

    host = serializers.CharField(
        help_text="A host, with a port if it has one; `.example.com`: all below this domain; `*`: all public servers."
    )
    name = serializers.CharField(allow_blank=True, help_text="A note of the administrators.")
    example = {"host": "api.openai.com", "name": "Contract of the legal department"}


class AllowedServersSerializer(Resource):
    """The servers that the language model and the remote analyzers of a corpus may be on."""

    language_models = AllowedServerSerializer(many=True)
    analyzers = AllowedServerSerializer(many=True)
    example = {
        "language_models": [AllowedServerSerializer.example],
        "analyzers": [{"host": "*", "name": ""}],
    }


@dataclass(frozen=True, slots=True)
class ServersOfCorpus:
    """The servers that a corpus may use for each purpose."""

    language_models: Sequence[NamedServer]
    analyzers: Sequence[NamedServer]


def servers_of_corpus(actor: Actor, key: UUID) -> ServersOfCorpus:
    """Return the allowed servers of a corpus, for those who may name one: who may share it."""
    corpus = require(require_user(actor), Permission.SHARE, get_visible_corpus(actor, key))
    models, analyzers = (
        allowed_servers(purpose, corpus.tenant_id).named for purpose in (Purpose.LANGUAGE_MODELS, Purpose.ANALYZERS)
    )
    return ServersOfCorpus(models, analyzers)


class AllowedServersView(APIView):
    """`/corpuses/{id}/allowed-servers`."""

    @operation(
        "listAllowedServers",
        "List the servers that a corpus may send its contents to",
        response=AllowedServersSerializer,
    )
    def get(self, request: Request, corpus_id: UUID) -> Response:
        """For those who may share the corpus. Administrators allow others."""
        return Response(AllowedServersSerializer.represent_one(servers_of_corpus(request.user, corpus_id)))
