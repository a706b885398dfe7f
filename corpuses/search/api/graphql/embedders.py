"""The embedder of a corpus in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key_for
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from corpuses.corpora.api.selectors import get_corpus_by_id
from corpuses.search.api.rest.embedders import CorpusEmbedderSerializer, get_editable_corpus
from corpuses.search.corpus_embedders import EmbedderState, state_of
from corpuses.search.corpus_embedders import change_embedder as change


class CorpusEmbedder(ResourceType):
    """The embedder that serves a corpus, and the one that replaces it once it has embedded all documents."""

    class Meta:
        resource = CorpusEmbedderSerializer


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


@mutation(corpus_embedder=CorpusEmbedder)
def change_corpus_embedder(info: Info, *, corpus_id: ID, embedder: str) -> Payload:
    """Change the embedder of a corpus. It embeds all documents in the background; the old one serves meanwhile."""
    corpus = get_corpus_by_id(info.context.user, corpus_id)
    change(corpus, embedder, actor=info.context.user)
    return {"corpus_embedder": state_of(corpus, info.context.user)}
