"""Lookup of the user or the e-mail address that something is granted to; there is no directory to browse.

User names are public, so an unknown one is reported, and guesses are limited. Whether an address has an account is
private: what is granted to an address looks the same in either case, and reaches the account that confirms it.
"""

import logging
import math
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from redis import RedisError

from core.api import rate_limiter
from core.api.rate_limiter import RateLimit
from core.errors import Invalid, RateLimited
from users.identifiers import address_key, is_address
from users.lookup import find_by_confirmed_address, find_user_by_identifier
from users.models import User
from users.sharing.errors import UserNotFound
from users.sharing.pending import lock_address

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Grantee:
    """A user, or an e-mail address, with the user who has confirmed it, if any; that user is private."""

    user: User | None
    email: str = ""

    def columns(self) -> dict[str, Any]:
        """Return the columns that identify the grantee among those of one object."""
        return {"email": self.email} if self.email else {"user": self.user, "email": ""}


def find_grantee(name: str, *, actor: User, field: str = "user") -> Grantee:
    """Return who is meant by a user name or an address; raise `UserNotFound` for unknown or inactive user names.

    Must be called in the transaction that writes the grant.
    """
    if is_address(name):
        key = address_key(name)
        if not key:
            raise Invalid("Enter a valid e-mail address.", field=field)
        lock_address(key)
        return Grantee(find_by_confirmed_address(key), key)
    user = find_user_by_identifier(name)
    if user is None or not user.is_active:
        _count_failure(actor)
        raise UserNotFound(field=field)
    return Grantee(user)


def _count_failure(actor: User) -> None:
    configured = settings.RATE_LIMITS.get("lookup", {}).get("user")
    if configured is None:
        return
    maximum, seconds = configured
    try:
        result = rate_limiter.hit([RateLimit(key=f"lookup:{actor.pk}", maximum=maximum, seconds=seconds)])
    except RedisError as error:
        logger.warning("lookup.limits_unavailable", extra={"reason": str(error)})
        return
    if not result.is_allowed:
        raise RateLimited(retry_after=math.ceil(result.retry_after))
