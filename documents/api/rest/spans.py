"""Passages of a document as tokens of its pages, in REST."""

from collections.abc import Iterable, Sequence

from rest_framework import serializers

from core.api.rest.serializers import StrictSerializer

_MAX_INT = 2**31 - 1


class SpanSerializer(StrictSerializer):
    """Tokens of a page, from `first` to `last` inclusive, counted from 0."""

    page = serializers.IntegerField(min_value=1, max_value=_MAX_INT)
    first = serializers.IntegerField(min_value=0, max_value=_MAX_INT)
    last = serializers.IntegerField(min_value=0, max_value=_MAX_INT)
    example = {"page": 1, "first": 1, "last": 2}
    graphql_name = "TokenSpan"


def represent_spans(spans: Iterable[Sequence[int]]) -> list[dict[str, int]]:
    """Return tokens (page, first, last) as `SpanSerializer` describes them."""
    return [{"page": page, "first": first, "last": last} for page, first, last in spans]
