"""The shapes of bodies, each with a real example. Shapes describe and check; they never build an answer."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Final

from django.utils.datastructures import MultiValueDict
from rest_framework import serializers

# What JSON brings for a field as it is described. The framework would take 5 for "5", and "yes" for true.
_OF_JSON: Final[tuple[tuple[type[Any], tuple[type, ...], str], ...]] = (
    (serializers.BooleanField, (bool,), "This is true or false."),
    (serializers.CharField, (str,), "This is a text."),
    (serializers.UUIDField, (str,), "This is an id, as a text."),
    (serializers.DateTimeField, (str,), "This is a moment, as a text."),
    (serializers.IntegerField, (int, float), "This is a number."),
    (serializers.FloatField, (int, float), "This is a number."),
)


class Shape(serializers.Serializer[Any]):
    """An object that REST takes or gives. Its docstring is what readers of the reference see."""

    example: ClassVar[Mapping[str, Any]] = {}

    def to_internal_value(self, data: Any) -> Any:
        """Forms and addresses know nothing but text; JSON has to bring what is described."""
        if isinstance(data, Mapping) and not isinstance(data, MultiValueDict):
            told = {name: complaint(field, data.get(name)) for name, field in self.fields.items()}
            wrong = {name: [said] for name, said in told.items() if said}
            if wrong:
                raise serializers.ValidationError(wrong)
        return super().to_internal_value(data)


def complaint(field: Any, value: object) -> str:
    """Say what a value should have been, if it is of another type of JSON than the field; null is not judged here."""
    if isinstance(field, serializers.ListField) and isinstance(value, list):
        return next((said for each in value if (said := complaint(field.child, each))), "")
    for kind, types, said in _OF_JSON:
        if isinstance(field, kind):
            fits = value is None or (isinstance(value, types) and (bool in types or not isinstance(value, bool)))
            return "" if fits else said
    return ""


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
    """An answer in one of these media types that is no shape of ours; one in JSON has an `example`."""

    types: tuple[str, ...]
    description: str = ""
    example: Any = None


Answer = type[Shape] | Media | None
