"""Mutations, declared as functions: the signature is the input, keyword arguments of the decorator are the payload.

    @mutation(folder=Folder)
    def create_folder(info: Info, *, corpus_id: ID, name: str, parent_id: ID | None = None) -> Payload:
        '''Create a folder.'''

Mutations need a signed-in user, run in a transaction, and return domain errors as data.
"""

import inspect
import types
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from types import ModuleType
from typing import Annotated, Any, Final, NewType, TypeAlias, Union, get_args, get_origin, get_type_hints
from uuid import UUID

import graphene
from django.db import IntegrityError

from core.api.graphql.context import Info
from core.api.graphql.errors import Error
from core.db.row_locks import as_not_found
from core.db.transactions import atomic_with_retry
from core.errors import DomainError, NotAuthenticated
from core.unchanged import UNCHANGED, Unchanged

ID = NewType("ID", str)
Payload: TypeAlias = Mapping[str, object]

Permanently: TypeAlias = Annotated[bool, "Remove it at once instead of moving it to the bin."]

_SCALARS: Final[Mapping[Any, Any]] = {
    ID: graphene.ID,
    str: graphene.String,
    int: graphene.Int,
    float: graphene.Float,
    bool: graphene.Boolean,
    datetime: graphene.DateTime,
    date: graphene.Date,
    UUID: graphene.UUID,
}


class MutationField(graphene.Field):
    """A field of the root type `Mutation`."""


def collect_mutations(*modules: ModuleType) -> dict[str, MutationField]:
    """Return the mutations that these modules declare, by name."""
    fields = [(name, value) for module in modules for name, value in vars(module).items()]
    return {name: value for name, value in fields if isinstance(value, MutationField)}


def mutation(*, on_error: Payload | None = None, **payload: Any) -> Callable[[Callable[..., Payload]], MutationField]:
    """Turn a function into a mutation of the same name.

    Arguments that are absent from the input, or null in it, take the function's default; with the default `UNCHANGED`,
    null is given to the function as `None`. `Annotated` adds a description or names a GraphQL type. `on_error` are the
    values of payload fields that are never null, if the mutation fails.
    """

    def declare(perform: Callable[..., Payload]) -> MutationField:
        name = "".join(word.capitalize() for word in perform.__name__.split("_"))
        nullable = {name for name, each in inspect.signature(perform).parameters.items() if each.default is UNCHANGED}

        def run(info: Info, **given: Any) -> Payload:
            return perform(info, **{key: each for key, each in given.items() if each is not None or key in nullable})

        return mutation_field(
            name, inspect.getdoc(perform), dict(_input_fields(perform)), payload, run, on_error=on_error
        )

    return declare


def mutation_field(
    name: str,
    description: str | None,
    inputs: Mapping[str, graphene.InputField],
    payload: Mapping[str, Any],
    run: Callable[..., Payload],
    *,
    on_error: Payload | None = None,
) -> MutationField:
    """Return a mutation: `run(info, **input)` returns the payload; domain errors become data."""
    fields = {field: _payload_field(kind) for field, kind in payload.items()} | {"errors": _errors_field()}
    output = type(f"{name}Payload", (graphene.ObjectType,), fields)
    input_type = type(f"{name}Input", (graphene.InputObjectType,), dict(inputs))
    return MutationField(
        output,
        args={"input": graphene.Argument(input_type, required=True)},
        required=True,
        description=description,
        resolver=_resolver(output, atomic_with_retry(run), on_error),
    )


def _resolver(output: Any, run: Callable[..., Payload], on_error: Payload | None) -> Callable[..., object]:
    def resolve(_root: object, info: Info, input: Mapping[str, Any]) -> object:  # GraphQL's name
        _ = info.context.user  # raises `NotAuthenticated`
        try:
            return output(errors=[], **run(info, **input))
        except NotAuthenticated:
            raise
        except DomainError as error:
            return output(errors=[Error.of(error)], **(on_error or {}))
        except IntegrityError as error:
            if (not_found := as_not_found(error)) is None:
                raise
            return output(errors=[Error.of(not_found)], **(on_error or {}))

    return resolve


def _errors_field() -> graphene.List:
    return graphene.List(graphene.NonNull(Error), required=True, description="empty if the mutation succeeded")


def _payload_field(kind: Any) -> Any:
    return graphene.Field(kind) if isinstance(kind, type) else kind


def _input_fields(perform: Callable[..., Payload]) -> Iterator[tuple[str, Any]]:
    hints = get_type_hints(perform, include_extras=True)
    for name, parameter in inspect.signature(perform).parameters.items():
        if name != "info":
            kind, description = _convert(hints[name])
            is_required = parameter.default is inspect.Parameter.empty
            yield name, graphene.InputField(kind, required=is_required, description=description)


def _convert(hint: Any) -> tuple[Any, str | None]:
    """Return the GraphQL type of an annotation, and its description."""
    description = None
    if get_origin(hint) is Annotated:
        hint, *extras = get_args(hint)
        description = next((extra for extra in extras if isinstance(extra, str)), None)
        given = next((extra for extra in extras if not isinstance(extra, str)), None)
        if given is not None:
            return given, description
    if get_origin(hint) in {Union, types.UnionType}:  # `X | None`, `X | Unchanged | None`
        (hint,) = (part for part in get_args(hint) if part not in {types.NoneType, Unchanged})
    if get_origin(hint) is list:
        (item,) = get_args(hint)
        return graphene.List(graphene.NonNull(_convert(item)[0])), description
    return _SCALARS[hint], description
