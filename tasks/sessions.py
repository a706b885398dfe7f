"""A process's own line to PostgreSQL, apart from the connection that steps use, and the lock that proves it alive.

The lock lasts as long as the session, so a process that dies lets go of it at once, however it dies.
"""

import logging
import os
import secrets
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Any, Final

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from psycopg import Cursor

from tasks.errors import TransactionLeftOpen

logger = logging.getLogger(__name__)

_SCHEDULER: Final = 77001  # as in tasks/sql
HOLDERS: Final = 77002
WORKERS: Final = 77003

_HOUR: Final = 3600
_MAX_KEY: Final = 2**31 - 1


def call(using: BaseDatabaseWrapper, function: str, *args: Any) -> list[dict[str, Any]]:
    """Call a function of `tasks/sql` and give its rows."""
    holes = ", ".join(["%s"] * len(args))
    return select(using, f"select * from {function}({holes})", *args)  # noqa: S608  # the name is a constant of ours


def select(using: BaseDatabaseWrapper, sql: str, *params: Any) -> list[dict[str, Any]]:
    """Run one statement and give its rows by column name."""
    with using.cursor() as cursor:
        cursor.execute(sql, params)
        columns: Sequence[Any] = cursor.description or ()
        return [dict(zip((column[0] for column in columns), row, strict=True)) for row in cursor.fetchall()]


def prepared(using: BaseDatabaseWrapper, sql: str, *params: Any) -> list[tuple[Any, ...]]:
    """Run a statement of the hot path: prepared by the server, straight on the driver, rows as they come."""
    using.ensure_connection()
    with using.wrap_database_errors, Cursor(using.connection) as cursor:
        return cursor.execute(sql, params, prepare=True).fetchall()


def new_connection() -> BaseDatabaseWrapper:
    """Open a line of one's own; it is closed by whoever opened it, or by the end of the process."""
    return connections.create_connection(DEFAULT_DB_ALIAS)


def random_key() -> int:
    """Draw a key for an advisory lock. Random, so that a restored database never meets its own past keys."""
    return 1 + secrets.randbelow(_MAX_KEY)


def try_hold(using: BaseDatabaseWrapper, lock_class: int, key: int) -> bool:
    """Take a session lock without waiting: a process that waits for one at its start is a process that hangs."""
    return bool(select(using, "select pg_try_advisory_lock(%s, %s) as held", lock_class, key)[0]["held"])


def wait_briefly_for_rows(using: BaseDatabaseWrapper) -> None:
    """Until the present transaction ends, give up on a row that somebody keeps: whoever calls this has more to do."""
    select(using, "select set_config('lock_timeout', '500ms', true)")


def lock_scheduler(using: BaseDatabaseWrapper) -> None:
    """Keep everybody else from giving jobs out until the present transaction ends."""
    select(using, "select pg_advisory_xact_lock(%s)", _SCHEDULER)


class Session:
    """What one working process is to the runtime: a connection, a key that it holds, the worker it belongs to."""

    def __init__(self, *, worker_key: int | None) -> None:
        self.worker_key = worker_key
        self.connection = new_connection()
        self.renew()

    def renew(self) -> None:
        """Connect, and take a key that was never used: rows that carry the old one belong to nobody from now on."""
        self.connection.close()
        self._renew_at = 0.0  # where this does not succeed, no step begins before it has
        # Claims and marks without effects; what must last is written on the connection of the step. The name says which
        # process holds the key: the worker's main process may have to end it.
        select(
            self.connection,
            "select set_config('synchronous_commit', 'off', false), set_config('application_name', %s, false)",
            f"cartulary-worker/{os.getpid()}",
        )
        self.holder = random_key()
        while not try_hold(self.connection, HOLDERS, self.holder):
            self.holder = random_key()
        self._renew_at = time.monotonic() + _HOUR

    def renew_when_old(self) -> None:
        """Connect anew after an hour (S0-22), or when the last try did not succeed; only between steps."""
        if time.monotonic() > self._renew_at:
            self.renew()

    @property
    def may_end_jobs(self) -> bool:
        """Tell whether a step that wrote nothing may be ended on this connection, apart from the step's own."""
        return connection.connection is None or (not connection.in_atomic_block and connection.get_autocommit())

    def shield(self) -> AbstractContextManager[None]:
        """Wrap the work of a step: a transaction that it leaves open is rolled back, and meets no other step (X-9)."""
        return self._alone()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        try:
            yield
        finally:
            if not self.may_end_jobs:
                logger.error("step.left_a_transaction_open")
                self.clean_up()

    def transaction(self) -> AbstractContextManager[None]:
        """Open the transaction of a step's outputs; inside one that the step has left open nothing would be durable."""
        if not self.may_end_jobs:
            raise TransactionLeftOpen
        return transaction.atomic()

    def clean_up(self) -> None:
        """Make the connection of steps usable after a step that failed, whatever it left behind."""
        if connection.in_atomic_block or (connection.connection is not None and not connection.get_autocommit()):
            connection.close()
            del connections[DEFAULT_DB_ALIAS]
        else:
            connection.close_if_unusable_or_obsolete()


class SharedSession(Session):
    """For work in the caller's own process and connection, even inside its transaction: the tests' session."""

    def renew(self) -> None:
        self.connection = connections[DEFAULT_DB_ALIAS]
        self.holder = random_key()
        self._is_nested = self.connection.in_atomic_block

    @property
    def may_end_jobs(self) -> bool:
        return False

    def shield(self) -> AbstractContextManager[None]:
        """Inside a transaction, a failing step takes back what it did, so that the caller's transaction lives on."""
        return transaction.atomic() if self._is_nested else nullcontext()

    def transaction(self) -> AbstractContextManager[None]:
        return transaction.atomic()

    def clean_up(self) -> None:
        """Leave a connection in the caller's transaction alone."""
        if not self._is_nested:
            super().clean_up()
            self.connection = connections[DEFAULT_DB_ALIAS]
