"""Validate the body and the query string of a request."""

from typing import TypeVar

from django.http import HttpRequest
from rest_framework.request import Request

from core.api.rest.serializers import StrictSerializer

S = TypeVar("S", bound=StrictSerializer)


def validate_body(request: Request, serializer: type[S], *, partial: bool = False) -> S:
    """Return the validated body; a validation error names the field."""
    fields = serializer(data=request.data, partial=partial)
    fields.is_valid(raise_exception=True)
    return fields


def validate_query(request: Request, serializer: type[S]) -> S:
    """Return the validated query string."""
    # `@operation` has refused unknown parameters; those of the page are not part of every serializer.
    fields = serializer(data=request.query_params, context={"is_query": True})
    fields.is_valid(raise_exception=True)
    return fields


def django_request(request: Request) -> HttpRequest:
    """Return Django's request that DRF's wraps."""
    return request._request  # noqa: SLF001  # the documented name; there is no other way
