"""Arguments of connections, derived from the query of the REST list, so that both APIs filter and sort alike."""

from collections.abc import Mapping
from typing import Any

import graphene
from graphene.utils.str_converters import to_camel_case
from rest_framework import serializers
from rest_framework.fields import empty

from core.access import Actor
from core.api.graphql.input_fields import declared, name_of, type_of, value_of
from core.api.rest.list_query import KeyField, KeysField, ListQuery, OrderField
from core.errors import Invalid


def arguments_of(query: type[ListQuery]) -> dict[str, graphene.Argument]:
    """Return the arguments of a connection with these filters."""
    fields = declared(query)
    arguments = {name_of(name, field): _argument(field) for name, field in fields.items()}
    return arguments | {f"{name}_id": _single(name, field) for name, field in fields.items() if _is_list(field)}


def read_arguments(query: type[ListQuery], given: Mapping[str, Any], actor: Actor) -> dict[str, Any]:
    """Return the values of GraphQL arguments as `query.arguments()` returns those of REST; null is not given."""
    values = {}
    for name, field in declared(query).items():
        value = _given_keys(name, given) if _is_list(field) else given.get(name_of(name, field))
        if value is not None and value != "":
            values[field.source] = _read(name, field, value, actor)
    ordering = query.ordering()
    return query.with_order(values, ordering.default) if ordering else values


def _is_list(field: Any) -> bool:
    return isinstance(field, KeysField)


def _single(name: str, field: Any) -> graphene.Argument:
    """Return the argument for one key of a list, of the time before there could be several."""
    reason = f"Use `{to_camel_case(name_of(name, field))}`."
    return graphene.Argument(graphene.ID, description=field.help_text, deprecation_reason=reason)


def _given_keys(name: str, given: Mapping[str, Any]) -> list[str] | None:
    """Return the keys of both arguments of a list; `None` if there are none."""
    keys = [*(given.get(f"{name}_ids") or ()), *filter(None, [given.get(f"{name}_id")])]
    return keys or None


def _argument(field: Any) -> graphene.Argument:
    kind, default, description = type_of(field), field.default, field.help_text
    if isinstance(field, OrderField):
        default, description = field.ordering.default, None
    options = {} if default is empty else {"default_value": default}
    return graphene.Argument(kind, description=description, **options)


def _read(name: str, field: Any, value: Any, actor: Actor) -> Any:
    read = value_of(name_of(name, field), field, value, actor)
    if isinstance(field, KeyField | KeysField):
        return read
    try:
        return field.run_validation(read)
    except serializers.ValidationError as error:
        message = " ".join(str(each) for each in error.detail)
        raise Invalid(message, field=to_camel_case(name)) from None
