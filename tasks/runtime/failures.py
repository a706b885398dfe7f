"""Classification of the exceptions of steps: outages that do not count, and failures with their cause and messages."""

import errno
import traceback

from django.db import InterfaceError, OperationalError

from core.errors import DomainError
from tasks.policy import retry
from tasks.policy.retry import Fault
from tasks.runtime.transitions import Failure
from tasks.states import Reason

# Also a deadlock, or a database out of memory, within a step: worth a retry.
DATABASE_ERRORS = (OperationalError, InterfaceError)
# SQLSTATE: connection exceptions, shutdowns and restarts, a full disk, too many connections
_OUTAGES = ("08", "57P", "53100", "53300")
_DISK_FULL = (errno.ENOSPC, errno.EDQUOT)
_REASONS = {Fault.USER: Reason.USER_FAULT, Fault.DEPENDENCY: Reason.DEPENDENCY, Fault.UNKNOWN: Reason.ERROR}
_TRACEBACK_LENGTH = 64_000
_UNEXPECTED = "An unexpected error stopped this job."


def is_outage(error: BaseException) -> bool:
    """Check whether the database, the network or the disk space failed; that is no failure of the job."""
    if isinstance(error, OperationalError):
        code = getattr(error.__cause__, "sqlstate", None)
        return code is None or code.startswith(_OUTAGES)
    return isinstance(error, OSError) and error.errno in _DISK_FULL


def fault_of(error: Exception) -> Fault:
    """Return the cause of an exception, which decides whether a retry makes sense."""
    return Fault.DEPENDENCY if isinstance(error, DATABASE_ERRORS) else retry.fault_of(error)


def failure_of(error: Exception) -> Failure:
    """Return the failure to record for an exception."""
    code, message = (error.code, error.message) if isinstance(error, DomainError) else ("internal_error", _UNEXPECTED)
    return Failure(
        reason=_REASONS[fault_of(error)],
        code=code,
        message=message,
        # PostgreSQL stores no NUL.
        traceback="".join(traceback.format_exception(error))[-_TRACEBACK_LENGTH:].replace("\x00", ""),
    )
