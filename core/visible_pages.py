"""The first visible rows of a large table, for those who see much of it.

PostgreSQL finds all visible rows, then sorts them. Instead, the first rows of the table are read in the order of the
list, and it is looked up which of them are visible: in one query if an index has this order, else in parts. For those
who see few rows of the table, the usual way is faster.
"""

import time
from collections.abc import Callable
from typing import Any, Final, TypeVar

from django.core.exceptions import EmptyResultSet
from django.db.models import Model, Q, QuerySet

from core.access import VisibleQuerySet
from core.db.table_sizes import sample_keys

M = TypeVar("M", bound=Model)
T = TypeVar("T")

LOOKED_AT: Final = 4  # times as many rows of the table as a page has
THEN_LOOKED_AT: Final = 16  # at most
MOST_LOOKED_AT: Final = 64
FIRST_LOOKED_AT: Final = 20  # before it is found out which part of the table is visible
LEAST_SHARE: Final = 0.03  # of the rows of the table
SPARE: Final = 1.3  # times as many rows as are expected to be needed
OVERLAP: Final = 20  # rows that are read again
_SECONDS: Final = 300.0  # for which it is kept in a process that a list has few rows
_MOST_KEPT: Final = 10_000

_short: dict[int, float] = {}  # by the conditions of lists, which include who sees them


def first_visible(
    rows: VisibleQuerySet[M],
    table: QuerySet[Any, Any],
    number: int,
    *,
    fetch: Callable[[VisibleQuerySet[M], int], list[T]],
) -> list[T] | None:
    """Return the first of sorted rows; `None` if they are not found among the first keys of the `table`."""
    try:
        conditions = _conditions(rows)
    except EmptyResultSet:
        return []
    if _is_short(conditions):
        return None
    found: list[T] = []
    looked_up: set[Any] = set()
    start, size = 0, LOOKED_AT * number
    while start < MOST_LOOKED_AT * number:
        # Rows that are added or removed in the meantime move others to the next part, or to the previous one.
        begin, end = max(0, start - OVERLAP), start + size
        keys = list(table[begin:end])
        found += fetch(rows.among([key for key in keys if key not in looked_up]), number - len(found))
        looked_up.update(keys)
        if len(found) == number or len(keys) < end - begin:
            return found
        is_first, start = start == 0, end
        share = len(found) / start
        if is_first and share < LEAST_SHARE and share_of(rows) < LEAST_SHARE:
            break
        needed = round(SPARE * (number - len(found)) / max(share, LEAST_SHARE))
        size = min(THEN_LOOKED_AT * number, max(start, needed))
    _keep(conditions)
    return None


def first_in_order(
    rows: VisibleQuerySet[M],
    number: int,
    *,
    until: Callable[[int], Q | None],
    fetch: Callable[[VisibleQuerySet[M], int], list[M]],
) -> list[M] | None:
    """Return the first of sorted rows; `None` if they are not found in the first part of their table.

    PostgreSQL reads the table in its order until it has found enough visible rows. `until` returns the condition of the
    rows before the one with this number, `None` if the table has fewer.
    """
    if rows.query.is_empty():
        return []
    try:
        if _short and _is_short(_conditions(rows)):
            return None
        for size in (FIRST_LOOKED_AT, MOST_LOOKED_AT):
            before = until(size * number)
            found = fetch(rows.read_in_order().filter(before or Q()), number)
            if before is None or len(found) == number:
                return found
            if len(found) < LEAST_SHARE * size * number and share_of(rows) < LEAST_SHARE:
                break
        _keep(_conditions(rows))
    except EmptyResultSet:
        return []
    return None


def _conditions(rows: QuerySet[Any, Any]) -> int:
    return hash(str(rows.query.sql_with_params()))


def share_of(rows: VisibleQuerySet[M]) -> float:
    """Return about which part of their table some rows are."""
    keys = sample_keys(rows.model)
    return rows.among(keys).order_by().count() / max(1, len(keys))


def _is_short(conditions: int) -> bool:
    return time.monotonic() - _short.get(conditions, -_SECONDS) < _SECONDS


def _keep(conditions: int) -> None:
    if len(_short) >= _MOST_KEPT:
        _short.clear()
    _short[conditions] = time.monotonic()
