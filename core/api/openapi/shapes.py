"""The shapes of bodies, each with a real example. Shapes describe and check; they never build an answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar

from rest_framework import serializers


class Shape(serializers.Serializer[Any]):
    """An object that REST takes or gives. Its docstring is what readers of the reference see."""

    example: ClassVar[Mapping[str, Any]] = {}


class FailureShape(Shape):
    """What is said about an error: what it knows besides stands beside these."""

    code = serializers.CharField(help_text="Stable, for programs.")
    message = serializers.CharField(help_text="A sentence for people.")
    request_id = serializers.CharField(help_text="Tell us this one when you ask about it.")
    field = serializers.CharField(required=False, help_text="The part of the request that is meant.")


class ErrorShape(Shape):
    """The one envelope of every 4xx and 5xx."""

    error = FailureShape()


class ReasonShape(Shape):
    """Why something failed, or what is missing from it."""

    code = serializers.CharField(help_text="Stable, for programs.")
    message = serializers.CharField(help_text="A sentence for people.")
    example = {"code": "encrypted_pdf", "message": "The file is protected by a password."}


class PageQuery(Shape):
    """Which part of a list."""

    cursor = serializers.CharField(
        required=False, allow_blank=True, help_text="From `next` or `previous` of a page; opaque."
    )
    page_size = serializers.IntegerField(
        required=False, min_value=1, max_value=999_999_999, help_text="50 when absent; more than 200 counts as 200."
    )


@cache
def page_of(item: type[Shape]) -> type[Shape]:
    """Give the shape of a page of such objects."""
    parts: dict[str, Any] = {
        "__doc__": "A page of a list.",
        "results": item(many=True),
        "next": serializers.CharField(allow_null=True, help_text="Address of the next page."),
        "previous": serializers.CharField(allow_null=True, help_text="Address of the page before."),
        "example": {"results": [item.example], "next": None, "previous": None},
        "is_page": True,
    }
    return type(f"{item.__name__.removesuffix('Shape')}PageShape", (Shape,), parts)


@dataclass(frozen=True, slots=True)
class Media:
    """An answer that is no JSON, in one of these media types."""

    types: tuple[str, ...]
    description: str = ""


Answer = type[Shape] | Media | None
