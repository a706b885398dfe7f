"""A higher package adds fields to the types of a lower one."""

import graphene
import pytest

from core.api.graphql.extend_type import FieldExists, extend


def test_a_field_is_added_once():
    class Item(graphene.ObjectType):
        name = graphene.String()

    extend(Item, "size", graphene.Field(graphene.Int, resolver=lambda *_: 7))

    class Query(graphene.ObjectType):
        item = graphene.Field(Item, resolver=lambda *_: Item(name="a"))

    assert graphene.Schema(query=Query).execute("{ item { size } }").data == {"item": {"size": 7}}
    with pytest.raises(FieldExists):
        extend(Item, "size", graphene.Field(graphene.Int))
