"""Similar documents and clauses of a corpus in GraphQL."""

from typing import Any

import graphene

from core.api.graphql.connections import Children, Slice, connection_field, connection_of, related_page
from core.api.graphql.context import Info
from core.api.graphql.extend_type import extend
from core.api.graphql.global_ids import parse_key, parse_key_for
from core.api.graphql.keyset import Window
from core.api.graphql.loaders import load_for_batch
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.throttling import count
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.selectors import get_corpus_by_id
from corpuses.models import Corpus as Corpora
from corpuses.similarity import models, same_clause, services
from corpuses.similarity.api import rest
from corpuses.similarity.api.selectors import (
    LARGEST_FIRST,
    MAX_RETURNED,
    list_similar_groups,
    new_document_count,
    same_clauses,
    texts_of,
)


class SimilarTexts(ResourceType):
    """The state of the similar texts of a corpus: the last search, and the newest job."""

    class Meta:
        resource = rest.SimilarTextsSerializer
        exclude = ("new_document_count",)
        views = (rest.SimilarTextsView,)

    new_document_count = graphene.Int(
        required=True,
        description="Documents that you see and that were added or processed since then; all before the first time.",
        resolver=lambda state, info: new_document_count(state, info.context.actor),
    )


class SimilarText(ResourceType):
    """A document, or a clause in it, of a group of similar ones."""

    class Meta:
        resource = rest.SimilarTextSerializer


def _texts(group: models.SimilarGroup, info: Info) -> list[models.SimilarText]:
    return load_for_batch(group, "similar_texts", lambda groups: texts_of(groups, info.context.actor), [])


class SimilarGroup(ResourceType):
    """Documents, or clauses in documents, that are nearly the same."""

    class Meta:
        resource = rest.SimilarGroupSerializer
        exclude = ("texts",)

    id = graphene.ID(required=True, resolver=lambda group, _: str(group.pk))
    texts = graphene.List(
        graphene.NonNull(SimilarText),
        required=True,
        resolver=_texts,
        description=f"The first {MAX_RETURNED} that you see, the most similar first.",
    )


class SameClause(ResourceType):
    """A clause in another document that is like the given one."""

    class Meta:
        resource = rest.SameClauseSerializer


SimilarGroupConnection = connection_of(SimilarGroup)


def _groups(corpus: Corpora, info: Info, *, window: Window, **filters: Any) -> Slice[models.SimilarGroup]:
    children = Children(list_similar_groups(info.context.actor, None, **filters), "corpus_id", LARGEST_FIRST)
    return related_page(corpus, ("similar_groups", *sorted(filters.items())), children, window)


extend(
    Corpus,
    "similar_groups",
    connection_field(
        SimilarGroupConnection,
        _groups,
        query=rest.SimilarGroupQuery,
        description="Its groups of similar documents, or of clauses, the largest first.",
    ),
)


def _state(_root: object, info: Info, *, corpus_id: str) -> services.SimilarityState:
    return services.state_of(get_corpus_by_id(info.context.actor, corpus_id))


def _same_clauses(
    _root: object, info: Info, *, corpus_id: str, document_id: str, start: int, end: int
) -> list[same_clause.SameClause]:
    actor = info.context.actor
    if info.context.request is not None:
        count(info.context.request, "search", user=actor)
    corpus = parse_key_for(actor, corpus_id, "Corpus")
    return same_clauses(actor, corpus, document=parse_key(document_id, "Document"), start=start, end=end)


class SimilarityQueries(RootQueries):
    """Fields of the root."""

    similar_texts = graphene.Field(
        SimilarTexts,
        required=True,
        resolver=_state,
        corpus_id=graphene.ID(required=True),
        description="The state of the similar texts of a corpus.",
    )
    same_clauses = graphene.List(
        graphene.NonNull(SameClause),
        required=True,
        resolver=_same_clauses,
        corpus_id=graphene.ID(required=True),
        document_id=graphene.ID(required=True),
        start=graphene.Int(required=True),
        end=graphene.Int(required=True),
        description="The clauses of the other documents of a corpus that are most like a part of this document.",
    )
