"""Pages by key: a cursor holds the place of a row in its order, so that pages stay true while rows come and go."""

import binascii
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q, QuerySet

from core.api.paging import InvalidCursor
from core.errors import Invalid

M = TypeVar("M", bound=Model)


class PageTooLarge(Invalid):
    """So many rows cannot be asked for at once."""

    code = "page_too_large"


@dataclass(frozen=True, slots=True)
class Order:
    """Columns in order of weight, `-` before those that run backwards. The last one is unique."""

    columns: tuple[str, ...]

    def cursor(self, row: Model) -> str:
        """Give the place of `row`."""
        values = [getattr(row, column.lstrip("-")) for column in self.columns]
        return urlsafe_b64encode(json.dumps(values, cls=DjangoJSONEncoder).encode()).decode()

    def behind(self, cursor: str, model: type[Model]) -> Q:
        """Give the condition of the rows that come after the place."""
        condition, before = Q(), Q()
        for column, value in zip(self.columns, self._values(cursor, model), strict=True):
            name = column.lstrip("-")
            beyond = "lt" if column.startswith("-") else "gt"
            condition |= before & Q(**{f"{name}__{beyond}": value})
            before &= Q(**{name: value})
        return condition

    def _values(self, cursor: str, model: type[Model]) -> list[Any]:
        try:
            values = json.loads(urlsafe_b64decode(cursor.encode()))
            fields: list[Any] = [model._meta.get_field(column.lstrip("-")) for column in self.columns]
            read = [field.to_python(value) for field, value in zip(fields, values, strict=True)]
        except (binascii.Error, ArithmeticError, ValueError, TypeError, ValidationError, RecursionError):
            raise InvalidCursor(field="after") from None
        if None in read:
            raise InvalidCursor(field="after")
        return read


@dataclass(frozen=True, slots=True)
class Window:
    """Which part of a list is wanted."""

    first: int
    after: str | None

    @classmethod
    def of(cls, first: int | None, after: str | None, *, default: int, maximum: int) -> "Window":
        """Check what a client asks for."""
        wanted = default if first is None else first
        if wanted < 0:
            raise Invalid("`first` must not be negative.", field="first")
        if wanted > maximum:
            raise PageTooLarge(f"At most {maximum} can be asked for at once.", field="first", maximum=maximum)
        return cls(wanted, after or None)

    def behind_cursor(self, queryset: QuerySet[M], order: Order) -> QuerySet[M]:
        """Order the rows and leave out those before the cursor."""
        if self.after is not None:
            queryset = queryset.filter(order.behind(self.after, queryset.model))
        return queryset.order_by(*order.columns)
