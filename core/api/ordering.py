"""Orders of lists and their cursors, for REST and GraphQL.

Keyset pagination: a cursor holds the position of a row, so that pages stay consistent while rows are added.
"""

import binascii
import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import partial
from typing import Any, TypeVar

from django.core.exceptions import ValidationError
from django.db.models import Model, Q, QuerySet

from core.access import VisibleQuerySet
from core.api.rest.parsers import is_storable
from core.db.table_sizes import is_large
from core.errors import Invalid
from core.visible_pages import first_in_order

M = TypeVar("M", bound=Model)


class InvalidCursor(Invalid):
    """This is not a cursor of this list and order."""

    code = "invalid_cursor"
    what_to_do = "Start again at the first page, and use `next` or `endCursor` unchanged."


@dataclass(frozen=True, slots=True)
class Order:
    """Columns by significance, descending ones with a `-`. None of them is null; the last one is unique.

    `computed` has the expressions of those that are no columns of the table, by name. `sorts_keys` is for those without
    an index: the keys of a page are found before other tables are joined, so that whole rows need not be sorted.
    With `has_index`, the table can be read in this order.
    """

    columns: tuple[str, ...]
    computed: Mapping[str, Any] = field(default_factory=dict, hash=False)
    sorts_keys: bool = False
    has_index: bool = False

    def apply(self, queryset: QuerySet[M]) -> QuerySet[M]:
        """Sort the rows."""
        rows: QuerySet[M] = queryset.annotate(**self.computed)
        return rows.order_by(*self.columns)

    def page(self, queryset: QuerySet[M], number: int, cursor: str | None = None, *, field: str = "after") -> list[M]:
        """Fetch the first rows, or those after the cursor; raise `InvalidCursor` about this field."""
        rows = self._sorted(queryset, cursor, field)
        if self.has_index and isinstance(rows, VisibleQuerySet) and is_large(rows.model):
            table = self._sorted(rows.model._base_manager.all(), cursor, field)
            found = first_in_order(rows, number, until=partial(self._before, table), fetch=self._first)
            if found is not None:
                return found
        return self._first(rows, number)

    def _sorted(self, queryset: QuerySet[M], cursor: str | None, field: str) -> QuerySet[M]:
        rows = self.apply(queryset)
        return rows if cursor is None else self.after(cursor, rows, field=field)

    def _before(self, table: QuerySet[M], number: int) -> Q | None:
        """Return the condition of the rows before the one with this number in a table; `None` if it has fewer."""
        columns = [column.lstrip("-") for column in self.columns]
        position = table.values_list(*columns)[number : number + 1].first()
        return self.reversed().beyond(position) if position else None

    def _first(self, rows: QuerySet[M], number: int) -> list[M]:
        if not self.sorts_keys or not rows.query.annotations.keys() <= self.computed.keys():
            return list(rows[:number])
        page: QuerySet[M] = rows.model._base_manager.filter(pk__in=rows.values("pk")[:number])
        page.query.select_related = rows.query.select_related
        page.query.deferred_loading = rows.query.deferred_loading
        return list(self.apply(page))

    def cursor(self, row: Model) -> str:
        """Return the cursor of `row`."""
        values = [getattr(row, column.lstrip("-")) for column in self.columns]
        return urlsafe_b64encode(json.dumps([*self.columns, *values], default=_as_text).encode()).decode()

    def after(self, cursor: str, queryset: QuerySet[M], *, field: str = "after") -> QuerySet[M]:
        """Keep the rows after the cursor, of sorted ones; raise `InvalidCursor` about this field."""
        try:
            values = self._values(cursor, queryset)
        except (binascii.Error, ArithmeticError, ValueError, TypeError, ValidationError, RecursionError):
            raise InvalidCursor(field=field) from None
        return queryset.filter(self.beyond(values))

    def beyond(self, position: Sequence[Any]) -> Q:
        """Return the condition of the rows after a position."""
        condition, before = Q(), Q()
        for column, value in zip(self.columns, position, strict=True):
            name = column.lstrip("-")
            lookup = "lt" if column.startswith("-") else "gt"
            condition |= before & Q(**{f"{name}__{lookup}": value})
            before &= Q(**{name: value})
        return self._not_before(position[0]) & condition

    def _not_before(self, value: Any) -> Q:
        """Return the condition by which PostgreSQL finds the position of a cursor in an index of several columns."""
        lookup = "lte" if self.columns[0].startswith("-") else "gte"
        return Q((f"{self.columns[0].lstrip('-')}__{lookup}", value))

    def reversed(self) -> "Order":
        """Return the opposite order."""
        columns = (column[1:] if column.startswith("-") else f"-{column}" for column in self.columns)
        return Order(tuple(columns), self.computed, self.sorts_keys, self.has_index)

    def _values(self, cursor: str, queryset: QuerySet[M]) -> list[Any]:
        items = json.loads(urlsafe_b64decode(cursor.encode()))
        size = len(self.columns)
        if not isinstance(items, list) or tuple(items[:size]) != self.columns:
            raise ValueError(cursor)
        fields = (_field_of(queryset, column.lstrip("-")) for column in self.columns)
        values = [each.to_python(value) for each, value in zip(fields, items[size:], strict=True)]
        if None in values or any(isinstance(value, str) and not is_storable(value) for value in values):
            raise ValueError(cursor)
        return values


def _field_of(queryset: QuerySet[M], column: str) -> Any:
    computed = queryset.query.annotations.get(column)
    return computed.output_field if computed else queryset.model._meta.get_field(column)


def _as_text(value: object) -> str:
    # With all digits: a position that is rounded would skip rows.
    return value.isoformat() if isinstance(value, datetime) else str(value)


class Ordering:
    """The orders of one list by name; the first is the default. REST may have another one."""

    def __init__(self, name: str, *, rest_default: str = "", **orders: Order) -> None:
        self.name = name
        self._orders: Mapping[str, Order] = orders
        self.default = next(iter(orders))
        self.rest_default = rest_default or self.default
        self.enum: Any = StrEnum(name, {key.upper(): key for key in orders})  # type: ignore[misc]  # the names are arguments
        self.enum.__doc__ = "The order of the list."

    def with_orders(self, **orders: Order) -> "Ordering":
        """Return an ordering of the same name that has further orders."""
        return Ordering(self.name, rest_default=self.rest_default, **self._orders, **orders)

    def resolve(self, name: str) -> Order:
        """Return the order with this name."""
        return self._orders[name]
