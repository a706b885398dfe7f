"""Serializers: what REST accepts, and resources, which describe and build what it returns."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from operator import attrgetter
from typing import Any, ClassVar, Final

from django.conf import settings
from django.core.files.uploadedfile import UploadedFile
from django.db.models import TextChoices
from django.utils.datastructures import MultiValueDict
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from core.api.rest.unknown_names import ERRORS_NAMED, unknown_fields, value_suggestion

MOST_ITEMS: Final = 10_000  # of a list whose field says nothing else

# The JSON types of each field. DRF alone would accept 5 for "5", and "yes" for true.
_JSON_TYPES: Final[tuple[tuple[type[Any], tuple[type, ...], str], ...]] = (
    (serializers.BooleanField, (bool,), "Must be true or false."),
    (serializers.CharField, (str,), "Must be a string."),
    (serializers.UUIDField, (str,), "Must be an id, as a string."),
    (serializers.DateTimeField, (str,), "Must be a date and time, as a string."),
    (serializers.DateField, (str,), "Must be a date, as a string."),
    (serializers.IntegerField, (int, float), "Must be a number."),
    (serializers.FloatField, (int, float), "Must be a number."),
)


class StrictList(serializers.ListSerializer[Any]):
    """Looks at no more items once ten are wrong."""

    _wrong = 0

    def to_internal_value(self, data: Any) -> Any:
        """Validate with a copy, which counts: all requests share this object (`core.api.rest.validation`)."""
        return super(StrictList, copy(self)).to_internal_value(data)

    def run_child_validation(self, data: Any) -> Any:
        if self._wrong >= ERRORS_NAMED:
            return None  # the list is refused
        try:
            return super().run_child_validation(data)
        except serializers.ValidationError:
            self._wrong += 1
            raise


class StrictSerializer(serializers.Serializer[Any]):
    """An object in a request or response. Its docstring and `example` appear in the API reference."""

    example: ClassVar[Mapping[str, Any]] = {}
    graphql_name: ClassVar[str] = ""  # of an object within an input there, if it is not the class's

    class Meta:
        list_serializer_class = StrictList

    def to_internal_value(self, data: Any) -> Any:
        """Refuse unknown fields, JSON of other types than described, and empty values in forms."""
        if isinstance(data, Mapping) and self.context.get("is_json", True):
            names = [name for name in data if not isinstance(data[name], UploadedFile)]
            if unknown := unknown_fields(names, self.fields):
                raise serializers.ValidationError(unknown)
            problem_of = _empty_value_error if isinstance(data, MultiValueDict) else json_type_error
            problems = {name: problem_of(field, data.get(name)) for name, field in self.fields.items()}
            errors = {name: [problem] for name, problem in problems.items() if problem}
            if errors:
                raise serializers.ValidationError(errors)
        return super().to_internal_value(data)

    def arguments(self) -> dict[str, Any]:
        """Return the validated data as keyword arguments of a service."""
        return dict(self.validated_data)


class EnumField(serializers.ChoiceField):
    """A choice of the values of an enum; in GraphQL, of its names. There it has the enum's name, or `graphql_name`."""

    def __init__(self, enum: type[StrEnum | TextChoices], *, graphql_name: str = "", **options: Any) -> None:
        self.enum = enum
        self.graphql_name = graphql_name
        super().__init__(choices=[member.value for member in enum], **options)

    def to_internal_value(self, data: Any) -> Any:
        """Return the value; name the allowed ones, and the one that was probably meant, if it is another."""
        if not isinstance(data, str):
            raise serializers.ValidationError("Must be a string.")
        if data not in self.choices and not (data == "" and self.allow_blank):
            raise serializers.ValidationError(f"Unknown value `{data[:100]}`.{value_suggestion(data, self.choices)}")
        return super().to_internal_value(data)


@extend_schema_field(OpenApiTypes.BINARY)
class FormFileField(serializers.FileField):
    """A file in a form."""


@extend_schema_field({})
class JSONValueField(serializers.JSONField):
    """Any JSON value, also null."""


