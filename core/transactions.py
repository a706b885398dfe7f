"""Transactions that are begun once more where the database gave them up, so that what they waited for could go on."""

import logging
from collections.abc import Callable
from functools import wraps
from typing import Final, ParamSpec, TypeVar

from django.db import OperationalError, connection, transaction

logger = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

# SQLSTATE: a deadlock was found, serialization failed
_GIVEN_UP: Final = frozenset({"40P01", "40001"})


def was_given_up(error: BaseException) -> bool:
    """Tell whether the database gave a transaction up for the sake of another: the same may well succeed now."""
    return isinstance(error, OperationalError) and getattr(error.__cause__, "sqlstate", None) in _GIVEN_UP


def persistent(act: Callable[P, R]) -> Callable[P, R]:
    """Run in a transaction, and in a second one where the first was given up.

    Inside a transaction of the caller's it is a part of that one, which is the caller's to begin again.
    """

    @wraps(act)
    def run(*args: P.args, **kwargs: P.kwargs) -> R:
        is_outermost = not connection.in_atomic_block
        try:
            with transaction.atomic():
                return act(*args, **kwargs)
        except OperationalError as error:
            if not (is_outermost and was_given_up(error)):
                raise
            logger.warning("transaction.again", extra={"act": act.__qualname__})
        with transaction.atomic():
            return act(*args, **kwargs)

    return run
