"""Batch loading: rows that were loaded together load related rows together, one query per selected field.

A list marks its rows as a batch. The first resolver that needs something of one row loads it for the whole batch, and
the loaded rows form a batch in turn. So the number of queries follows the selection, not the number of rows, nothing
has to be foreseen from the query, and what is not selected is not loaded.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, Generic, Protocol, TypeVar

from django.db.models import Model, QuerySet


class Row(Protocol):
    """A model instance, or another object with a key and attributes of its own."""

    @property
    def pk(self) -> Any: ...


M = TypeVar("M", bound=Row)
N = TypeVar("N", bound=Model)
T = TypeVar("T")

_MARK = "graphql_batch"


class _Batch(Generic[M]):
    __slots__ = ("loaded", "rows")

    def __init__(self, rows: list[M]) -> None:
        self.rows = rows
        self.loaded: dict[Hashable, Mapping[Any, Any]] = {}


def as_batch(rows: Iterable[M]) -> list[M]:
    """Mark rows as loaded together."""
    members = list(rows)
    batch = _Batch(members)
    for row in members:
        vars(row)[_MARK] = batch
    return members


def batch_of(row: M) -> list[M]:
    """Return the rows that were loaded together with `row`, including itself."""
    return _batch(row).rows


def load_for_batch(row: M, key: Hashable, load: Callable[[list[M]], Mapping[Any, T]], default: T) -> T:
    """Return the value of `row`; `load` is called once for the whole batch and maps primary keys to values."""
    batch = _batch(row)
    if key not in batch.loaded:
        batch.loaded[key] = load(batch.rows)
    value: T = batch.loaded[key].get(row.pk, default)
    return value


def related_object(row: Model, attribute: str, targets: Callable[[], QuerySet[N]], *, known: Iterable[Any] = ()) -> N:
    """Follow a foreign key (`attribute` is the column, like `document_id`) for the whole batch.

    Raises `KeyError` if the target is not in `targets`: rows whose targets are not visible must not be listed.
    Objects that are `known` already, like the actor, need no query. `targets` is called once for a batch: a query set
    of visible rows takes longer to build than a row to return.
    """
    target = visible_related_object(row, attribute, targets, known=known)
    if target is None:
        raise KeyError(attribute)
    return target


def visible_related_object(
    row: Model, attribute: str, targets: Callable[[], QuerySet[N]], *, known: Iterable[Any] = ()
) -> N | None:
    """Follow a foreign key; `None` if it is null or the target is not in `targets`."""
    target: N | None = load_for_batch(row, attribute, lambda rows: _follow(rows, attribute, targets, known), None)
    return target


def _follow(
    rows: list[Any], attribute: str, targets: Callable[[], QuerySet[Any]], known: Iterable[Any]
) -> dict[Any, Any]:
    keys = {getattr(row, attribute) for row in rows} - {None}
    found = {target.pk: target for target in known if target.pk in keys}
    if missing := keys - found.keys():
        found |= {target.pk: target for target in targets().filter(pk__in=missing)}
    as_batch(found.values())
    return {row.pk: found[getattr(row, attribute)] for row in rows if getattr(row, attribute) in found}


def _batch(row: M) -> _Batch[M]:
    if _MARK not in vars(row):
        as_batch([row])
    batch: _Batch[M] = vars(row)[_MARK]
    return batch
