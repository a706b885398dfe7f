"""The database session of a worker process, separate from the connection of its steps; its lock proves it alive.

The lock lasts as long as the session, so it is released at once when the process dies, whatever the cause.
"""

import logging
import os
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final

from django.db import DEFAULT_DB_ALIAS, connection, connections, transaction

from tasks import database
from tasks.errors import TransactionLeftOpen

logger = logging.getLogger(__name__)

_MAX_AGE: Final = 3600


class Session:
    """The database session of one worker process: its connection, the key that it holds, and its worker."""

    def __init__(self, *, worker_key: int | None) -> None:
        self.worker_key = worker_key
        self.connection = database.new_connection()
        self.reconnect()

    def reconnect(self) -> None:
        """Connect and take a new key: rows that carry the old one belong to no process from now on."""
        self.connection.close()
        self._reconnect_at = 0.0  # after a failure no step begins before a reconnect has succeeded
        # This connection writes claims and marks; outputs, which must be durable, are written on the step's connection.
        # The name of the application identifies the process, which the worker's main process may have to kill.
        database.select(
            self.connection,
            "select set_config('synchronous_commit', 'off', false), set_config('application_name', %s, false)",
            f"cartulary-worker/{os.getpid()}",
        )
        self.holder = database.random_key()
        while not database.try_lock(self.connection, database.HOLDER_LOCKS, self.holder):
            self.holder = database.random_key()
        self._reconnect_at = time.monotonic() + _MAX_AGE

    def reconnect_when_old(self) -> None:
        """Reconnect after an hour (S0-22), or if the last attempt failed; only between steps."""
        if time.monotonic() > self._reconnect_at:
            self.reconnect()

    @property
    def may_end_jobs(self) -> bool:
        """Check whether a step without outputs may be completed on this connection, outside the step's own."""
        return connection.connection is None or (not connection.in_atomic_block and connection.get_autocommit())

    def ensure_clean_connection(self) -> AbstractContextManager[None]:
        """Wrap the work of a step: a transaction that it leaves open is rolled back (X-9)."""
        return self._rolling_back()

    @contextmanager
    def _rolling_back(self) -> Iterator[None]:
        try:
            yield
        finally:
            if not self.may_end_jobs:
                logger.error("step.transaction_left_open")
                self.clean_up()

    def transaction(self) -> AbstractContextManager[None]:
        """Open the transaction of a step's outputs, which would not be durable inside one that the step left open."""
        if not self.may_end_jobs:
            raise TransactionLeftOpen
        return transaction.atomic()

    def clean_up(self) -> None:
        """Make the connection of steps usable after a step that failed."""
        if connection.in_atomic_block or (connection.connection is not None and not connection.get_autocommit()):
            connection.close()
            del connections[DEFAULT_DB_ALIAS]
        else:
            connection.close_if_unusable_or_obsolete()


class SharedSession(Session):
    """The session of tests: it uses the caller's process and connection, even inside the caller's transaction."""

    def reconnect(self) -> None:
        self.connection = connections[DEFAULT_DB_ALIAS]
        self.holder = database.random_key()
        self._is_nested = self.connection.in_atomic_block

    @property
    def may_end_jobs(self) -> bool:
        return False

    def ensure_clean_connection(self) -> AbstractContextManager[None]:
        """Roll back a failing step to a savepoint inside a transaction, so that the caller's transaction survives."""
        return transaction.atomic() if self._is_nested else nullcontext()

    def transaction(self) -> AbstractContextManager[None]:
        return transaction.atomic()

    def clean_up(self) -> None:
        """Leave a connection in the caller's transaction alone."""
        if not self._is_nested:
            super().clean_up()
            self.connection = connections[DEFAULT_DB_ALIAS]
