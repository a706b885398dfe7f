"""Mutations derived from the methods of REST views, so that an operation is declared once.

A GraphQL type names the views of its objects:

    class Label(ResourceType):
        class Meta:
            resource, model, views = LabelSerializer, models.Label, (LabelsView, LabelView)

From `patch = update("updateLabel", …, LabelChange, update_label)` comes `updateLabel(input: {id, …, version})`. The
fields of the input are those of the serializer (`core.api.graphql.input_fields`), its descriptions and its rules
included; `id`, or `corpusId` for `/corpuses/{id}/labels`, are the keys of the URL; `version` is `If-Match`. The payload
has the resource of the response (`label`); or its fields, if it is none, and the object of the URL; or the `deletedId`.
"""

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from uuid import UUID

import graphene
from graphene.utils.str_converters import to_snake_case
from graphql_relay import to_global_id
from rest_framework import serializers
from rest_framework.views import APIView

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.input_fields import declared, fields_of, name_of, path_of, read_input
from core.api.graphql.mutations import MutationField, Payload, mutation_field
from core.api.graphql.resource_types import output_type, type_for
from core.api.openapi.operations import Operation, is_versioned, operation_of
from core.api.rest.list_query import KeyField, KeysField
from core.api.rest.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from core.api.rest.serializers import Resource
from core.api.rest.views import Change, ListView, ObjectView, change_of, named_values
from core.errors import DomainError

_METHODS = ("post", "patch", "put", "delete")
_PERMISSIONS = {IsAuthenticated, IsAuthenticatedOrReadOnly}


def mutations_of_views(node: Any) -> Iterator[tuple[str, MutationField]]:
    """Yield the mutations of the views of a `ResourceType`, by name."""
    for view in node._meta.views:
        for method in _METHODS:
            handler = getattr(view, method, None)
            described, change = operation_of(handler), change_of(handler)
            if described is not None and change is not None:
                yield to_snake_case(described.id), _mutation(node, view, handler, described, change)


def _mutation(node: Any, view: type[Any], handler: Any, described: Operation, change: Change) -> MutationField:
    # GraphQL asks for a signed-in user, and for nothing else that a view may check.
    if not _PERMISSIONS.issuperset(view.permission_classes) or view.initial is not APIView.initial:
        raise TypeError(f"{view.__name__} has permissions of its own: declare {described.id} with `@mutation`.")
    serializer = described.body or described.query
    keys, owner, is_own = _keys_of(node, view)
    is_expected = is_own and is_versioned(handler)
    response = next(filter(None, described.responses.values()), None)
    output = _Output(node, response, owner=owner, deletes=change.deletes and is_own)

    def run(info: Info, **given: Any) -> Payload:
        def read() -> dict[str, Any]:
            values = read_input(serializer, given, info.context.actor) if serializer else {}
            return {**values, "expected": given.get("version")} if is_expected else values

        actor = info.context.user
        found = {name: parse_key(given[argument], kind) for argument, (name, kind) in keys.items()}
        try:
            result = change.perform(view(), actor, found, read)
        except DomainError as error:
            if error.field is not None and serializer is not None:
                error.field = path_of(serializer, error.field)
            raise
        return dict(output.values(result, *found.values(), find=lambda: view().get_object(actor, **found)))

    inputs = {argument: graphene.InputField(graphene.ID, required=True) for argument in keys}
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
        """Return the type of the resource of the response."""
        if self.response is self.node._meta.resource:
            return self.node
        return type_for(self.response) if self.response and issubclass(self.response, Resource) else None

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
            (key,) = keys
            yield "deleted_id", to_global_id(self.node._meta.name, str(key))
        elif self._type is None and self.owner is not None:
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
    if isinstance(field, KeysField):
        return [to_global_id(field.node, str(key)) for key in value]
    return to_global_id(field.node, str(value)) if isinstance(field, KeyField) and value is not None else value


def _keys_of(node: Any, view: type[Any]) -> tuple[dict[str, tuple[str, str]], Any, bool]:
    """Return the keys of the URL by their names in GraphQL, the type of its object, and whether that is `node`.

    A key is its name in the URL, and the type of its object. That of `node` itself is called `id`.
    """
    if not issubclass(view, ObjectView):
        return (
            _named(inspect.signature(view.perform_create).parameters) if issubclass(view, ListView) else {},
            None,
            False,
        )
    signature = inspect.signature(view.get_object)
    owner, names = (
        type_for(signature.return_annotation),
        [name for name in signature.parameters if name.endswith("_id")],
    )
    # The model of a service account is that of a user, and its key is `account_id`.
    ((_, kind),) = _named(names[:1]).values()
    is_own = owner is node or (not node._meta.possible_types and node._meta.name.endswith(kind))
    if is_own:
        (name,) = names
        return {"id": (name, node._meta.name)}, node, True
    return _named(names) | ({names[0]: (names[0], owner._meta.name)} if owner else {}), owner, False


def _named(names: Iterable[str]) -> dict[str, tuple[str, str]]:
    keys = [name for name in names if name.endswith("_id")]
    return {name: (name, name.removesuffix("_id").title().replace("_", "")) for name in keys}
