"""Sign-in with user name and password, and its rate limits. Responses do not reveal whether an account exists.

Every attempt is counted before the password is checked, so that concurrent attempts gain nothing. The name is counted
as it was typed: names without an account count like all others. At an address from which the user has signed in
before, failures at other addresses do not count, so no account can be locked out by others.
"""

import hashlib
import logging
import math
from collections.abc import Callable
from typing import Final, TypeVar

from django.conf import settings
from django.contrib.auth import authenticate
from django.http import HttpRequest
from redis import RedisError

from core import redis_client
from core.api import rate_limiter
from core.api.rate_limiter import RateLimit
from core.errors import InvalidCredentials
from users.accounts.errors import TooManyAttempts, WrongPassword
from users.models import User

logger = logging.getLogger(__name__)

T = TypeVar("T")

_KNOWN_ADDRESS_SECONDS: Final = 90 * 24 * 3_600
_CONFIRMATIONS: Final = (5, 300)  # attempts, seconds


def authenticate_user(request: HttpRequest, *, name: str, password: str, address: str) -> User:
    """Return the user with this name (or confirmed e-mail address) and password.

    Raises `InvalidCredentials`, or `TooManyAttempts`.
    """
    attempt = _Attempt(name, address)
    attempt.count()
    user = authenticate(request, username=_username(name), password=password)
    if not isinstance(user, User):
        logger.info("auth.failed", extra={"address": address})
        raise InvalidCredentials
    attempt.record_success()
    return user


def require_password(user: User, password: str) -> None:
    """Check the password of a signed-in user once more; raise `WrongPassword` or `TooManyAttempts`."""
    limit = RateLimit(key=f"prove:{user.pk}", maximum=_CONFIRMATIONS[0], seconds=_CONFIRMATIONS[1])
    _count([limit])
    if not user.check_password(password):
        raise WrongPassword(field="current_password")
    _unless_unavailable(lambda: rate_limiter.reset(limit))


def _count(limits: list[RateLimit]) -> None:
    result = _unless_unavailable(lambda: rate_limiter.hit(limits))
    if result is not None and not result.is_allowed:
        logger.warning("auth.too_many_attempts")
        raise TooManyAttempts(retry_after=math.ceil(result.retry_after))


def _unless_unavailable(call: Callable[[], T]) -> T | None:
    """Call Redis; return `None` while it is unavailable, because users must be able to sign in without it."""
    try:
        return call()
    except RedisError as error:
        logger.warning("auth.limits_unavailable", extra={"reason": str(error)})
        return None


def _username(name: str) -> str:
    if "@" not in name or User.objects.filter(username=name).exists():
        return name
    user = User.objects.filter(email__iexact=name, email_confirmed=True).first()
    return user.get_username() if user else name


class _Attempt:
    """An attempt to sign in with a name from a network address."""

    def __init__(self, name: str, address: str) -> None:
        account = hashlib.sha256(name.casefold().encode(errors="replace")).hexdigest()
        keys = {
            "account_here": f"sign-in:{account}:{address}",
            "account": f"sign-in:{account}",
            "address": f"sign-in-from:{address}",
        }
        configured: dict[str, tuple[int, int]] = settings.SIGN_IN_LIMITS
        self._limits = {
            name: RateLimit(key=key, maximum=configured[name][0], seconds=configured[name][1])
            for name, key in keys.items()
        }
        self._known_key = redis_client.key("signed-in", account, address)

    def count(self) -> None:
        """Count the attempt; raise `TooManyAttempts` if a limit is exceeded."""
        is_known = bool(_unless_unavailable(lambda: redis_client.client().exists(self._known_key)))
        _count([limit for name, limit in self._limits.items() if not (is_known and name == "account")])

    def record_success(self) -> None:
        """Reset the failures of this account at this address, and remember the address."""
        _unless_unavailable(lambda: rate_limiter.reset(self._limits["account_here"]))
        _unless_unavailable(lambda: redis_client.client().set(self._known_key, 1, ex=_KNOWN_ADDRESS_SECONDS))
