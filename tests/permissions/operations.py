"""All operations of the API: methods of the routes below `/api`, fields of the root types of GraphQL."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from config.schema import schema

_METHODS = ("get", "head", "post", "put", "patch", "delete")  # HEAD where a view has one that is not its GET
_CONVERTER = re.compile(r"<(?:\w+:)?(\w+)>")


@cache
def rest_operations() -> dict[str, Any]:
    """Return the views by `METHOD url` for every method below `api/`; parameters of URLs are written `{name}`."""
    return {
        f"{method.upper()} {_template(route)}": view
        for route, pattern in _leaves(get_resolver().url_patterns)
        if route.startswith("api/") and (view := getattr(pattern.callback, "view_class", None))
        for method in _METHODS
        if hasattr(view, method)
    }


def other_addresses() -> set[str]:
    """Return the URLs that are not views of the API; Django's admin counts as one."""
    urls = set()
    for route, pattern in _leaves(get_resolver().url_patterns):
        is_operation = route.startswith("api/") and hasattr(pattern.callback, "view_class")
        if not is_operation:
            urls.add("admin/" if route.startswith("admin/") else route)
    return urls


def routes() -> set[str]:
    """Return the routes of all URLs, as the URL configuration writes them."""
    return {route for route, _ in _leaves(get_resolver().url_patterns)}


def graphql_operations() -> set[str]:
    """Return `query name` and `mutation name` for every field of the root types."""
    roots = {"query": schema.graphql_schema.query_type, "mutation": schema.graphql_schema.mutation_type}
    return {f"{kind} {name}" for kind, root in roots.items() for name in root.fields}


def node_types() -> set[str]:
    """Return the names of the types that `node` returns."""
    return {kind.name for kind in schema.graphql_schema.get_possible_types(schema.graphql_schema.get_type("Node"))}


def _leaves(patterns: list[Any], prefix: str = "") -> Iterator[tuple[str, URLPattern]]:
    for each in patterns:
        route = prefix + str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _leaves(each.url_patterns, route)
        else:
            yield route, each


def _template(route: str) -> str:
    return _CONVERTER.sub(r"{\1}", route)
