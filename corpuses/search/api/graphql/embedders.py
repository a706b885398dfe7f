"""The embedder of a corpus in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key_for
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from corpuses.search.api.rest.embedders import CorpusEmbedderSerializer, CorpusEmbedderView, get_editable_corpus
from corpuses.search.corpus_embedders import EmbedderState, state_of


class CorpusEmbedder(ResourceType):
    """The embedder that serves a corpus, and the one that replaces it once it has embedded all documents."""

    class Meta:
        resource = CorpusEmbedderSerializer
        views = (CorpusEmbedderView,)


def _embedder(_root: object, info: Info, *, corpus_id: str) -> EmbedderState:
    actor = info.context.actor
    return state_of(get_editable_corpus(actor, parse_key_for(actor, corpus_id, "Corpus")), actor)


class EmbedderQueries(RootQueries):
    """Fields of the root."""

    corpus_embedder = graphene.Field(
        CorpusEmbedder,
        required=True,
        resolver=_embedder,
        corpus_id=graphene.ID(required=True),
        description="The embedder of a corpus that you may edit.",
    )
