"""Arguments of connections, derived from the query of the REST list, so that both APIs filter and sort alike."""

from collections.abc import Mapping
from functools import cache
from typing import Any

import graphene
from graphene.utils.str_converters import to_camel_case
from rest_framework import serializers
from rest_framework.fields import empty

from core.access.actors import Actor
from core.api.graphql.global_ids import parse_key_for
from core.api.graphql.resource_types import enum_type
from core.api.rest.list_query import KeyField, ListQuery, OrderField
from core.api.rest.serializers import EnumField
from core.errors import Invalid

_SCALARS: tuple[tuple[type[Any], Any], ...] = (
    (serializers.CharField, graphene.String),
    (serializers.BooleanField, graphene.Boolean),
    (serializers.DateTimeField, graphene.DateTime),
    (serializers.DateField, graphene.Date),
    (serializers.IntegerField, graphene.Int),
    (serializers.FloatField, graphene.Float),
)


def arguments_of(query: type[ListQuery]) -> dict[str, graphene.Argument]:
    """Return the arguments of a connection with these filters."""
    return {_name(name, field): _argument(field) for name, field in _fields(query).items()}


def read_arguments(query: type[ListQuery], given: Mapping[str, Any], actor: Actor) -> dict[str, Any]:
    """Return the values of GraphQL arguments as `query.arguments()` returns those of REST; null is not given."""
    values = {}
    for name, field in _fields(query).items():
        value = given.get(_name(name, field))
        if value is not None and value != "":
            values[field.source] = _read(name, field, value, actor)
    ordering = query.ordering()
    return query.with_order(values, ordering.default) if ordering else values


@cache
def _fields(query: type[ListQuery]) -> dict[str, Any]:
    return dict(query().fields)


def _name(name: str, field: Any) -> str:
    return f"{name}_id" if isinstance(field, KeyField) else name


def _argument(field: Any) -> graphene.Argument:
    kind, default, description = _type(field), field.default, field.help_text
    if isinstance(field, OrderField):
        default, description = field.ordering.default, None
    options = {} if default is empty else {"default_value": default}
    return graphene.Argument(kind, description=description, **options)


def _type(field: Any) -> Any:
    if isinstance(field, KeyField):
        return graphene.ID
    if isinstance(field, EnumField):
        return enum_type(field.enum, field.graphql_name) if field.graphql_name else enum_type(field.enum)
    return next(kind for base, kind in _SCALARS if isinstance(field, base))


def _read(name: str, field: Any, value: Any, actor: Actor) -> Any:
    if isinstance(field, KeyField):
        return parse_key_for(actor, value, field.node)
    try:
        return field.run_validation(getattr(value, "value", value))
    except serializers.ValidationError as error:
        message = " ".join(str(each) for each in error.detail)
        raise Invalid(message, field=to_camel_case(name)) from None
