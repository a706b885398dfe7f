"""Classification of the exceptions of steps: outages that do not count, and failures with their cause and messages."""

import traceback

from core.errors import DependencyFault, DomainError, Overloaded, StorageFull
from core.infrastructure import DATABASE_ERRORS, as_dependency_fault, sqlstate_of
from core.storable import storable
from tasks.policy import retry
from tasks.policy.retry import Fault
from tasks.runtime.transitions import Failure
from tasks.states import Reason

__all__ = ["DATABASE_ERRORS", "UNEXPECTED_CODE", "failure_of", "fault_of", "is_outage"]

# SQLSTATE: connection exceptions, shutdowns and restarts, too many connections
_OUTAGES = ("08", "57P", "53300")
# Files and pipes of the worker itself, and its memory. Files of users are opened in the sandbox, which reports errors
# of its own.
_SYSTEM_ERRORS = (OSError, EOFError, MemoryError)
_REASONS = {Fault.USER: Reason.USER_FAULT, Fault.DEPENDENCY: Reason.DEPENDENCY, Fault.UNKNOWN: Reason.ERROR}
_TRACEBACK_LENGTH = 64_000
UNEXPECTED_CODE = "internal_error"
_UNEXPECTED = "An unexpected error stopped this job."


def is_outage(error: BaseException) -> bool:
    """Check whether the database, the network or the disk space failed; that is no failure of the job.

    The rest of `DATABASE_ERRORS`, such as a deadlock or a database out of memory, counts and is worth a retry.
    """
    origin = _origin_of(error)
    if isinstance(as_dependency_fault(origin), StorageFull):
        return True
    if isinstance(origin, DATABASE_ERRORS):
        code = sqlstate_of(origin)
        return code is None or code.startswith(_OUTAGES)
    return False


def fault_of(error: Exception) -> Fault:
    """Return the cause of an exception, which decides whether a retry makes sense."""
    return retry.fault_of(_infrastructure_fault(error) or error)


def failure_of(error: Exception) -> Failure:
    """Return the failure to record for an exception."""
    known = _infrastructure_fault(error) or error
    code, message = (known.code, known.message) if isinstance(known, DomainError) else (UNEXPECTED_CODE, _UNEXPECTED)
    return Failure(
        reason=_REASONS[fault_of(error)],
        code=code,
        message=message,
        traceback=storable("".join(traceback.format_exception(error))[-_TRACEBACK_LENGTH:]),
    )


def _infrastructure_fault(error: Exception) -> DependencyFault | None:
    """Return the error for an exception that is no bug in the step: the job is retried."""
    return as_dependency_fault(_origin_of(error)) or (Overloaded() if isinstance(error, _SYSTEM_ERRORS) else None)


def _origin_of(error: BaseException) -> BaseException:
    """Return the exception of the infrastructure that led to this one; without it, this one.

    After a lost connection Django and libraries raise others: of a broken transaction, of a closed file or pool.
    """
    origin: BaseException | None = error
    while origin is not None:
        if as_dependency_fault(origin):
            return origin
        if isinstance(origin, DomainError):  # it says what the cause means for the user
            break
        origin = origin.__cause__ or (None if origin.__suppress_context__ else origin.__context__)
    return error
