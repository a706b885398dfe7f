"""Saved views of lists in GraphQL."""

from typing import Any

import graphene

from core.api.graphql.connections import Slice, connection_field, connection_of, page
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_uuid
from core.api.graphql.keyset import Window
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.root import RootQueries
from core.api.graphql.scalars import JSONObject
from corpuses.saved_views import models
from corpuses.saved_views.api.rest import VIEW_ORDER, SavedViewQuery, SavedViewSerializer, SavedViewsView, SavedViewView
from corpuses.saved_views.api.selectors import get_visible_view, list_saved_views


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

    @classmethod
    def get_node(cls, info: Info, key: str) -> models.SavedView:
        return get_visible_view(info.context.actor, parse_uuid(key))


SavedViewConnection = connection_of(SavedView)


def _saved_views(_root: object, info: Info, *, window: Window, **filters: Any) -> Slice[models.SavedView]:
    return page(list_saved_views(info.context.actor, **filters), VIEW_ORDER, window)


class SavedViewQueries(RootQueries):
    """Fields of the root."""

    saved_views = connection_field(
        SavedViewConnection,
        _saved_views,
        query=SavedViewQuery,
        description="Your saved views, and those that are shared with you.",
    )
