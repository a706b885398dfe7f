"""Saved views of lists in GraphQL."""

import graphene

from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.graphql.scalars import JSONObject
from core.api.graphql.view_queries import list_of
from corpuses.saved_views import models
from corpuses.saved_views.api.rest import SavedViewSerializer, SavedViewsView, SavedViewView


class SavedView(ResourceType):
    """The filters and the order of a list, under a name."""

    class Meta:
        resource = SavedViewSerializer
        model = models.SavedView
        exclude = ("corpus", "query")
        views = (SavedViewsView, SavedViewView)

    corpus_uuid = graphene.UUID(resolver=lambda view, _: view.corpus_id)
    query = JSONObject(
        required=True,
        resolver=lambda view, _: view.query,
        description="The parameters of the address of the list in the user interface.",
    )


class SavedViewQueries(RootQueries):
    """Fields of the root."""

    saved_views = list_of(SavedView, SavedViewsView)
