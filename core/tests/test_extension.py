"""A higher package adds fields to the types of a lower one."""

import graphene
import pytest

from core.api.graphql.extension import FieldExists, extend


def test_a_field_is_added_once():
    class Thing(graphene.ObjectType):
        name = graphene.String()

    extend(Thing, "size", graphene.Field(graphene.Int, resolver=lambda *_: 7))

    class Query(graphene.ObjectType):
        thing = graphene.Field(Thing, resolver=lambda *_: Thing(name="a"))

    assert graphene.Schema(query=Query).execute("{ thing { size } }").data == {"thing": {"size": 7}}
    with pytest.raises(FieldExists):
        extend(Thing, "size", graphene.Field(graphene.Int))
