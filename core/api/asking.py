"""What a request says, checked: its body and its query."""

from typing import TypeVar

from rest_framework.request import Request

from core.api.openapi.shapes import Shape

S = TypeVar("S", bound=Shape)


def body_of(request: Request, shape: type[S], *, partial: bool = False) -> S:
    """Check the body; a validation error names what is wrong."""
    fields = shape(data=request.data, partial=partial)
    fields.is_valid(raise_exception=True)
    return fields


def query_of(request: Request, shape: type[S]) -> S:
    """Check the query."""
    fields = shape(data=request.query_params)
    fields.is_valid(raise_exception=True)
    return fields
