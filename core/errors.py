"""Error classes of all packages. Pure Python: plug-ins raise these, the API turns them into responses.

The base class decides how a job reacts: a `UserFault` is shown to the owner and never retried, a `DependencyFault` is
retried and counts against its circuit breaker, anything else is a bug.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar


class DomainError(Exception):
    """An expected error with a stable code. The docstring of the class is the default message."""

    code: ClassVar[str] = "error"
    http_status: ClassVar[int] = 400

    def __init__(self, message: str = "", *, field: str | None = None, **data: object) -> None:
        self.message = message or _first_line(type(self).__doc__)
        self.field = field
        self.data: Mapping[str, object] = MappingProxyType(data)
        super().__init__(self.message)


def _first_line(doc: str | None) -> str:
    return (doc or "").strip().split("\n", 1)[0]


class UserFault(DomainError):
    """This input cannot succeed as it is."""

    code = "invalid_input"


class DependencyFault(DomainError):
    """A service that Cartulary depends on is not available right now."""

    code = "dependency_unavailable"
    http_status = 503


class DatabaseUnavailable(DependencyFault):
    """The database is busy. Please try again."""

    code = "database_unavailable"


class CacheUnavailable(DependencyFault):
    """Redis is not available right now. Please try again."""

    code = "cache_unavailable"


class BrokerUnavailable(DependencyFault):
    """The message broker is not available right now. Please try again."""

    code = "broker_unavailable"


class Overloaded(DependencyFault):
    """The server lacks memory, files or processes for this right now. Please try again."""

    code = "overloaded"


class StorageFull(DependencyFault):
    """The server has no storage space left. Nothing was saved; please try again later."""

    code = "storage_full"
    http_status = 507


class NotFound(UserFault):
    """Not found, or you do not have access."""

    code = "not_found"
    http_status = 404


class NotAuthenticated(UserFault):
    """Sign in first."""

    code = "not_authenticated"
    http_status = 401


class InvalidCredentials(UserFault):
    """The user name or the password is wrong."""

    code = "invalid_credentials"
    http_status = 401


class NotAllowed(UserFault):
    """Your role does not allow this."""

    code = "not_allowed"
    http_status = 403


class Invalid(UserFault):
    """A value is missing or invalid."""

    code = "invalid"


class Conflict(UserFault):
    """This conflicts with the current state."""

    code = "conflict"
    http_status = 409


class IdempotencyKeyReuse(Conflict):
    """This Idempotency-Key was used for a different request."""

    code = "idempotency_key_reuse"


class EditConflict(Conflict):
    """This was changed by someone else since you opened it."""

    code = "edit_conflict"
    http_status = 412


class RateLimited(UserFault):
    """Too many requests. Wait a moment, then try again."""

    code = "rate_limited"
    http_status = 429

    def __init__(self, message: str = "", *, retry_after: int = 1) -> None:
        super().__init__(message, retry_after=retry_after)
