"""Fields that only read from their row give what any other field gives, errors included."""

from dataclasses import dataclass

import graphene
import pytest
from graphql import ExecutionContext, execute_sync, parse

from core.api.graphql.row_fields import RowFieldsContext, RowResolver


@dataclass
class Row:
    name: str | None
    size: object = 1


def _fail(_):
    raise ValueError("unreadable")


class Size(graphene.Enum):
    SMALL = 1
    LARGE = 2


class Odd(graphene.Scalar):
    """Serializes odd numbers only; an even one is no value, and a text is an error."""

    @staticmethod
    def serialize(value):
        return f"odd {value}" if value % 2 else None


class Named(graphene.Interface):
    nickname = graphene.String()


class Item(graphene.ObjectType):
    class Meta:
        interfaces = (Named,)

    name = graphene.String(required=True, resolver=RowResolver(lambda row: row.name))
    nickname = graphene.String(resolver=RowResolver(lambda row: row.name))
    size = graphene.Int(resolver=RowResolver(lambda row: row.size))
    broken = graphene.String(resolver=RowResolver(_fail))
    tags = graphene.List(graphene.String, resolver=RowResolver(lambda row: [row.name]))
    odd = graphene.Field(Odd, resolver=RowResolver(lambda row: row.size))
    required_odd = graphene.Field(Odd, required=True, resolver=RowResolver(lambda row: row.size))
    kind = graphene.Field(Size, resolver=RowResolver(lambda row: row.size))
    moment = graphene.DateTime(resolver=RowResolver(lambda row: row.size))
    names = graphene.List(graphene.NonNull(graphene.String), resolver=RowResolver(lambda row: [row.name, "x"]))
    inner = graphene.Field(lambda: Item, resolver=lambda row, _: row)
    inners = graphene.List(graphene.NonNull(lambda: Item), required=True, resolver=lambda row, _: [row, row])
    repeated = graphene.String(times=graphene.Int(default_value=2), resolver=lambda row, _, times: row.name * times)


class Query(graphene.ObjectType):
    items = graphene.List(Item, resolver=lambda *_: [Row("a"), Row(None), Row("c", "no number")])
    required = graphene.List(graphene.NonNull(Item), resolver=lambda *_: [Row("a", 2), Row(None)])
    one = graphene.Field(Item, resolver=lambda *_: Row(None))
    named = graphene.List(Named, resolver=lambda *_: [Row("a"), Row(None)])


SCHEMA = graphene.Schema(query=Query).graphql_schema
SCHEMA.type_map["Named"].resolve_type = lambda *_: "Item"


def execute(text, context_class, **variables):
    result = execute_sync(SCHEMA, parse(text), variable_values=variables, execution_context_class=context_class)
    return result.data, [error.formatted for error in result.errors or ()]


@pytest.mark.parametrize(
    "fields",
    [
        "nickname size",
        "name",  # null for the second
        "first: nickname second: nickname __typename",
        "broken nickname",
        "tags repeated(times: 3)",
        "nickname @skip(if: true) size @include(if: true)",
        "... on Item { nickname } ...Parts } } fragment Parts on Item { size repeated",
        "odd kind moment",  # other scalars, and values that they refuse
        "requiredOdd",
        "names inner { nickname name }",  # null propagates to `inner`
        "inners { name }",  # and further up
        "same: nickname same: nickname inner { size } inner { nickname inner { names } }",  # merged
        "unknown nickname",  # left out: validation is another step
    ],
)
@pytest.mark.parametrize("root", ["items", "required", "one"])
def test_results_and_errors_are_those_of_graphql_core(root, fields):
    ending = "" if "fragment" in fields else " }"
    text = f"{{ {root} {{ {fields} }}{ending}"
    assert execute(text, RowFieldsContext) == execute(text, ExecutionContext)


@pytest.mark.parametrize(
    ("text", "variables"),
    [
        ("{ named { nickname __typename ... on Item { name size } } }", {}),
        ("query ($with: Boolean!) { one { nickname @include(if: $with) size @skip(if: $with) } }", {"with": True}),
        ("query ($with: Boolean!) { one { nickname @include(if: $with) size @skip(if: $with) } }", {"with": False}),
        ("query ($with: Boolean!) { one { nickname @include(if: $with) } }", {}),
        ("{ __schema { queryType { name } } __typename one { nickname } }", {}),
    ],
)
def test_interfaces_variables_and_introspection_are_those_of_graphql_core(text, variables):
    assert execute(text, RowFieldsContext, **variables) == execute(text, ExecutionContext, **variables)


def test_errors_name_their_place():
    data, errors = execute("{ items { nickname size broken } }", RowFieldsContext)
    assert data["items"][2] == {"nickname": "c", "size": None, "broken": None}
    paths = sorted((error["path"] for error in errors), key=str)
    assert paths == [*(["items", number, "broken"] for number in range(3)), ["items", 2, "size"]]


def test_these_fields_are_not_executed_one_by_one(monkeypatch):
    executed = []
    field = RowFieldsContext.execute_field

    def execute_field(self, parent, source, nodes, path):
        executed.append(nodes[0].name.value)
        return field(self, parent, source, nodes, path)

    monkeypatch.setattr(RowFieldsContext, "execute_field", execute_field)
    execute("{ items { nickname tags } }", RowFieldsContext)
    assert executed == ["items", "tags", "tags", "tags"]
