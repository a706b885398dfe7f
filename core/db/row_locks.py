"""Row locks around deletion.

Who deletes a row locks it `FOR UPDATE`; who writes rows that refer to it locks it `FOR KEY SHARE` first, or gets
`NotFound`. Otherwise PostgreSQL takes that lock at the end of the writer's transaction, when it holds everything else.
"""

from collections.abc import Collection
from functools import cache
from typing import Any, TypeVar
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db import IntegrityError, connection
from django.db.models import Manager, Model, QuerySet
from psycopg.errors import ForeignKeyViolation

from core.db.statements import Parameter, Statement, compiled
from core.errors import NotFound

M = TypeVar("M", bound=Model)


def lock_for_delete(obj: Model) -> None:
    """Lock a row until the transaction ends, also against new references to it; raise `NotFound` if it is gone."""
    if not _row_of(obj).select_for_update().exists():
        raise NotFound


def lock_against_delete(obj: Model) -> None:
    """Keep a row from being deleted until the transaction ends; raise `NotFound` if it is gone.

    Holders of this lock do not wait for each other. It cannot be upgraded to `lock_for_delete` without a deadlock.
    """
    if not lock_keys_against_delete(type(obj)._base_manager, [obj.pk]):
        raise NotFound


def lock_keys_against_delete(rows: Manager[Any], keys: Collection[UUID]) -> set[UUID]:
    """Do the same for rows by their keys and return the keys of those that the manager has."""
    return {key for (key,) in _with_keys(rows).rows({"keys": list(keys)})}


def lock_all_against_delete(rows: QuerySet[M]) -> set[UUID]:
    """Do the same for the rows of a queryset and return their keys."""
    try:
        locking = _for_key_share(rows)
    except EmptyResultSet:  # the condition can match nothing
        return set()
    return {key for (key,) in locking.rows({})}


@cache
def _with_keys(rows: Manager[Any]) -> Statement:
    return _for_key_share(rows.filter(pk__any=Parameter("keys")))


def _for_key_share(rows: QuerySet[Any]) -> Statement:
    """Return the statement that locks rows, in the order of their keys, and returns these."""
    keys = compiled(rows.order_by("pk").values_list("pk"))
    return Statement(f"{keys.sql} for key share of {connection.ops.quote_name(rows.model._meta.db_table)}", keys.params)


def _row_of(obj: Model) -> QuerySet[Model]:
    return type(obj)._base_manager.filter(pk=obj.pk)


def as_not_found(error: Exception) -> NotFound | None:
    """Return the error for a writer whose row refers to one that was deleted before the transaction ended."""
    if isinstance(error, IntegrityError) and isinstance(error.__cause__, ForeignKeyViolation):
        return NotFound("The object that this belongs to was deleted in the meantime.")
    return None
