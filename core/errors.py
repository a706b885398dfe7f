"""Error classes of all packages. Pure Python: plug-ins raise these, the API turns them into responses.

The base class decides how a job reacts: a `UserFault` is shown to the owner and never retried, a `DependencyFault` is
retried and counts against its circuit breaker, anything else is a bug.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import ClassVar

from core.storable import storable


class DomainError(Exception):
    """An expected error with a stable code. The docstring of the class is the default message.

    `what_to_do` is for `docs/errors.md`; each class with a code of its own has one.
    """

    code: ClassVar[str] = "error"
    what_to_do: ClassVar[str] = ""
    http_status: ClassVar[int] = 400

    def __init__(self, message: str = "", *, field: str | None = None, **data: object) -> None:
        # Messages are stored, and may name what a server or a file contains.
        self.message = storable(message) or _first_line(type(self).__doc__)
        self.field = field
        self.data: Mapping[str, object] = MappingProxyType(data)
        super().__init__(self.message)


def _first_line(doc: str | None) -> str:
    return (doc or "").strip().split("\n", 1)[0]


class UserFault(DomainError):
    """This input cannot succeed as it is."""

    code = "invalid_input"
    what_to_do = "Correct the input."


class DependencyFault(DomainError):
    """A service that Cartulary depends on is not available right now."""

    code = "dependency_unavailable"
    http_status = 503
    what_to_do = "Try again after `Retry-After` seconds. Jobs are retried on their own."

    @property
    def retry_after(self) -> float:
        """The seconds after which the service asks to be tried again; 0 if it does not say."""
        return float(str(self.data.get("retry_after", 0)))


class CircuitOpen(DependencyFault):
    """A service does not work right now, and gets no requests for a while."""

    code = "circuit_open"
    what_to_do = "Wait for `retry_after` seconds: then a few requests find out whether the service works again."


class DatabaseUnavailable(DependencyFault):
    """The database is busy. Please try again."""

    code = "database_unavailable"
    what_to_do = "Try again after `Retry-After` seconds."


class CacheUnavailable(DependencyFault):
    """Redis is not available right now. Please try again."""

    code = "cache_unavailable"
    what_to_do = "Try again after `Retry-After` seconds."


class BrokerUnavailable(DependencyFault):
    """The message broker is not available right now. Please try again."""

    code = "broker_unavailable"
    what_to_do = "Try again after `Retry-After` seconds."


class Overloaded(DependencyFault):
    """The server lacks memory, files or processes for this right now. Please try again."""

    code = "overloaded"
    what_to_do = "Try again after `Retry-After` seconds; operators: add memory or processes."


class StorageFull(DependencyFault):
    """The server has no storage space left. Nothing was saved; please try again later."""

    code = "storage_full"
    http_status = 507
    what_to_do = "Try again later; operators: make room on the disk or in the bucket."


class MalformedRequest(UserFault):
    """The request is malformed."""

    code = "malformed_request"
    what_to_do = "Correct the body or the headers."


class UriTooLong(UserFault):
    """The address of the request is too long."""

    code = "uri_too_long"
    http_status = 414
    what_to_do = "Ask for less at once, such as fewer ids or a shorter search."


class HeadersTooLarge(UserFault):
    """The headers of the request are too large."""

    code = "headers_too_large"
    http_status = 431
    what_to_do = "Send fewer or shorter headers; in a browser, delete the cookies of this site."


class RequestTimeout(UserFault):
    """The request did not arrive in time."""

    code = "request_timeout"
    http_status = 408
    what_to_do = "Send the request again."


class NotFound(UserFault):
    """Not found, or you do not have access."""

    code = "not_found"
    http_status = 404
    what_to_do = "Check the id; ask the owner to share the object with you."


class NotAuthenticated(UserFault):
    """Sign in first."""

    code = "not_authenticated"
    http_status = 401
    what_to_do = "Sign in, or send a token or the token of a share link."


class InvalidCredentials(UserFault):
    """The user name or the password is wrong."""

    code = "invalid_credentials"
    http_status = 401
    what_to_do = "Check both, or set a new password by e-mail."


class NotAllowed(UserFault):
    """Your role does not allow this."""

    code = "not_allowed"
    http_status = 403
    what_to_do = "Ask the owner for a role that permits this."


class Invalid(UserFault):
    """A value is missing or invalid."""

    code = "invalid"
    what_to_do = "Correct `field`; `fields` has a sentence for each invalid field."


class Conflict(UserFault):
    """This conflicts with the current state."""

    code = "conflict"
    http_status = 409
    what_to_do = "Fetch the object again, and decide by its current state."


class IdempotencyKeyReuse(Conflict):
    """This Idempotency-Key was used for a different request."""

    code = "idempotency_key_reuse"
    what_to_do = "Use a new key for each different request."


class EditConflict(Conflict):
    """This was changed by someone else since you opened it."""

    code = "edit_conflict"
    http_status = 412
    what_to_do = "Merge with `current` (GraphQL: fetch the object), then send the change with the new `version`."


class RateLimited(UserFault):
    """Too many requests. Wait a moment, then try again."""

    code = "rate_limited"
    http_status = 429
    what_to_do = "Wait `retry_after` seconds. The header `RateLimit` says how many requests are left."

    def __init__(self, message: str = "", *, retry_after: int = 1) -> None:
        super().__init__(message, retry_after=retry_after)
