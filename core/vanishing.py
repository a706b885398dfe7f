"""What is deleted while others write about it: deletions hold the row, writers keep it or hear that it is gone."""

from typing import TypeVar
from uuid import UUID

from django.core.exceptions import EmptyResultSet
from django.db import IntegrityError, connection
from django.db.models import Model, QuerySet
from psycopg.errors import ForeignKeyViolation

from core.errors import NotFound

M = TypeVar("M", bound=Model)


def hold(thing: Model) -> None:
    """Lock a row, until the transaction ends, against everything that would refer to it; `NotFound` when it is gone.

    Without it, what others write between collecting what goes with a row and deleting it makes that fail.
    """
    if not _row_of(thing).select_for_update().exists():
        raise NotFound


def keep(thing: Model) -> None:
    """Let a row not be deleted before the transaction ends; `NotFound` when it is gone.

    Keepers do not wait for each other. Whoever writes what refers to a row keeps it first: so they wait here for who
    deletes it, and not at the very end, where they hold what that one may want. Who keeps a row does not hold it then:
    another keeper would do the same.
    """
    if not keep_all(_row_of(thing)):
        raise NotFound


def keep_all(rows: "QuerySet[M]") -> set[UUID]:
    """The same for many rows; give the keys of those that are there."""
    try:
        sql, values = rows.order_by("pk").values_list("pk").query.sql_with_params()
    except EmptyResultSet:  # Django sees that nothing can be found
        return set()
    with connection.cursor() as cursor:
        cursor.execute(f"{sql} for key share of {connection.ops.quote_name(rows.model._meta.db_table)}", values)
        return {key for (key,) in cursor.fetchall()}


def _row_of(thing: Model) -> "QuerySet[Model]":
    return type(thing)._base_manager.filter(pk=thing.pk)


def gone_meanwhile(error: Exception) -> NotFound | None:
    """Give what to tell a writer whose row refers to one that was deleted before the end of the transaction."""
    if isinstance(error, IntegrityError) and isinstance(error.__cause__, ForeignKeyViolation):
        return NotFound("What this belongs to was deleted at this moment.")
    return None
