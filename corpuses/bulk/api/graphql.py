"""Changes of all documents that a filter selects, in GraphQL."""

import graphene

from core.api.graphql.context import Info
from core.api.graphql.loaders import visible_related_object
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.graphql.scalars import JSONObject
from core.api.graphql.view_queries import list_of
from corpuses import models as corpora
from corpuses.bulk import models
from corpuses.bulk.api.rest import (
    BulkChangeSerializer,
    BulkChangesView,
    BulkChangeView,
    SkippedSerializer,
    UndoBulkChangeView,
    skipped_of,
)
from corpuses.corpora.api.graphql.corpora import Corpus
from corpuses.corpora.api.selectors import visible_corpora
from tasks.api.graphql.failures import Failure, failure


def _corpus(change: models.BulkChange, info: Info) -> corpora.Corpus | None:
    return visible_related_object(change, "corpus_id", lambda: visible_corpora(info.context.actor))


class SkippedDocuments(ResourceType):
    """Documents that were skipped for one reason."""

    class Meta:
        resource = SkippedSerializer


class BulkChange(ResourceType):
    """A change of many documents by a job. Those that are neither changed nor skipped were as wanted before."""

    class Meta:
        resource = BulkChangeSerializer
        model = models.BulkChange
        exclude = ("corpus", "skipped", "error")
        views = (BulkChangesView, BulkChangeView, UndoBulkChangeView)

    corpus = graphene.Field(Corpus, resolver=_corpus, description="That of the list, or added to.")
    skipped = graphene.List(
        graphene.NonNull(SkippedDocuments),
        required=True,
        resolver=lambda change, _: skipped_of(change),
    )
    query = graphene.Field(JSONObject, required=True, resolver=lambda change, _: change.query)
    target = graphene.Field(JSONObject, required=True, resolver=lambda change, _: change.target)
    error = graphene.Field(Failure, resolver=lambda change, _: failure(change.error_code, change.error_message))


class BulkChangeQueries(RootQueries):
    """Fields of the root."""

    bulk_changes = list_of(BulkChange, BulkChangesView)
