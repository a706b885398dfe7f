"""GraphQL types derived from resources, so that a field is declared once for REST and GraphQL."""

import inspect
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from operator import attrgetter
from typing import Any

import graphene
from graphene import relay
from graphene.types.objecttype import ObjectTypeOptions
from rest_framework import serializers

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_uuid
from core.api.graphql.loaders import load_for_batch
from core.api.graphql.row_fields import RowResolver
from core.api.graphql.view_checks import check_of
from core.api.rest.serializers import BigIntegerField, EnumField, Resource
from core.api.rest.views import ObjectView

Resolver = Callable[[Any, Info], object]

_TYPES: dict[type[Any], Any] = {}
_VIEWS: dict[type[Any], tuple[type[ObjectView], str, Callable[[Info], None]]] = {}

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
    `views`, from whose methods its mutations (`core.api.graphql.view_mutations`) and `get_node` are derived.
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
            if "get_node" not in vars(cls):
                _VIEWS[cls] = _view_of(cls)

    @classmethod
    def get_node(cls, info: Info, key: str) -> Any:
        """Return the object with this key, as the view of one object in `views` does; raise `NotFound`."""
        view, name, check = _VIEWS[cls]
        check(info)
        return view(request=info.context.request).get_object(info.context.actor, **{name: parse_uuid(key)})


def _view_of(node: Any) -> tuple[type[ObjectView], str, Callable[[Info], None]]:
    """Return the view of one object of a type, the name of its key, and the check of its permissions.

    Raise `TypeError` if there is none.
    """
    for view in node._meta.views:
        signature = inspect.signature(view.get_object) if issubclass(view, ObjectView) else None
        if signature is not None and type_for(signature.return_annotation) is node:
            names = [name for name in signature.parameters if name.endswith("_id")]
            if len(names) == 1:
                return view, names[0], check_of(view, "get", name=f"`get_node` of {node.__name__}")
    raise TypeError(f"No view of {node.__name__} has its object: write `get_node`.")


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