@extend_schema_field({"type": "object", "additionalProperties": {}})
class JSONObjectField(serializers.DictField):
    """A JSON object with any content."""


class Sha256Field(serializers.RegexField):
    """A SHA-256 in hexadecimal digits."""

    PATTERN: ClassVar = r"^[0-9a-fA-F]{64}$"
    MESSAGE: ClassVar = "Must have 64 hexadecimal digits."

    def __init__(self, **options: Any) -> None:
        super().__init__(self.PATTERN, error_messages={"invalid": self.MESSAGE}, **options)


class BigIntegerField(serializers.IntegerField):
    """An integer beyond 32 bits, which GraphQL's `Int` cannot represent."""


def json_type_error(field: Any, value: object) -> str:
    """Return a message if the JSON type of a value, or the length of a list, does not fit the field; null fits here."""
    if error := _length_error(field, value):
        return error
    if isinstance(field, serializers.ListField) and isinstance(value, list):
        return next((error for item in value if (error := json_type_error(field.child, item))), "")
    for kind, types, message in _JSON_TYPES:
        if isinstance(field, kind):
            fits = value is None or (isinstance(value, types) and (bool in types or not isinstance(value, bool)))
            return "" if fits else message
    return ""


def _length_error(field: Any, value: object) -> str:
    """Return a message if a list is too long. The framework says so, too, but only when it has looked at every item."""
    child = getattr(field, "child", None)
    if child is None or not isinstance(value, list):
        return ""
    most = len(child.choices) if isinstance(child, serializers.ChoiceField) else MOST_ITEMS
    limit: int = getattr(field, "max_length", None) or most
    return f"Ensure this field has no more than {limit} elements." if len(value) > limit else ""


def _empty_value_error(field: Any, value: object) -> str:
    """Return a message if an empty text does not fit the field.

    The framework takes it as a missing field, which the schema does not say.
    """
    is_refused = value == "" and not getattr(field, "allow_blank", False)
    return "Must not be empty. Leave it out instead." if is_refused else ""


Loader = Callable[[Sequence[Any], Any], Mapping[Any, Any]]


class Resource(StrictSerializer):
    """A resource of the API: its fields describe the representation and build it.

    A field takes its value from `loaders` (one call for all rows: `(rows, actor)` to a mapping of primary keys), else
    from a static method `read_<field>(row)`, else from the attribute that its `source` names. GraphQL types are derived
    from the same declaration (`core.api.graphql.resource_types`).
    """

    loaders: ClassVar[Mapping[str, Loader]] = {}
    # Values of loaded fields for rows that the loader returns nothing for.
    defaults: ClassVar[Mapping[str, Any]] = {}

    @classmethod
    def represent(cls, rows: Iterable[Any], actor: Any = None) -> list[dict[str, Any]]:
        """Return the representations of rows; the number of queries does not depend on their number.

        Faster than `Serializer.data`, which asks every field of every row how to represent itself; dates and ids are
        left to the JSON encoder.
        """
        rows = list(rows)
        if not rows:  # loaders build queries
            return []
        getters = {name: get or cls._loaded(name, rows, actor) for name, get in cls.getters().items()}
        return [{name: get(row) for name, get in getters.items()} for row in rows]

    @classmethod
    def represent_one(cls, row: Any, actor: Any = None) -> dict[str, Any]:
        """Return the representation of one row."""
        return cls.represent([row], actor)[0]

    @classmethod
    @cache
    def getters(cls) -> Mapping[str, Callable[[Any], Any] | None]:
        """Return, for each field in order, how to read it from a row; `None` for those with a loader."""
        fields: Mapping[str, Any] = cls().fields
        return {name: None if name in cls.loaders else cls._getter(name, field) for name, field in fields.items()}

    @classmethod
    def _loaded(cls, name: str, rows: Sequence[Any], actor: Any) -> Callable[[Any], Any]:
        values, default = cls.loaders[name](rows, actor), cls.defaults.get(name)
        return lambda row: values.get(row.pk, default)

    @classmethod
    def _getter(cls, name: str, field: Any) -> Callable[[Any], Any]:
        method: Callable[[Any], Any] | None = getattr(cls, f"read_{name}", None)
        if method is not None:
            return method
        source = field.source or name
        if isinstance(field, Resource):
            return _nested(type(field), attrgetter(source))
        if isinstance(field, serializers.ListSerializer) and isinstance(field.child, Resource):
            return _nested_list(type(field.child), attrgetter(source))
        return _optional(source) if "." in source else attrgetter(source)


