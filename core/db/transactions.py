"""Transactions: retry after a deadlock or a serialization failure, or only read."""

import logging
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from django.db import IntegrityError, OperationalError, connection, transaction

from core.db.row_locks import as_not_found

logger = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

# SQLSTATE: deadlock_detected, serialization_failure
_RETRYABLE: Final = frozenset({"40P01", "40001"})

# In seconds, each by a random factor from 1 to 2. Without a pause the retry may lock its first row before the other
# transaction, which waits for that row, has been woken: the same deadlock again.
_PAUSES: Final = (0.02, 0.08, 0.32)


def is_serialization_failure(error: BaseException) -> bool:
    """Check whether PostgreSQL aborted a transaction because of another one: a retry may well succeed."""
    return isinstance(error, OperationalError) and getattr(error.__cause__, "sqlstate", None) in _RETRYABLE


def atomic_with_retry(function: Callable[P, R]) -> Callable[P, R]:
    """Run a function in a transaction, and again in up to three more if PostgreSQL aborts it.

    Raises `NotFound` if an object that it refers to was deleted in the meantime. Inside a transaction of the caller it
    is a part of that one, which only the caller can retry.
    """
    return _retrying(function, is_serialization_failure)


def purging(function: Callable[P, R]) -> Callable[P, R]:
    """Do the same for a function that removes rows; retry it if another transaction added rows that refer to them."""
    return _retrying(function, lambda error: is_serialization_failure(error) or as_not_found(error) is not None)


@contextmanager
def read_only() -> Iterator[None]:
    """Run statements in a transaction in which PostgreSQL refuses to write."""
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SET TRANSACTION READ ONLY")
        yield


def _retrying(function: Callable[P, R], is_retryable: Callable[[Exception], bool]) -> Callable[P, R]:
    run_once = transaction.atomic(function)

    @wraps(function)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        is_outermost = not connection.in_atomic_block
        for pause in _PAUSES if is_outermost else ():
            try:
                return run_once(*args, **kwargs)
            except (OperationalError, IntegrityError) as error:
                if not is_retryable(error):
                    raise as_not_found(error) or error from error.__cause__
                logger.warning("transaction.retried", extra={"function": function.__qualname__})
            time.sleep(pause * random.uniform(1, 2))  # noqa: S311 - not for security
        return run_once(*args, **kwargs)

    return run
