"""Rows that were loaded together load what belongs to them together: one query per selected field, however deep.

A list marks its rows as peers. The first resolver that needs something of one row fetches it for all peers, and what it
fetched are peers in their turn. So the number of queries follows the selection, never the number of rows; nothing has
to be foreseen from the query's text, and what nobody selects is not loaded.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Generic, TypeVar

from django.db.models import Model, QuerySet

M = TypeVar("M", bound=Model)
N = TypeVar("N", bound=Model)
T = TypeVar("T")

_MARK = "graphql_peers"


class _Peers(Generic[M]):
    __slots__ = ("loaded", "rows")

    def __init__(self, rows: list[M]) -> None:
        self.rows = rows
        self.loaded: dict[Hashable, Mapping[Any, Any]] = {}


def together(rows: Iterable[M]) -> list[M]:
    """Mark rows as loaded together."""
    members = list(rows)
    group = _Peers(members)
    for row in members:
        vars(row)[_MARK] = group
    return members


def peers_of(row: M) -> list[M]:
    """Give the rows that were loaded together with `row`, itself included."""
    return _group(row).rows


def for_each(row: M, key: Hashable, load: Callable[[list[M]], Mapping[Any, T]], default: T) -> T:
    """Give what `load` found for `row`; it is called once for all peers and maps their keys to results."""
    group = _group(row)
    if key not in group.loaded:
        group.loaded[key] = load(group.rows)
    found: T = group.loaded[key].get(row.pk, default)
    return found


def target(row: Model, attribute: str, queryset: QuerySet[N]) -> N:
    """Follow a foreign key (`attribute` is the column, like `document_id`) for all peers at once.

    Raises `KeyError` when the target is not in `queryset`: rows whose targets are out of sight must not be listed.
    """
    found = target_in_sight(row, attribute, queryset)
    if found is None:
        raise KeyError(attribute)
    return found


def target_in_sight(row: Model, attribute: str, queryset: QuerySet[N]) -> N | None:
    """The same for targets that may be out of sight, or that need not be there: nothing then."""
    found: N | None = for_each(row, attribute, lambda rows: _targets(rows, attribute, queryset), None)
    return found


def _targets(rows: list[Any], attribute: str, queryset: QuerySet[Any]) -> dict[Any, Any]:
    wanted = {getattr(row, attribute) for row in rows} - {None}
    found = {each.pk: each for each in together(queryset.filter(pk__in=wanted))}
    return {row.pk: found[getattr(row, attribute)] for row in rows if getattr(row, attribute) in found}


def _group(row: M) -> _Peers[M]:
    if _MARK not in vars(row):
        together([row])
    group: _Peers[M] = vars(row)[_MARK]
    return group
