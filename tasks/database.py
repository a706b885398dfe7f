"""Call the SQL functions of the runtime, and take its advisory locks."""

import secrets
from collections.abc import Sequence
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import Cursor

# Classes of advisory locks; `tasks/sql` has the same numbers in functions named `tasks_lock_class_...`.
SCHEDULER_LOCK: Final = 77001
HOLDER_LOCKS: Final = 77002  # of processes that run steps
WORKER_LOCKS: Final = 77003  # of the main processes of workers

_MAX_KEY: Final = 2**31 - 1


def call(using: BaseDatabaseWrapper, function: str, *args: Any) -> list[dict[str, Any]]:
    """Call a function of `tasks/sql` and return its rows."""
    placeholders = ", ".join(["%s"] * len(args))
    return select(using, f"select * from {function}({placeholders})", *args)  # noqa: S608  # the name is a constant


def select(using: BaseDatabaseWrapper, sql: str, *params: Any) -> list[dict[str, Any]]:
    """Run one statement and return its rows by column name."""
    with using.cursor() as cursor:
        cursor.execute(sql, params)
        columns: Sequence[Any] = cursor.description or ()
        return [dict(zip((column[0] for column in columns), row, strict=True)) for row in cursor.fetchall()]


def select_prepared(using: BaseDatabaseWrapper, sql: str, *params: Any) -> list[tuple[Any, ...]]:
    """Run a statement of the hot path: prepared by the server, directly on the driver, rows as tuples."""
    using.ensure_connection()
    with using.wrap_database_errors, Cursor(using.connection) as cursor:
        return cursor.execute(sql, params, prepare=True).fetchall()


def new_connection() -> BaseDatabaseWrapper:
    """Open a separate connection; the caller closes it, or the end of the process does."""
    return connections.create_connection(DEFAULT_DB_ALIAS)


def random_key() -> int:
    """Return a key for an advisory lock. Random, so that a restored database does not contain the same key."""
    return 1 + secrets.randbelow(_MAX_KEY)


def try_lock(using: BaseDatabaseWrapper, lock_class: int, key: int) -> bool:
    """Take a session lock without waiting: a process that waits for one at its start is a process that hangs."""
    return bool(select(using, "select pg_try_advisory_lock(%s, %s) as held", lock_class, key)[0]["held"])


def limit_row_waits(using: BaseDatabaseWrapper) -> None:
    """Abort after half a second when waiting for a locked row, until the current transaction ends."""
    select(using, "select set_config('lock_timeout', '500ms', true)")


def lock_scheduler(using: BaseDatabaseWrapper) -> None:
    """Prevent other sessions from dispatching jobs until the current transaction ends."""
    select(using, "select pg_advisory_xact_lock(%s)", SCHEDULER_LOCK)
