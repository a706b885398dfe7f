"""Faults of the infrastructure are retried; those that are no failure of the job do not even count."""

import concurrent.futures.process
import errno

import kombu
import psycopg
import psycopg_pool
import pytest
import redis
from django.db import InterfaceError, InternalError, OperationalError
from django.db.transaction import TransactionManagementError

from core.errors import DependencyFault, StorageFull, UserFault
from tasks.policy.retry import Fault
from tasks.runtime import failures


def caused_by(cause, error):
    error.__cause__ = cause
    return error


def after(earlier, error):
    """Return an error that was raised while an earlier one was handled."""
    error.__context__ = earlier
    return error


def without_context(earlier, error):
    error.__context__, error.__cause__ = earlier, None  # as `raise … from None` does
    return error


@pytest.mark.parametrize(
    ("error", "is_outage"),
    [
        (OperationalError("the connection is closed"), True),
        (OSError(errno.ENOSPC, "no room"), True),
        (StorageFull(), True),
        (InterfaceError("connection already closed"), True),
        (psycopg.OperationalError("the pool is exhausted"), True),
        (after(psycopg.OperationalError(), TransactionManagementError()), True),
        (caused_by(psycopg.OperationalError(), TransactionManagementError()), True),
        (caused_by(OSError(errno.ENOSPC, "no room"), ValueError("I/O operation on closed file")), True),
        (caused_by(psycopg.OperationalError(), UserFault()), False),
        (OSError(errno.EACCES, "not allowed"), False),
        (ZeroDivisionError(), False),
    ],
)
def test_outages_are_recognized(error, is_outage):
    assert failures.is_outage(error) is is_outage


@pytest.mark.parametrize(("code", "is_outage"), [("57P01", True), ("53100", True), ("53200", False), ("40P01", False)])
def test_outages_are_recognized_by_sqlstate(code, is_outage):
    error = OperationalError()
    error.__cause__ = psycopg.errors.lookup(code)()
    assert failures.is_outage(error) is is_outage


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (OperationalError("the connection is closed"), "database_unavailable"),
        (InterfaceError("cursor already closed"), "database_unavailable"),
        (psycopg_pool.PoolTimeout("no connection"), "database_unavailable"),
        (psycopg.errors.DeadlockDetected(), "database_unavailable"),
        (redis.ConnectionError("refused"), "cache_unavailable"),
        (redis.TimeoutError("too slow"), "cache_unavailable"),
        (kombu.exceptions.OperationalError("refused"), "broker_unavailable"),
        (OSError(errno.ENOSPC, "no room"), "storage_full"),
        (OSError(errno.EDQUOT, "no room for you"), "storage_full"),
        (OSError(errno.EMFILE, "too many files"), "overloaded"),
        (BlockingIOError(errno.EAGAIN, "no more processes"), "overloaded"),
        (BrokenPipeError(errno.EPIPE, "the sandbox has ended"), "overloaded"),
        (ConnectionResetError(), "overloaded"),
        (FileNotFoundError(errno.ENOENT, "a file in flight"), "overloaded"),
        (EOFError("the pipe is closed"), "overloaded"),
        (MemoryError(), "overloaded"),
        (RuntimeError("can't start new thread"), "overloaded"),
        (concurrent.futures.process.BrokenProcessPool(), "overloaded"),
        (caused_by(psycopg.errors.InternalError_(), InternalError()), "database_unavailable"),
        (psycopg.errors.ReadOnlySqlTransaction(), "database_unavailable"),
        (psycopg.errors.IdleInTransactionSessionTimeout(), "database_unavailable"),
        (caused_by(psycopg.OperationalError(), TransactionManagementError()), "database_unavailable"),
        (after(redis.ConnectionError("refused"), ValueError("I/O operation on closed file")), "cache_unavailable"),
        (DependencyFault(), "dependency_unavailable"),
    ],
)
def test_faults_of_the_infrastructure_are_retried_and_never_internal_errors(error, code):
    failure = failures.failure_of(error)
    assert (failures.fault_of(error), failure.code, failure.reason) == (Fault.DEPENDENCY, code, "dependency")


@pytest.mark.parametrize(
    "error",
    [
        ZeroDivisionError(),
        InternalError("SET TRANSACTION ISOLATION LEVEL must be called before any query"),
        psycopg.errors.ActiveSqlTransaction(),
        without_context(psycopg.OperationalError(), KeyError("a bug")),
        after(OSError(errno.ENOENT, "a missing file"), KeyError("a bug")),
    ],
)
def test_a_bug_is_an_internal_error(error):
    assert failures.failure_of(error).code == "internal_error"


def test_a_failure_can_be_stored_whatever_a_server_or_a_file_contains():
    failure = failures.failure_of(UserFault("unknown field a\x00b\ud800"))
    assert failure.message == "unknown field ab?"
    assert "\x00" not in failure.traceback
    failures.failure_of(ValueError("\ud800")).traceback.encode()
