"""GraphQL types derived from resources, so that a field is declared once for REST and GraphQL."""

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import Any

import graphene
from graphene import relay
from graphene.types.objecttype import ObjectTypeOptions
from rest_framework import serializers

from core.api.graphql.context import Info
from core.api.graphql.loaders import load_for_batch
from core.api.graphql.row_fields import RowResolver
from core.api.rest.serializers import BigIntegerField, EnumField, Resource

Resolver = Callable[[Any, Info], object]

_TYPES: dict[type[Any], Any] = {}

# The first that matches counts.
_SCALARS: tuple[tuple[type[Any], Any], ...] = (
    (serializers.UUIDField, graphene.UUID),
    (serializers.CharField, graphene.String),
    (serializers.BooleanField, graphene.Boolean),
    (serializers.DateTimeField, graphene.DateTime),
    (serializers.DateField, graphene.Date),
    (BigIntegerField, graphene.Float),
    (serializers.IntegerField, graphene.Int),
    (serializers.FloatField, graphene.Float),
)


class ResourceType(graphene.ObjectType):
    """A GraphQL type with the fields of a resource. Subclasses add relations, and may replace fields.

    Meta: `resource`; `model`, which makes it a node; `exclude`, the fields that GraphQL has not, or has as relations;
    `views`, from whose methods its mutations are derived (`core.api.graphql.view_mutations`).
    """

    class Meta:
        abstract = True

    @classmethod
    def __init_subclass_with_meta__(
        cls,
        resource: type[Resource],
        model: Any = None,
        exclude: Collection[str] = (),
        views: Sequence[type[Any]] = (),
        **options: Any,
    ) -> None:
        meta = ObjectTypeOptions(cls)
        meta.resource, meta.views = resource, views
        meta.fields = dict(_fields(resource, exclude={*exclude, "id"}))
        if model is not None:
            meta.fields["uuid"] = graphene.Field(graphene.UUID, required=True, resolver=RowResolver(attrgetter("pk")))
            options |= {"interfaces": (relay.Node,), "possible_types": (model,)}
        super().__init_subclass_with_meta__(_meta=meta, description=resource.__doc__, **options)
        _TYPES.setdefault(resource, cls)
        if model is not None:
            _TYPES.setdefault(model, cls)


def type_for(source: type[Any]) -> Any:
    """Return the type that is made from a resource or has this model, if there is one."""
    return _TYPES.get(source)


def enum_type(enum: Any, name: str = "") -> Any:
    """Return the GraphQL enum of a Python enum; `Document.State` is called `DocumentState`."""
    return _enum_type(enum, name or enum.__qualname__.replace(".", ""))


@cache
def _enum_type(enum: Any, name: str) -> Any:
    return graphene.Enum.from_enum(enum, name=name)


def _fields(resource: type[Resource], *, exclude: Collection[str]) -> Iterator[tuple[str, graphene.Field]]:
    getters = resource.getters()
    for name, field in resource().fields.items():
        kind = output_type(field)
        if name not in exclude and kind is not None:
            resolver = _resolver(resource, name, getters[name])
            is_required = not field.allow_null
            yield name, graphene.Field(kind, required=is_required, resolver=resolver, description=field.help_text)


def _resolver(resource: type[Resource], name: str, getter: Callable[[Any], Any] | None) -> Resolver:
    if getter is not None:
        return RowResolver(getter)
    load, default = resource.loaders[name], resource.defaults.get(name)
    return lambda row, info: load_for_batch(row, name, lambda rows: load(rows, info.context.actor), default)


def output_type(field: Any) -> Any:
    """Return the GraphQL type of a field; `None` for nested objects, which types declare as relations."""
    if isinstance(field, EnumField):
        return enum_type(field.enum, field.graphql_name)
    if isinstance(field, serializers.ListField):
        child = output_type(field.child)
        return child and graphene.List(graphene.NonNull(child))
    return next((kind for base, kind in _SCALARS if isinstance(field, base)), None)
