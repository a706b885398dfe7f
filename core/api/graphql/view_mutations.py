"""Mutations derived from the methods of REST views, so that an operation is declared once.

A GraphQL type names the views of its objects:

    class Label(ResourceType):
        class Meta:
            resource, model, views = LabelSerializer, models.Label, (LabelsView, LabelView)

From `patch = update("updateLabel", …, LabelChange, update_label)` comes `updateLabel(input: {id, …, version})`. The
fields of the input are those of the serializer (`core.api.graphql.input_fields`), its descriptions and its rules
included; `id`, or `corpusId` for `/corpuses/{id}/labels`, are the keys of the URL; `version` is `If-Match`. The payload
has the resource of the response (`label`); or its fields, if it is none, and the object of the URL (null if the actor
does not see it any more); or the `deletedId`.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

import graphene
from graphene.utils.str_converters import to_snake_case
from graphql_relay import to_global_id
from rest_framework import serializers

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.input_fields import declared, fields_of, name_of, path_of, read_input
from core.api.graphql.loaders import as_batch
from core.api.graphql.mutations import MutationField, Payload, mutation_field
from core.api.graphql.resource_types import output_type, type_for
from core.api.graphql.view_checks import check_of
from core.api.openapi.operations import Operation, is_versioned, operation_of
from core.api.rest.list_query import KeyField, KeysField
from core.api.rest.serializers import Resource
from core.api.rest.views import Change, ListView, ObjectView, change_of, named_values
from core.errors import DomainError, NotFound

_METHODS = ("post", "patch", "put", "delete")


def mutations_of_views(node: Any) -> Iterator[tuple[str, MutationField]]:
    """Yield the mutations of the views of a `ResourceType`, by name."""
    for view in node._meta.views:
        for method in _METHODS:
            handler = getattr(view, method, None)
            described, change = operation_of(handler), change_of(handler)
            if described is not None and change is not None:
                yield to_snake_case(described.id), _mutation(node, view, method, described, change)


def _mutation(node: Any, view: type[Any], method: str, described: Operation, change: Change) -> MutationField:
    handler = getattr(view, method)
    check = check_of(view, method, name=described.id)
    serializer = described.body or described.query
    keys, owner, is_own = _keys_of(node, view)
    others = _named(change.keys)
    is_expected = is_own and is_versioned(handler)
    response = next(filter(None, described.responses.values()), None)
    output = _Output(node, response, owner=owner, deletes=change.deletes and is_own)

    def run(info: Info, **given: Any) -> Payload:
        def read() -> dict[str, Any]:
            values = read_input(serializer, given, info.context.actor) if serializer else {}
            return {**values, "expected": given.get("version")} if is_expected else values

        actor = info.context.user
        check(info)
        own = {name: parse_key(given[argument], kind) for argument, (name, kind) in keys.items()}
        found = own | {name: parse_key(given[argument], kind) for argument, (name, kind) in others.items()}
        used = view(request=info.context.request)
        try:
            result = change.perform(used, actor, found, read)
        except DomainError as error:
            if error.field is not None and serializer is not None:
                error.field = path_of(serializer, error.field)
            raise
        return dict(output.values(result, *own.values(), find=lambda: used.get_object(actor, **own)))

    inputs = {argument: graphene.InputField(graphene.ID, required=True) for argument in [*keys, *others]}
    inputs |= fields_of(serializer) if serializer else {}
    if is_expected:
        inputs["version"] = graphene.InputField(graphene.String, description="Of the object that you have seen.")
    description = " ".join(filter(None, [f"{described.summary}.", inspect.getdoc(handler)]))
    name = described.id[0].upper() + described.id[1:]
    return mutation_field(name, description, inputs, output.fields(), run)


@dataclass(frozen=True)
class _Output:
    """The payload: the resource of the response, or its fields and the object of the URL; and the `deletedId`."""

    node: Any
    response: Any
    owner: Any
    deletes: bool

    @cached_property
    def _type(self) -> Any:
        """Return the type of the resource of the response, or of the one that this extends."""
        if self.response is None or not issubclass(self.response, Resource):
            return None
        if self.response is self.node._meta.resource:
            return self.node
        if (found := next(filter(None, map(type_for, self.response.__mro__)), None)) is None:
            raise TypeError(f"No GraphQL type has the resource {self.response.__name__}.")
        return found

    @cached_property
    def _values(self) -> Mapping[str, Any]:
        """Return the fields of a response that is no resource."""
        return declared(self.response) if self.response and self._type is None else {}

    def fields(self) -> dict[str, Any]:
        """Return the fields of the payload."""
        fields = {name_of(name, field): _output_type(field) for name, field in self._values.items()}
        shown = self._type or (None if self.deletes else self.owner)
        if shown is not None:
            fields[to_snake_case(shown._meta.name)] = graphene.Field(shown)
        return fields | ({"deleted_id": graphene.ID()} if self.deletes else {})

    def values(self, result: Any, *keys: UUID, find: Callable[[], Any]) -> Iterator[tuple[str, Any]]:
        """Yield the values of the payload; `find` reads the object of the URL again."""
        if self._type is not None:
            yield to_snake_case(self._type._meta.name), result
        elif self._values:
            for name, value in named_values(self.response, result).items():
                yield name_of(name, self._values[name]), _global(self._values[name], value)
        if self.deletes:
            yield "deleted_id", to_global_id(self.node._meta.name, str(keys[-1]))
        elif self._type is None and self.owner is not None:
            with suppress(NotFound):
                yield to_snake_case(self.owner._meta.name), find()


def _output_type(field: Any) -> Any:
    if isinstance(field, KeysField):
        return graphene.List(graphene.NonNull(graphene.ID))
    if isinstance(field, KeyField):
        return graphene.ID()
    if isinstance(field, serializers.ListSerializer):
        return graphene.List(graphene.NonNull(type_for(type(field.child))))
    return graphene.Field(type_for(type(field)) or output_type(field), description=field.help_text)


def _global(field: Any, value: Any) -> Any:
    """Return a value with global ids in place of keys; the rows of a list load together."""
    if isinstance(field, serializers.ListSerializer):
        return as_batch(value)
    if isinstance(field, KeysField):
        return [to_global_id(field.node, str(key)) for key in value]
    return to_global_id(field.node, str(value)) if isinstance(field, KeyField) and value is not None else value


def _keys_of(node: Any, view: type[Any]) -> tuple[dict[str, tuple[str, str]], Any, bool]:
    """Return the keys of the URL by their names in GraphQL, the type of its object, and whether that is `node`.

    A key is its name in the URL, and the type of its object; the last one is that of the object. That of `node` itself
    is called `id`.
    """
    if not issubclass(view, ObjectView):
        is_list = issubclass(view, ListView)
        return _named(inspect.signature(view.perform_create).parameters) if is_list else {}, None, False
    signature = inspect.signature(view.get_object)
    owner, keys = type_for(signature.return_annotation), _named(signature.parameters)
    name, (_, kind) = keys.popitem() if keys else ("", ("", ""))
    # A proposal and the scheduler are no nodes; the model of a service account is that of a user.
    is_own = owner in {node, None} or kind == node._meta.name
    if not name:
        return {}, owner if owner is not None else node, is_own
    if is_own:
        return keys | {"id": (name, node._meta.name)}, node, True
    return keys | {name: (name, owner._meta.name)}, owner, False


def _named(names: Iterable[str]) -> dict[str, tuple[str, str]]:
    keys = [name for name in names if name.endswith("_id")]
    return {name: (name, name.removesuffix("_id").title().replace("_", "")) for name in keys}
