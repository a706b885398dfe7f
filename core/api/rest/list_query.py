"""Filters and orders of lists, declared once for REST and GraphQL.

A `ListQuery` is the query string of a REST list. `core.api.graphql.list_arguments` derives the arguments of the GraphQL
connection from it, and both call the same function with the same values. `source` names the argument of that function,
often a lookup of Django: `created_after` is `created__gte`.

REST has `corpus=<uuid>`, GraphQL `corpusId: ID`; the values of enums are lower-case in REST and upper-case in GraphQL.
Several keys are a repeated parameter in REST (`label=<uuid>&label=<uuid>`) and a list in GraphQL (`labelIds: [ID!]`).
"""

from typing import Any, Final

from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.utils import html

from core.api.ordering import Ordering
from core.api.rest.parsers import require_storable
from core.api.rest.serializers import EnumField, StrictSerializer

MAX_KEYS: Final = 50


class ListQuery(StrictSerializer):
    """The filters and the order of a list."""

    def arguments(self) -> dict[str, Any]:
        """Return the filters that were given, by `source`; and the `order`, if the list has several."""
        given = {name: value for name, value in self.validated_data.items() if value not in (None, "", [])}
        ordering = self.ordering()
        return self.with_order(given, ordering.rest_default) if ordering else given

    @classmethod
    def ordering(cls) -> Ordering | None:
        """Return the orders of the list, if it has several."""
        field: Any = cls._declared_fields.get("order_by")
        return field.ordering if field else None

    @classmethod
    def with_order(cls, arguments: dict[str, Any], default: str) -> dict[str, Any]:
        """Replace the name of the order by the `Order`."""
        ordering = cls.ordering()
        name: str = arguments.pop("order_by", default)
        return arguments | {"order": ordering.resolve(name)} if ordering else arguments


class OrderField(EnumField):
    """The order of a list: `order_by`."""

    def __init__(self, ordering: Ordering) -> None:
        self.ordering = ordering
        super().__init__(ordering.enum, required=False, help_text=f"Default: `{ordering.rest_default}`.")


class KeyField(serializers.UUIDField):
    """The id of an object of this GraphQL type: a uuid in REST, a global id in GraphQL, where its name ends in `Id`."""

    def __init__(self, node: str, **options: Any) -> None:
        self.node = node
        super().__init__(**{"required": False} | options)


class KeysField(serializers.ListField):
    """The ids of objects of this GraphQL type; in GraphQL, its name ends in `Ids`.

    A `ListQuery` may have a single id. The list has an argument for that in GraphQL, too, whose name ends in `Id`.
    """

    def __init__(self, node: str, *, most: int | None = MAX_KEYS, **options: Any) -> None:
        self.node = node
        super().__init__(child=serializers.UUIDField(), max_length=most, **{"required": False} | options)

    def get_value(self, dictionary: Any) -> Any:
        """Return the values of a query string that are not empty, or the value of a JSON body."""
        value = super().get_value(dictionary)
        is_repeated = html.is_html_input(dictionary) and value is not empty
        return [each for each in value if each] if is_repeated else value

    def to_internal_value(self, data: Any) -> Any:
        """Return the ids, each once."""
        is_single = isinstance(data, str) and isinstance(self.parent, ListQuery)
        return list(dict.fromkeys(super().to_internal_value([data] if is_single else data)))


class WordField(serializers.CharField):
    """A word, compared as it is."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, allow_blank=True, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the text; raise `UnstorableText` if no row can contain it."""
        require_storable(data)
        return super().to_internal_value(data)


class TimeField(serializers.DateTimeField):
    """The start of a range of time, or its end, which does not belong to it. A date is its midnight, in UTC."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, **options)


class CreatedQuery(ListQuery):
    """Filters by the time of creation."""

    created_after = TimeField(source="created__gte", help_text="Created at this time or later.")
    created_before = TimeField(source="created__lt", help_text="Created before this time.")


class DatesQuery(CreatedQuery):
    """Filters by the times of creation and of the last change."""

    modified_after = TimeField(source="modified__gte", help_text="Modified at this time or later.")
    modified_before = TimeField(source="modified__lt", help_text="Modified before this time.")
