"""Mutations derived from the methods of REST views, so that an operation is declared once.

A GraphQL type names the views of its objects:

    class Label(ResourceType):
        class Meta:
            resource, model, views = LabelSerializer, models.Label, (LabelsView, LabelView)

From `patch = update("updateLabel", …, LabelChange, update_label)` comes `updateLabel(input: {id, …, version})`. The
fields of the input are those of the serializer (`core.api.graphql.input_fields`), its descriptions and its rules
included; `id`, or `corpusId` for `/corpuses/{id}/labels`, are the keys of the URL; `version` is `If-Match`. The payload
has the object (`label`), or the `deletedId` of what is deleted.
"""

import inspect
from collections.abc import Callable, Iterator
from typing import Any

import graphene
from graphene.utils.str_converters import to_snake_case
from graphql_relay import to_global_id

from core.api.graphql.context import Info
from core.api.graphql.global_ids import parse_key
from core.api.graphql.input_fields import fields_of, path_of, read_input
from core.api.graphql.mutations import MutationField, Payload, mutation_field
from core.api.openapi.operations import Change, Operation, change_of, is_versioned, operation_of
from core.api.rest.views import ListView
from core.errors import DomainError

_METHODS = ("post", "patch", "put", "delete")


def mutations_of_views(node: Any) -> Iterator[tuple[str, MutationField]]:
    """Yield the mutations of the views of a `ResourceType`, by name."""
    for view in node._meta.views:
        for method in _METHODS:
            handler = getattr(view, method, None)
            described, change = operation_of(handler), change_of(handler)
            if described is not None and change is not None:
                yield to_snake_case(described.id), _mutation(node, view, handler, described, change)


def _mutation(node: Any, view: type[Any], handler: Any, described: Operation, change: Change) -> MutationField:
    kind, serializer = node._meta.name, described.body or described.query
    keys = _keys_of(view, kind)
    is_expected = "id" in keys and is_versioned(handler)
    payload: dict[str, Any] = {to_snake_case(kind): node} if any(described.responses.values()) else {}
    payload |= {"deleted_id": graphene.ID()} if change.deletes else {}

    def run(info: Info, **given: Any) -> Payload:
        def read() -> dict[str, Any]:
            values = read_input(serializer, given, info.context.actor) if serializer else {}
            return {**values, "expected": given.get("version")} if is_expected else values

        found = {name: parse_key(given[argument], kind) for argument, (name, kind) in keys.items()}
        try:
            values = {to_snake_case(kind): change.perform(view(), info.context.user, found, read)}
        except DomainError as error:
            if error.field is not None and serializer is not None:
                error.field = path_of(serializer, error.field)
            raise
        if change.deletes:
            (key,) = found.values()
            values["deleted_id"] = to_global_id(kind, str(key))
        return {name: values[name] for name in payload}

    inputs = {argument: graphene.InputField(graphene.ID, required=True) for argument in keys}
    inputs |= fields_of(serializer) if serializer else {}
    if is_expected:
        inputs["version"] = graphene.InputField(graphene.String, description="Of the object that you have seen.")
    description = " ".join(filter(None, [f"{described.summary}.", inspect.getdoc(handler)]))
    return mutation_field(described.id[0].upper() + described.id[1:], description, inputs, payload, run)


def _keys_of(view: type[Any], kind: str) -> dict[str, tuple[str, str]]:
    """Return the keys of the URL and the types of their objects, by the names that the keys have in GraphQL."""
    is_list = issubclass(view, ListView)
    function: Callable[..., Any] = view.perform_create if is_list else view.get_object
    names = [name for name in inspect.signature(function).parameters if name.endswith("_id")]
    if is_list:
        return {name: (name, name.removesuffix("_id").title().replace("_", "")) for name in names}
    (name,) = names
    return {"id": (name, kind)}
