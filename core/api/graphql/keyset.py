"""Keyset pagination: a cursor holds the position of a row in its order, so that pages stay consistent."""

import binascii
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.core.serializers.json import DjangoJSONEncoder
from django.db.models import Model, Q, QuerySet

from core.api.rest.pagination import InvalidCursor
from core.errors import Invalid

M = TypeVar("M", bound=Model)


class PageTooLarge(Invalid):
    """Too many rows per page."""

    code = "page_too_large"


@dataclass(frozen=True, slots=True)
class Order:
    """Columns by significance, descending ones with a `-`. The last one is unique."""

    columns: tuple[str, ...]

    def cursor(self, row: Model) -> str:
        """Return the cursor of `row`."""
        values = [getattr(row, column.lstrip("-")) for column in self.columns]
        return urlsafe_b64encode(json.dumps(values, cls=DjangoJSONEncoder).encode()).decode()

    def after(self, cursor: str, model: type[Model]) -> Q:
        """Return the condition for the rows after the cursor."""
        condition, before = Q(), Q()
        for column, value in zip(self.columns, self._values(cursor, model), strict=True):
            name = column.lstrip("-")
            lookup = "lt" if column.startswith("-") else "gt"
            condition |= before & Q(**{f"{name}__{lookup}": value})
            before &= Q(**{name: value})
        return condition

    def _values(self, cursor: str, model: type[Model]) -> list[Any]:
        try:
            values = json.loads(urlsafe_b64decode(cursor.encode()))
            fields: list[Any] = [model._meta.get_field(column.lstrip("-")) for column in self.columns]
            parsed = [field.to_python(value) for field, value in zip(fields, values, strict=True)]
        except (binascii.Error, ArithmeticError, ValueError, TypeError, ValidationError, RecursionError):
            raise InvalidCursor(field="after") from None
        if None in parsed:
            raise InvalidCursor(field="after")
        return parsed


@dataclass(frozen=True, slots=True)
class Window:
    """The requested part of a list."""

    first: int
    after: str | None

    @classmethod
    def of(cls, first: int | None, after: str | None, *, default: int, maximum: int) -> "Window":
        """Check the arguments of a connection."""
        size = default if first is None else first
        if size < 0:
            raise Invalid("`first` must not be negative.", field="first")
        if size > maximum:
            raise PageTooLarge(f"`first` must be at most {maximum}.", field="first", maximum=maximum)
        return cls(size, after or None)

    def apply(self, queryset: QuerySet[M], order: Order) -> QuerySet[M]:
        """Order the rows and skip those up to the cursor."""
        if self.after is not None:
            queryset = queryset.filter(order.after(self.after, queryset.model))
        return queryset.order_by(*order.columns)
