"""Lists derived from REST views, so that what is visible is declared once. Nodes by their id: `ResourceType.get_node`.

    class SavedViewQueries(RootQueries):
        saved_views = list_of(SavedView, SavedViewsView)

From `get = list_resources("listSavedViews", …, query=SavedViewQuery)` and `get_queryset` comes a connection with the
filters and the order of the query string.
"""

import inspect
from typing import Any

import graphene

from core.api.graphql.connections import connection_field, connection_of, page
from core.api.graphql.context import Info
from core.api.graphql.keyset import Window
from core.api.graphql.view_checks import check_of
from core.api.openapi.operations import operation_of
from core.api.ordering import Order
from core.api.rest.views import ListView


def list_of(node: Any, view: type[ListView], **options: Any) -> graphene.Field:
    """Return the connection of a list that has no key in its URL; the options are those of `connection_field`."""
    handler: Any = view.get  # type: ignore[attr-defined]  # `list_resources`
    described = operation_of(handler)
    if described is None:
        raise TypeError(f"{view.__name__} has no list.")
    check = check_of(view, "get", name=described.id)

    def resolve(_root: object, info: Info, *, window: Window, order: Order = view.order, **filters: Any) -> object:
        check(info)
        rows = view(request=info.context.request).get_queryset(info.context.actor, **filters)
        return page(rows, order, window)

    query: Any = described.query  # of a list: a `ListQuery`
    description = " ".join(filter(None, [f"{described.summary}.", inspect.getdoc(handler)]))
    return connection_field(connection_of(node), resolve, query=query, **{"description": description} | options)
