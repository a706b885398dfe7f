"""Limits of GraphQL queries, computed from the text before execution: depth, aliases, cost, introspection.

A list counts as many objects as its `first` or `limit` (or their default); an object costs 1, a scalar 0. Every
fragment is measured once, so that measuring is linear in the size of the query.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.conf import settings
from graphql import (
    DocumentNode,
    FieldNode,
    FragmentDefinitionNode,
    FragmentSpreadNode,
    GraphQLError,
    GraphQLNamedType,
    GraphQLSchema,
    InlineFragmentNode,
    IntValueNode,
    Node,
    OperationDefinitionNode,
    SelectionSetNode,
    StringValueNode,
    VariableNode,
    Visitor,
    get_named_type,
    is_list_type,
    visit,
)
from graphql.type import GraphQLField, get_nullable_type

from core.api.graphql.errors import limit_error
from core.api.rest.parsers import is_storable

COUNTED = ("first", "limit")
PLAIN_LIST = 10
INTROSPECTION = frozenset({"__schema", "__type"})
_INTROSPECTION_LISTS = frozenset({"fields", "interfaces", "possibleTypes", "inputFields"})
_INTROSPECTION_NESTING = 3


@dataclass(frozen=True, slots=True)
class Weight:
    """The depth and the cost of a selection."""

    depth: int = 0
    cost: int = 0

    def __or__(self, other: "Weight") -> "Weight":
        return Weight(max(self.depth, other.depth), self.cost + other.cost)


class Measure:
    """Measures the operations of one document."""

    def __init__(self, schema: GraphQLSchema, document: DocumentNode, variables: Mapping[str, Any]) -> None:
        self._schema = schema
        self._document = document
        self._variables = variables
        self._measured: dict[str, Weight] = {}

    @cached_property
    def _fragments(self) -> dict[str, FragmentDefinitionNode]:
        found = (node for node in self._document.definitions if isinstance(node, FragmentDefinitionNode))
        return {node.name.value: node for node in found}

    @cached_property
    def _variable_defaults(self) -> dict[str, int]:
        """The integer defaults of variables; the largest one if several operations use the same name."""
        operations = (node for node in self._document.definitions if isinstance(node, OperationDefinitionNode))
        defaults: dict[str, int] = {}
        for variable in (each for operation in operations for each in operation.variable_definitions):
            if isinstance(variable.default_value, IntValueNode):
                name = variable.variable.name.value
                defaults[name] = max(defaults.get(name, 0), int(variable.default_value.value))
        return defaults

    def operation(self, operation: OperationDefinitionNode) -> Weight:
        """Measure one operation."""
        return self._selection(operation.selection_set, self._schema.get_root_type(operation.operation))

    def _selection(self, selection: SelectionSetNode, parent: GraphQLNamedType | None) -> Weight:
        weight = Weight()
        for node in selection.selections:
            match node:
                case FieldNode():
                    weight |= self._field(node, parent)
                case InlineFragmentNode():
                    weight |= self._selection(node.selection_set, self._on(node, parent))
                case FragmentSpreadNode():
                    weight |= self._fragment(node.name.value)
        return weight

    def _fragment(self, name: str) -> Weight:
        if name not in self._measured:
            self._measured[name] = Weight()  # a fragment inside itself costs nothing; validation refuses it
            definition = self._fragments.get(name)
            if definition is not None:
                self._measured[name] = self._selection(definition.selection_set, self._on(definition, None))
        return self._measured[name]

    def _on(
        self, node: InlineFragmentNode | FragmentDefinitionNode, parent: GraphQLNamedType | None
    ) -> GraphQLNamedType | None:
        condition = node.type_condition
        return self._schema.get_type(condition.name.value) if condition else parent

    def _field(self, node: FieldNode, parent: GraphQLNamedType | None) -> Weight:
        name = node.name.value
        if name in INTROSPECTION or node.selection_set is None:
            return Weight(1, settings.GRAPHQL_FIELD_COSTS.get(name, 0))
        field = getattr(parent, "fields", {}).get(name)
        kind = get_named_type(field.type) if field else None
        inside = self._selection(node.selection_set, kind)
        extra = settings.GRAPHQL_FIELD_COSTS.get(name, 0)
        if name == "edges":  # as many as the connection's `first`, which was counted there
            return Weight(inside.depth + 1, inside.cost)
        if name == "matches":  # as many as the `limit` of `findInDocument`
            return Weight(inside.depth + 1, 1 + inside.cost)
        if field is None or not is_list_type(get_nullable_type(field.type)):
            return Weight(inside.depth + 1, 1 + self._length(node, field, 1) * inside.cost + extra)
        return Weight(inside.depth + 1, self._length(node, field, PLAIN_LIST) * (1 + inside.cost) + extra)

    def _length(self, node: FieldNode, field: GraphQLField | None, otherwise: int) -> int:
        """Return the maximum number of objects that a field returns."""
        for name in COUNTED:
            if field is not None and name in field.args:
                return max(1, self._number(node, name, field.args[name].default_value))
        return otherwise

    def _number(self, node: FieldNode, name: str, default: Any) -> int:
        values = [self._value(argument.value) for argument in node.arguments if argument.name.value == name]
        value = default if values in ([], [None]) else values[-1]
        # GraphQL accepts 200.0 as an integer. Other values are refused on execution.
        return int(value) if isinstance(value, int) or (isinstance(value, float) and value.is_integer()) else PLAIN_LIST

    def _value(self, node: Node) -> Any:
        """Return the value of an argument; `None` if the default of the field applies."""
        if isinstance(node, IntValueNode):
            return int(node.value)
        if isinstance(node, VariableNode):
            name = node.name.value
            return self._variables.get(name, self._variable_defaults.get(name))
        return None


def limit_errors(schema: GraphQLSchema, document: DocumentNode, variables: Mapping[str, Any]) -> Iterator[GraphQLError]:
    """Yield the limits that a parsed document exceeds."""
    yield from _Scan.of(document)
    measure = Measure(schema, document, variables)
    for operation in document.definitions:
        if not isinstance(operation, OperationDefinitionNode):
            continue
        weight = measure.operation(operation)
        if weight.depth > settings.GRAPHQL_MAX_DEPTH:
            yield limit_error(
                "query_too_deep",
                f"The query is {weight.depth} levels deep; {settings.GRAPHQL_MAX_DEPTH} are allowed.",
                depth=weight.depth,
                maximum=settings.GRAPHQL_MAX_DEPTH,
            )
        if weight.cost > settings.GRAPHQL_MAX_COST:
            yield limit_error(
                "query_too_costly",
                f"The query may return {weight.cost} objects; {settings.GRAPHQL_MAX_COST} are allowed. "
                "Request smaller pages with `first`.",
                cost=weight.cost,
                maximum=settings.GRAPHQL_MAX_COST,
            )


class _Scan(Visitor):
    """Visits a document once: counts aliases, finds strings that cannot be stored, and nested introspection."""

    def __init__(self) -> None:
        super().__init__()
        self.aliases = 0
        self.nesting = 0
        self.found: list[GraphQLError] = []

    @classmethod
    def of(cls, document: DocumentNode) -> list[GraphQLError]:
        scan = cls()
        visit(document, scan)
        if scan.aliases > settings.GRAPHQL_MAX_ALIASES:
            message = f"The query has {scan.aliases} aliases; {settings.GRAPHQL_MAX_ALIASES} are allowed."
            scan.found.append(limit_error("too_many_aliases", message, maximum=settings.GRAPHQL_MAX_ALIASES))
        return scan.found

    def enter_field(self, node: FieldNode, *_: object) -> None:
        self.aliases += node.alias is not None
        if node.name.value in _INTROSPECTION_LISTS:
            self.nesting += 1
            if self.nesting == _INTROSPECTION_NESTING:
                self.found.append(limit_error("query_too_deep", "Introspection is nested too deeply."))

    def leave_field(self, node: FieldNode, *_: object) -> None:
        self.nesting -= node.name.value in _INTROSPECTION_LISTS

    def enter_string_value(self, node: StringValueNode, *_: object) -> None:
        if not is_storable(node.value):
            self.found.append(
                limit_error("invalid_text", "Text must not contain NUL characters or unpaired surrogates.")
            )
