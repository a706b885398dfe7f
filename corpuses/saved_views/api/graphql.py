"""Saved views of lists in GraphQL."""

from typing import Annotated, Any

import graphene
from graphql_relay import to_global_id

from core.api.graphql.connections import Slice, connection_field, connection_of, page
from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key, parse_uuid
from core.api.graphql.keyset import Window
from core.api.graphql.mutations import ID, Payload, mutation
from core.api.graphql.resource_types import ResourceType, enum_type
from core.api.graphql.root import RootQueries
from core.api.graphql.scalars import JSONObject
from corpuses.corpora.api.selectors import get_corpus_by_id
from corpuses.saved_views import models, services
from corpuses.saved_views.api.rest import VIEW_ORDER, SavedViewQuery, SavedViewSerializer
from corpuses.saved_views.api.selectors import get_visible_view, list_saved_views


class SavedView(ResourceType):
    """The filters and the order of a list, under a name."""

    class Meta:
        resource = SavedViewSerializer
        model = models.SavedView
        exclude = ("corpus", "query")

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


@mutation(saved_view=SavedView)
def create_saved_view(
    info: Info,
    *,
    kind: Annotated[str, enum_type(models.SavedView.Kind)],
    name: str,
    query: Annotated[dict[str, Any], JSONObject],
    corpus_id: Annotated[ID | None, "For the lists of a corpus."] = None,
    is_shared: bool = False,
) -> Payload:
    """Save the filters and the order of a list."""
    actor = info.context.user
    corpus = get_corpus_by_id(actor, corpus_id) if corpus_id else None
    view = services.create_saved_view(corpus, kind=kind, name=name, query=query, is_shared=is_shared, actor=actor)
    return {"saved_view": view}


@mutation(saved_view=SavedView)
def update_saved_view(
    info: Info,
    *,
    id: ID,
    name: str | None = None,
    query: Annotated[dict[str, Any] | None, JSONObject] = None,
    is_shared: Annotated[bool | None, "Editors of the corpus may end it."] = None,
    version: str | None = None,
) -> Payload:
    """Change a saved view; absent fields stay as they are."""
    actor = info.context.user
    view = services.update_saved_view(
        get_visible_view(actor, parse_key(id, "SavedView")),
        actor=actor,
        name=name,
        query=query,
        is_shared=is_shared,
        expected=version,
    )
    return {"saved_view": view}


@mutation(deleted_id=graphene.ID())
def delete_saved_view(info: Info, *, id: ID) -> Payload:
    """Delete a saved view."""
    actor, key = info.context.user, parse_key(id, "SavedView")
    services.delete_saved_view(get_visible_view(actor, key), actor=actor)
    return {"deleted_id": to_global_id("SavedView", str(key))}
