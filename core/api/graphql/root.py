"""The roots of the schema, from what the modules of the features declare."""

from collections.abc import Iterable, Iterator
from types import ModuleType
from typing import Any

import graphene
from graphene import relay

from core.api.graphql.mutations import MutationField
from core.api.graphql.resource_types import ResourceType
from core.api.graphql.view_mutations import mutations_of_views


class RootQueries(graphene.ObjectType):
    """Base of the fields that a module adds to the root type `Query`."""

    class Meta:
        abstract = True


def build_schema(modules: Iterable[ModuleType], **queries: graphene.Field) -> graphene.Schema:
    """Return the schema with the queries, mutations and nodes of these modules, and these queries."""
    declared = list(_declared(modules))
    roots = [value for _, value in declared if isinstance(value, type) and issubclass(value, RootQueries)]
    mutations = {name: value for name, value in declared if isinstance(value, MutationField)}
    types = [value for _, value in declared if isinstance(value, type) and issubclass(value, ResourceType)]
    mutations |= {name: value for each in types for name, value in mutations_of_views(each)}
    return graphene.Schema(
        query=type("Query", (*roots, graphene.ObjectType), {"__doc__": "The queries.", **queries}),
        mutation=type("Mutation", (graphene.ObjectType,), {"__doc__": "The mutations.", **mutations}),
        types=[value for _, value in declared if _is_node(value)],
    )


def _declared(modules: Iterable[ModuleType]) -> Iterator[tuple[str, Any]]:
    """Yield what the modules declare themselves, and not what they import."""
    for module in modules:
        for name, value in vars(module).items():
            if isinstance(value, MutationField) or getattr(value, "__module__", None) == module.__name__:
                yield name, value


def _is_node(value: Any) -> bool:
    is_type = isinstance(value, type) and issubclass(value, graphene.ObjectType)
    return is_type and relay.Node in value._meta.interfaces
