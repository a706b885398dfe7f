"""Relay connections over querysets: keyset pages, counts only on demand, nested lists in one query for all parents."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Generic, TypeVar

import graphene
from django.db.models import Count, F, Model, QuerySet
from django.db.models import Window as Over
from django.db.models.functions import RowNumber
from graphene import relay

from core.api.graphql.context import Info
from core.api.graphql.keyset import Window
from core.api.graphql.list_arguments import arguments_of, read_arguments
from core.api.graphql.loaders import as_batch, load_for_batch
from core.api.ordering import Order
from core.api.rest.list_query import ListQuery

M = TypeVar("M", bound=Model)
T = TypeVar("T")

DEFAULT_PAGE = 50
MAXIMUM_PAGE = 200


@dataclass(frozen=True, slots=True)
class Edge(Generic[M]):
    """A row and its cursor."""

    node: M
    cursor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice(Generic[M]):
    """A page of rows."""

    rows: list[M]
    order: Order
    has_next: bool
    has_previous: bool
    count: Callable[[], int] = field(repr=False)

    @property
    def edges(self) -> list[Edge[M]]:
        return [Edge(row, self.order.cursor(row)) for row in self.rows]

    @property
    def page_info(self) -> relay.PageInfo:
        return relay.PageInfo(
            has_next_page=self.has_next,
            has_previous_page=self.has_previous,
            start_cursor=self.order.cursor(self.rows[0]) if self.rows else None,
            end_cursor=self.order.cursor(self.rows[-1]) if self.rows else None,
        )


class Connection(relay.Connection):
    """The base of all connections: no nulls, and a total count."""

    class Meta:
        abstract = True

    total_count = graphene.Int(required=True, resolver=lambda rows, info: rows.count())

    @classmethod
    def __init_subclass_with_meta__(cls, **options: Any) -> None:
        super().__init_subclass_with_meta__(strict_types=True, **options)


@cache
def connection_of(node: Any) -> type[Connection]:
    """Return the connection type of a node type."""
    return type(f"{node._meta.name}Connection", (Connection,), {"Meta": type("Meta", (), {"node": node})})


def connection_field(
    connection: Any,
    resolver: Callable[..., object],
    *,
    query: type[ListQuery] | None = None,
    default: int = DEFAULT_PAGE,
    maximum: int = MAXIMUM_PAGE,
    description: str | None = None,
    **arguments: graphene.Argument,
) -> graphene.Field:
    """Create a field that returns a page.

    `resolver` gets the `window` in addition to these arguments, and the filters and the `order` of the query.
    """

    def resolve(root: Any, info: Info, *, first: int | None = None, after: str | None = None, **kwargs: Any) -> object:
        window = Window.of(first, after, default=default, maximum=maximum)
        if query is not None:
            filters = arguments_of_query.keys()
            others = {name: value for name, value in kwargs.items() if name not in filters}
            kwargs = others | read_arguments(query, kwargs, info.context.actor)
        return resolver(root, info, window=window, **kwargs)

    arguments_of_query = arguments_of(query) if query is not None else {}
    page_arguments = {
        "first": graphene.Argument(graphene.Int, default_value=default),
        "after": graphene.Argument(graphene.String),
    }
    return graphene.Field(
        connection,
        required=True,
        resolver=resolve,
        description=description,
        args=arguments_of_query | arguments | page_arguments,
    )


def page(queryset: QuerySet[M], order: Order, window: Window) -> Slice[M]:
    """Return a page of a list."""
    rows = order.page(queryset, window.first + 1, window.after)
    is_whole_list = window.after is None and len(rows) <= window.first
    count = (lambda: len(rows)) if is_whole_list else queryset.count
    return _slice(as_batch(rows[: window.first]), len(rows), order, window, count)


@dataclass(frozen=True, slots=True)
class Children(Generic[M]):
    """Visible related rows (children) in their order.

    `parent` is the lookup from a child to the key of its parent, also across a many-to-many table. With `column`, it is
    the lookup of the value that parents have in this column; several parents may have the same.
    """

    queryset: QuerySet[M]
    parent: str
    order: Order
    column: str = field(default="pk", kw_only=True)

    def of(self, rows: Iterable[Model]) -> QuerySet[Any]:
        """Return the children of these rows, each with its `parent_key`."""
        return self.queryset.annotate(parent_key=F(self.parent)).filter(
            parent_key__in=[getattr(row, self.column) for row in rows]
        )

    def by_row(self, rows: Sequence[Model], found: dict[Any, T]) -> dict[Any, T]:
        """Return by the keys of rows what was found by their `parent_key`."""
        keys = {row.pk: getattr(row, self.column) for row in rows}
        return {pk: found[key] for pk, key in keys.items() if key in found}


def related_page(row: Model, key: Hashable, children: Children[M], window: Window) -> Slice[M]:
    """Return a page of the children of `row`, loaded for its batch. `key` identifies the list and its filters."""
    children_of_row: list[M] = load_for_batch(
        row, (key, window), lambda rows: children.by_row(rows, _load_pages(rows, children, window)), []
    )

    def count() -> int:
        return load_for_batch(row, (key, "count"), lambda rows: children.by_row(rows, counts_of(rows, children)), 0)

    return _slice(children_of_row[: window.first], len(children_of_row), children.order, window, count)


def _slice(rows: list[M], available: int, order: Order, window: Window, count: Callable[[], int]) -> Slice[M]:
    return Slice(
        rows=rows,
        order=order,
        has_next=available > window.first,
        has_previous=window.after is not None,
        count=count,
    )


def related_list(row: Model, key: Hashable, children: Children[M]) -> list[M]:
    """Return all children of `row`, loaded for its batch."""

    def load(rows: list[Model]) -> dict[Any, list[M]]:
        return children.by_row(rows, _by_parent_key(children.order.apply(children.of(rows))))

    return load_for_batch(row, key, load, [])


def _load_pages(rows: Sequence[Model], children: Children[M], window: Window) -> dict[Any, list[M]]:
    queryset = window.apply(children.of(rows), children.order)
    if len(rows) == 1:
        return _by_parent_key(queryset[: window.first + 1])
    number = Over(RowNumber(), partition_by=F(children.parent), order_by=list(children.order.columns))
    return _by_parent_key(queryset.annotate(row_number=number).filter(row_number__lte=window.first + 1))


def _by_parent_key(children: Iterable[Any]) -> dict[Any, list[Any]]:
    by_parent: dict[Any, list[Any]] = defaultdict(list)
    for child in as_batch(children):
        by_parent[child.parent_key].append(child)
    return by_parent


def counts_of(rows: Sequence[Model], children: Children[Any]) -> dict[Any, int]:
    """Count the children of each row."""
    return dict(children.of(rows).order_by().values_list("parent_key").annotate(Count("pk")))