def _nested(resource: type[Resource], get: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda row: None if (value := get(row)) is None else resource.represent_one(value)


def _nested_list(resource: type[Resource], get: Callable[[Any], Any]) -> Callable[[Any], Any]:
    return lambda row: resource.represent(get(row))


def _optional(source: str) -> Callable[[Any], Any]:
    """Follow a dotted path; the value is null where a part of it is."""
    first, _, rest = source.partition(".")
    get = attrgetter(rest)
    return lambda row: None if (related := getattr(row, first)) is None else get(related)


class ErrorDetail(StrictSerializer):
    """An error. Further keys depend on the code."""

    code = serializers.CharField(help_text="Stable, for programs.")
    message = serializers.CharField(help_text="For people.")
    request_id = serializers.CharField(help_text="Quote it when you report a problem.")
    field = serializers.CharField(required=False, help_text="The part of the request that is wrong.")
    fields = serializers.DictField(  # type: ignore[assignment]  # its name in the API
        child=serializers.CharField(), required=False, help_text="A sentence for each invalid field, by its path."
    )


class ErrorBody(StrictSerializer):
    """The body of every 4xx and 5xx response."""

    error = ErrorDetail()


class ReasonSerializer(StrictSerializer):
    """A failure or a warning."""

    code = serializers.CharField(help_text="Stable, for programs.")
    message = serializers.CharField(help_text="For people.")
    example = {"code": "encrypted_pdf", "message": "The file is protected by a password."}


class DeleteQuery(StrictSerializer):
    """Options of a deletion."""

    permanently = serializers.BooleanField(default=False, help_text="Remove it at once; it cannot be restored.")


MOVED_TO_BIN: Final = (
    f"It is moved to the bin, where it can be restored for {settings.BIN_DAYS} days; `permanently` removes it at once."
)


MAX_PAGE_SIZE: Final = 200


class PageQuery(StrictSerializer):
    """The page of a list."""

    cursor = serializers.CharField(
        required=False, allow_blank=True, help_text="From `next` or `previous` of a page; opaque."
    )
    page_size = serializers.IntegerField(required=False, min_value=1, max_value=MAX_PAGE_SIZE, help_text="Default 50.")
    count = serializers.BooleanField(
        default=False, help_text="Count the rows of all pages, as `total_count`. That takes time in long lists."
    )


@cache
def page_of(item: type[StrictSerializer]) -> type[StrictSerializer]:
    """Return the serializer of a page of such objects."""
    attributes: dict[str, Any] = {
        "__doc__": "A page of a list.",
        "results": item(many=True),
        "next": serializers.CharField(allow_null=True, help_text="URL of the next page."),
        "previous": serializers.CharField(allow_null=True, help_text="URL of the previous page."),
        "total_count": serializers.IntegerField(
            required=False, help_text="The number of rows of all pages; only with `count=true`."
        ),
        "example": {"results": [item.example], "next": None, "previous": None},
        "is_page": True,
    }
    return type(f"{item.__name__.removesuffix('Serializer')}Page", (StrictSerializer,), attributes)


@dataclass(frozen=True, slots=True)
class Media:
    """A response body in one of these media types that no serializer describes; JSON has an `example`.

    The `schema` of JSON is an object, unless it says otherwise; that of an event stream describes each event.
    """

    types: tuple[str, ...]
    description: str = ""
    example: Any = None
    schema: Mapping[str, Any] | None = None


Response = type[StrictSerializer] | Media | None
