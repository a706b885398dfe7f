"""Fields of inputs and arguments of lists, derived from the serializers of REST, so that both APIs accept the same.

REST has `parent: <uuid>`, GraphQL `parentId: ID`; the values of enums are lower-case in REST and upper-case in GraphQL.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

import graphene
from graphene.utils.str_converters import to_camel_case
from rest_framework import serializers

from core.access import Actor
from core.api.graphql.global_ids import parse_key_for, parse_keys_for
from core.api.graphql.resource_types import enum_type
from core.api.graphql.scalars import JSONObject
from core.api.rest.exceptions import as_invalid
from core.api.rest.list_query import KeyField, KeysField
from core.api.rest.serializers import MOST_ITEMS, BigIntegerField, EnumField, JSONObjectField, StrictSerializer
from core.api.rest.validation import validate_values

# The first that matches counts.
_SCALARS: tuple[tuple[type[Any], Any], ...] = (
    (KeyField, graphene.ID),
    (serializers.UUIDField, graphene.UUID),
    (serializers.CharField, graphene.String),
    (serializers.ChoiceField, graphene.String),
    (serializers.BooleanField, graphene.Boolean),
    (serializers.DateTimeField, graphene.DateTime),
    (serializers.DateField, graphene.Date),
    (BigIntegerField, graphene.Float),
    (serializers.IntegerField, graphene.Int),
    (serializers.FloatField, graphene.Float),
    (JSONObjectField, JSONObject),
)


def fields_of(serializer: type[StrictSerializer]) -> dict[str, graphene.InputField]:
    """Return the fields of an input, by name. In GraphQL, only one that is never null can be required."""
    return {
        name_of(name, field): graphene.InputField(
            type_of(field), required=field.required and not field.allow_null, description=field.help_text
        )
        for name, field in declared(serializer).items()
    }


def read_input(serializer: type[StrictSerializer], given: Mapping[str, Any], actor: Actor) -> dict[str, Any]:
    """Return the values of an input as `serializer.arguments()` returns those of REST; raise `Invalid` in REST's names.

    Null is not given, unless it is a value of the field.
    """
    try:
        return validate_values(serializer, _values(serializer, given, actor)).arguments()
    except serializers.ValidationError as error:
        raise as_invalid(error) from None


def _values(serializer: type[StrictSerializer], given: Mapping[str, Any], actor: Actor) -> dict[str, Any]:
    arguments = {name: (name_of(name, field), field) for name, field in declared(serializer).items()}
    return {
        name: value_of(argument, field, given[argument], actor)
        for name, (argument, field) in arguments.items()
        if argument in given and (given[argument] is not None or field.allow_null)
    }


def path_of(serializer: type[StrictSerializer], path: str) -> str:
    """Return in GraphQL's names where an error of REST is: `parent` is `parentId`."""
    name, *rest = path.split(".")
    field = declared(serializer).get(name)
    return ".".join(map(to_camel_case, [name_of(name, field) if field else name, *rest]))


@cache
def declared(serializer: type[StrictSerializer]) -> dict[str, Any]:
    """Return the fields of a serializer."""
    return dict(serializer().fields)


def name_of(name: str, field: Any) -> str:
    """Return the name of a field in GraphQL, in snake case: `documents` is `document_ids`."""
    if isinstance(field, KeysField):
        singular = "corpus" if name == "corpora" else name.removesuffix("s")
        return "ids" if name == "ids" else f"{singular}_ids"
    return f"{name}_id" if isinstance(field, KeyField) and name != "id" else name


def type_of(field: Any) -> Any:
    """Return the GraphQL type of a field."""
    if isinstance(field, KeysField):
        return graphene.List(graphene.NonNull(graphene.ID))
    if isinstance(field, serializers.ListField | serializers.ListSerializer):
        return graphene.List(graphene.NonNull(type_of(field.child)))
    if isinstance(field, StrictSerializer):
        return input_type(type(field))
    if isinstance(field, EnumField):
        return enum_type(field.enum, field.graphql_name)
    return next(kind for base, kind in _SCALARS if isinstance(field, base))


@cache
def input_type(serializer: type[StrictSerializer]) -> Any:
    """Return the type of an object in an input, called by the `graphql_name` of the serializer or its own name."""
    name = f"{serializer.graphql_name or serializer.__name__}Input"
    return type(name, (graphene.InputObjectType,), {"__doc__": serializer.__doc__, **fields_of(serializer)})


def value_of(argument: str, field: Any, value: Any, actor: Actor) -> Any:
    """Return a value as REST has it: an id is that of an object, an enum has its value."""
    if value is None:
        return None
    if isinstance(field, KeyField):
        return parse_key_for(actor, value, field.node)
    if isinstance(field, KeysField):
        return parse_keys_for(
            actor, value, field.node, field=to_camel_case(argument), most=field.max_length or MOST_ITEMS
        )
    if isinstance(field, serializers.ListField | serializers.ListSerializer):
        return [value_of(argument, field.child, each, actor) for each in value]
    if isinstance(field, StrictSerializer):
        return _values(type(field), value, actor)
    return getattr(value, "value", value)
