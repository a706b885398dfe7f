"""Relay's `node` field: any object by its id. Types take part with the interface `relay.Node` and `get_node`."""

from typing import Any

import graphene
from graphene import relay

from core.access import require_user
from core.api.graphql.context import Info
from core.api.graphql.global_ids import split_global_id
from core.errors import NotAllowed, NotAuthenticated, NotFound


def resolve_node(_root: object, info: Info, *, id: str) -> object:  # GraphQL's word
    """Return the object with this id. A bare uuid is looked up among all types: it identifies only one object."""
    kind, key = split_global_id(id)
    for node_type in _types_named(info, kind):
        try:
            return node_type.get_node(info, key)
        except (NotFound, NotAuthenticated):
            continue
        except NotAllowed:  # a bare uuid may still be that of an object of another type
            if kind:
                raise
    require_user(info.context.actor)
    raise NotFound


def _types_named(info: Info, kind: str) -> list[Any]:
    known = info.schema.get_possible_types(info.schema.get_type("Node"))
    return [each.graphene_type for each in known if kind in {"", each.name}]


node_field = graphene.Field(
    relay.Node, id=graphene.ID(required=True), resolver=resolve_node, description="any object, by its id"
)
