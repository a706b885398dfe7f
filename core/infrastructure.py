"""Exceptions of the database, Redis, the broker and the operating system, as errors of this application."""

import errno
import sys
from collections.abc import Mapping
from typing import Final

import psycopg
from django.db import InterfaceError, InternalError, OperationalError

from core.errors import (
    BrokerUnavailable,
    CacheUnavailable,
    DatabaseUnavailable,
    DependencyFault,
    Overloaded,
    StorageFull,
)

DATABASE_ERRORS: Final = (OperationalError, InterfaceError, psycopg.OperationalError, psycopg.InterfaceError)
_DISK_FULL: Final = frozenset({errno.ENOSPC, errno.EDQUOT})
_NO_RESOURCES: Final = frozenset(
    {errno.EMFILE, errno.ENFILE, errno.ENOMEM, errno.EAGAIN, errno.EIO, errno.EROFS, errno.ESTALE}
)
_DATABASE_DISK_FULL: Final = "53100"
# SQLSTATE: a read-only database, a transaction that was open for too long, damaged or half-written files
_BROKEN: Final = ("25006", "25P03", "25P04", "XX")
_NO_THREAD: Final = "can't start new thread"
# By name: a process that has not imported the library does not see its exceptions, and need not import it here.
_LIBRARIES: Final[Mapping[tuple[str, str], type[DependencyFault]]] = {
    ("redis.exceptions", "RedisError"): CacheUnavailable,
    ("kombu.exceptions", "OperationalError"): BrokerUnavailable,
    ("concurrent.futures", "BrokenExecutor"): Overloaded,  # a process or thread of a pool has ended
}


def as_dependency_fault(error: BaseException | None) -> DependencyFault | None:
    """Return the error for an exception of the infrastructure; `None` for all others."""
    match error:
        case DependencyFault():
            return error
        case OSError() if error.errno in _DISK_FULL:
            return StorageFull()
        case OSError() | RuntimeError() if getattr(error, "errno", None) in _NO_RESOURCES or str(error) == _NO_THREAD:
            return Overloaded()
    if isinstance(error, DATABASE_ERRORS) or (
        isinstance(error, InternalError | psycopg.InternalError) and (sqlstate_of(error) or "").startswith(_BROKEN)
    ):
        return StorageFull() if sqlstate_of(error) == _DATABASE_DISK_FULL else DatabaseUnavailable()
    return next((fault() for name, fault in _LIBRARIES.items() if _is_instance(error, *name)), None)


def sqlstate_of(error: BaseException) -> str | None:
    """Return the SQLSTATE of an error of PostgreSQL; `None` if the server did not send one."""
    source = error if isinstance(error, psycopg.Error) else error.__cause__
    return getattr(source, "sqlstate", None)


def _is_instance(error: BaseException | None, module: str, name: str) -> bool:
    return isinstance(error, getattr(sys.modules.get(module), name, ()))
