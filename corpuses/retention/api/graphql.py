"""The preview of a retention rule in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from corpuses.corpora.api.selectors import get_corpus_by_id
from corpuses.retention import services as retention
from corpuses.retention.api.rest import RetentionSerializer


class RetentionPreview(ResourceType):
    """The documents that a retention rule would move now, without attachments."""

    class Meta:
        resource = RetentionSerializer


def _preview(_root: object, info: Info, *, corpus_id: str, days: int | None = None) -> retention.Moved:
    actor = info.context.user
    return retention.preview(get_corpus_by_id(actor, corpus_id), days, actor=actor)


class RetentionQueries(RootQueries):
    """Fields of the root."""

    preview_retention = graphene.Field(
        RetentionPreview,
        required=True,
        resolver=_preview,
        corpus_id=graphene.ID(required=True),
        days=graphene.Int(description="Instead of those of the corpus."),
        description="Count the documents that a retention rule would move now; only for owners.",
    )
