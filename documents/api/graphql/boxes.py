"""Rectangles on pages, in GraphQL."""

from typing import Annotated, Any

import graphene


class AnnotationBox(graphene.ObjectType):
    """A rectangle on a page. Its sides are fractions of the page's width and height, from the top left corner."""

    page = graphene.Int(required=True)
    left = graphene.Float(required=True)
    top = graphene.Float(required=True)
    right = graphene.Float(required=True)
    bottom = graphene.Float(required=True)


class AnnotationBoxInput(graphene.InputObjectType):
    """A rectangle on a page. Its sides are fractions of the page's width and height, from the top left corner."""

    page = graphene.Int(required=True)
    left = graphene.Float(required=True)
    top = graphene.Float(required=True)
    right = graphene.Float(required=True)
    bottom = graphene.Float(required=True)


Box = Annotated[Any, AnnotationBoxInput]
