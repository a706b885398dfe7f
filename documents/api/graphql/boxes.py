"""Rectangles on pages, in GraphQL."""

from typing import Annotated, Any

import graphene

from core.api.graphql.input_fields import input_type
from documents.api.rest.boxes import BoxSerializer


class AnnotationBox(graphene.ObjectType):
    """A rectangle on a page. Its sides are fractions of the page's width and height, from the top left corner."""

    page = graphene.Int(required=True)
    left = graphene.Float(required=True)
    top = graphene.Float(required=True)
    right = graphene.Float(required=True)
    bottom = graphene.Float(required=True)


Box = Annotated[Any, input_type(BoxSerializer)]
