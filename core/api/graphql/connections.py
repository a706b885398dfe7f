"""Relay connections over querysets: keyset pages, counts only on demand, nested lists in one query for all parents."""

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import graphene
from django.db.models import Count, F, Model, QuerySet
from django.db.models import Window as Over
from django.db.models.functions import RowNumber
from graphene import relay

from core.api.graphql.batching import for_each, together
from core.api.graphql.context import Info
from core.api.graphql.keyset import Order, Window

M = TypeVar("M", bound=Model)

DEFAULT_PAGE = 50
MAXIMUM_PAGE = 200


@dataclass(frozen=True, slots=True)
class Edge(Generic[M]):
    """A row and its place."""

    node: M
    cursor: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Slice(Generic[M]):
    """A page of rows, as a connection shows it."""

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
    """The base of every connection: nothing in it is null, and it can be counted."""

    class Meta:
        abstract = True

    total_count = graphene.Int(required=True, resolver=lambda rows, info: rows.count())

    @classmethod
    def __init_subclass_with_meta__(cls, **options: Any) -> None:
        super().__init_subclass_with_meta__(strict_types=True, **options)


def connection_of(node: type[graphene.ObjectType]) -> type[Connection]:
    """Make the connection type of a node type."""
    return type(f"{node._meta.name}Connection", (Connection,), {"Meta": type("Meta", (), {"node": node})})


def connection_field(
    connection: Any,
    resolver: Callable[..., object],
    *,
    default: int = DEFAULT_PAGE,
    maximum: int = MAXIMUM_PAGE,
    **arguments: object,
) -> graphene.Field:
    """A field that gives a page; `resolver` gets the `window` beside the arguments named here."""

    def resolve(root: Any, info: Info, *, first: int | None = None, after: str | None = None, **given: Any) -> object:
        window = Window.of(first, after, default=default, maximum=maximum)
        return resolver(root, info, window=window, **given)

    return graphene.Field(
        connection,
        required=True,
        resolver=resolve,
        first=graphene.Argument(graphene.Int, default_value=default),
        after=graphene.Argument(graphene.String),
        **arguments,
    )


def page(queryset: QuerySet[M], order: Order, window: Window) -> Slice[M]:
    """Give a page of a whole list."""
    found = list(window.behind_cursor(queryset, order)[: window.first + 1])
    return _slice(together(found[: window.first]), len(found), order, window, queryset.count)


@dataclass(frozen=True, slots=True)
class Children(Generic[M]):
    """What belongs to rows: the children of everybody, restricted to what may be seen, in their order.

    `parent` is the lookup from a child to the key of its row, also across a many-to-many table.
    """

    queryset: QuerySet[M]
    parent: str
    order: Order

    def of(self, rows: Iterable[Model]) -> QuerySet[Any]:
        """Give the children of these rows, each with its `parent_key`."""
        return self.queryset.annotate(parent_key=F(self.parent)).filter(parent_key__in=[row.pk for row in rows])


def related_page(row: Model, key: Hashable, children: Children[M], window: Window) -> Slice[M]:
    """Give a page of what belongs to `row`, fetched for all its peers. `key` names the list and its filters."""
    found: list[M] = for_each(row, (key, window), lambda rows: _by_parent(rows, children, window), [])

    def count() -> int:
        return for_each(row, (key, "count"), lambda rows: counts_of(rows, children), 0)

    return _slice(found[: window.first], len(found), children.order, window, count)


def _slice(rows: list[M], found: int, order: Order, window: Window, count: Callable[[], int]) -> Slice[M]:
    return Slice(
        rows=rows,
        order=order,
        has_next=found > window.first,
        has_previous=window.after is not None,
        count=count,
    )


def related_list(row: Model, key: Hashable, children: Children[M]) -> list[M]:
    """Give all that belongs to `row`, fetched for all its peers."""

    def load(rows: list[Model]) -> dict[Any, list[M]]:
        return _families(children.of(rows).order_by(*children.order.columns))

    return for_each(row, key, load, [])


def _by_parent(rows: Sequence[Model], children: Children[M], window: Window) -> dict[Any, list[M]]:
    wanted = window.behind_cursor(children.of(rows), children.order)
    if len(rows) == 1:
        return _families(wanted[: window.first + 1])
    place = Over(RowNumber(), partition_by=F(children.parent), order_by=list(children.order.columns))
    return _families(wanted.annotate(among_peers=place).filter(among_peers__lte=window.first + 1))


def _families(children: Iterable[Any]) -> dict[Any, list[Any]]:
    families: dict[Any, list[Any]] = defaultdict(list)
    for child in together(children):
        families[child.parent_key].append(child)
    return families


def counts_of(rows: Sequence[Model], children: Children[Any]) -> dict[Any, int]:
    """Count the children of each row."""
    return dict(children.of(rows).order_by().values_list("parent_key").annotate(Count("pk")))
