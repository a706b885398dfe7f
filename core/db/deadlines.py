"""A PostgreSQL connection on which no statement waits for ever, also when the server hangs or is unreachable.

PostgreSQL ends slow statements itself (`statement_timeout`); this is for servers that no longer do anything.
"""

from typing import Any, ClassVar, TypeVar

import psycopg
from psycopg.abc import PQGen

T = TypeVar("T")

_INTERVAL = 0.1  # in which psycopg notices signals


class DeadlineConnection(psycopg.Connection[Any]):
    """Closes itself and raises `OperationalError` if the server does not respond within `deadline_seconds`."""

    deadline_seconds: ClassVar[float] = 30.0

    def wait(self, gen: PQGen[T], interval: float = _INTERVAL, timeout: float | None = None) -> T:
        """Wait for the server."""
        if timeout is not None:
            return super().wait(gen, interval, timeout=timeout)
        try:
            return super().wait(gen, interval, timeout=self.deadline_seconds)
        except psycopg.errors._WaitTimeout as error:  # noqa: SLF001  # it has no public name
            self.pgconn.finish()  # in an unknown state
            raise psycopg.OperationalError("The server did not respond in time.") from error


def connection_with_deadline(seconds: float) -> type[DeadlineConnection]:
    """Return the class for connections with this deadline."""
    return type("WebConnection", (DeadlineConnection,), {"deadline_seconds": seconds})
