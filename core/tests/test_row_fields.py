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


class Item(graphene.ObjectType):
    name = graphene.String(required=True, resolver=RowResolver(lambda row: row.name))
    nickname = graphene.String(resolver=RowResolver(lambda row: row.name))
    size = graphene.Int(resolver=RowResolver(lambda row: row.size))
    broken = graphene.String(resolver=RowResolver(_fail))
    tags = graphene.List(graphene.String, resolver=RowResolver(lambda row: [row.name]))
    repeated = graphene.String(times=graphene.Int(default_value=2), resolver=lambda row, _, times: row.name * times)


class Query(graphene.ObjectType):
    items = graphene.List(Item, resolver=lambda *_: [Row("a"), Row(None), Row("c", "no number")])


SCHEMA = graphene.Schema(query=Query).graphql_schema


def execute(text, context_class):
    result = execute_sync(SCHEMA, parse(text), execution_context_class=context_class)
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
    ],
)
def test_results_and_errors_are_those_of_graphql_core(fields):
    ending = "" if "fragment" in fields else " }"
    text = f"{{ items {{ {fields} }}{ending}"
    assert execute(text, RowFieldsContext) == execute(text, ExecutionContext)


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
