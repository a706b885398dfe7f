"""Passages of a document as tokens of its pages, in GraphQL."""

from typing import Annotated, Any

import graphene

from core.api.graphql.input_fields import input_type
from documents.api.rest.spans import SpanSerializer


class TokenSpan(graphene.ObjectType):
    """Tokens of a page, from `first` to `last` inclusive, counted from 0."""

    page = graphene.Int(required=True)
    first = graphene.Int(required=True)
    last = graphene.Int(required=True)


Spans = Annotated[list[Any], graphene.List(graphene.NonNull(input_type(SpanSerializer)))]


def spans_field(resolver: object) -> graphene.List:
    """Return a field with token spans."""
    return graphene.List(graphene.NonNull(TokenSpan), required=True, resolver=resolver)
