"""Rectangles on pages, in REST."""

from rest_framework import serializers

from core.api.rest.serializers import StrictSerializer

_MAX_INT = 2**31 - 1


class BoxSerializer(StrictSerializer):
    """A rectangle on a page. Its sides are fractions of the page's width and height, from the top left corner."""

    page = serializers.IntegerField(min_value=1, max_value=_MAX_INT)
    left = serializers.FloatField(min_value=0, max_value=1)
    top = serializers.FloatField(min_value=0, max_value=1)
    right = serializers.FloatField(min_value=0, max_value=1)
    bottom = serializers.FloatField(min_value=0, max_value=1)
    example = {"page": 1, "left": 0.1, "top": 0.25, "right": 0.6, "bottom": 0.5}
    graphql_name = "AnnotationBox"
