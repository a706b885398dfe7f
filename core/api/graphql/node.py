"""Relay's `node`: any object by its id. A type takes part by implementing `relay.Node` and a `get_node`."""

from typing import Any

import graphene
from graphene import relay

from core.api.graphql.context import Info
from core.api.graphql.keys import parts_of
from core.errors import NotAllowed, NotAuthenticated, NotFound
from core.permissions import signed_in


def resolve_node(_root: object, info: Info, *, id: str) -> object:  # noqa: A002  # GraphQL's word
    """Find the object that an id names. A bare uuid is looked for among all kinds, for it names only one thing."""
    kind, key = parts_of(id)
    for node_type in _types_named(info, kind):
        try:
            return node_type.get_node(info, key)
        except (NotFound, NotAuthenticated):
            continue
        except NotAllowed:  # where nothing says that such a thing is meant, it may still be another one
            if kind:
                raise
    signed_in(info.context.user)
    raise NotFound


def _types_named(info: Info, kind: str) -> list[Any]:
    known = info.schema.get_possible_types(info.schema.get_type("Node"))
    return [each.graphene_type for each in known if kind in {"", each.name}]


node_field = graphene.Field(
    relay.Node, id=graphene.ID(required=True), resolver=resolve_node, description="any object, by its id"
)
