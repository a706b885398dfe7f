"""Names and passwords: who is it, and how often may one be wrong. Answers never tell whether there is such a person.

Every attempt is counted before the password is looked at, so that many at once help nobody. What is counted is the name
as it was typed: names of nobody are counted like all others. Where somebody has signed in before, the failures of
other places do not keep them out: no account can be locked by a stranger.
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

_KNOWN_SECONDS: Final = 90 * 24 * 3_600
_PROOFS: Final = (5, 300)  # times, seconds


def identify(request: HttpRequest, *, name: str, password: str, address: str) -> User:
    """Give the person of a user name (or confirmed e-mail address) and password.

    Raises `InvalidCredentials`, or `TooManyAttempts`.
    """
    attempt = _Attempt(name, address)
    attempt.count()
    user = authenticate(request, username=_username(name), password=password)
    if not isinstance(user, User):
        logger.info("auth.failed", extra={"address": address})
        raise InvalidCredentials
    attempt.succeeded()
    return user


def prove(user: User, password: str) -> None:
    """Ask somebody who is signed in for their password once more. Raises `WrongPassword` or `TooManyAttempts`."""
    limit = RateLimit(key=f"prove:{user.pk}", maximum=_PROOFS[0], seconds=_PROOFS[1])
    _count([limit])
    if not user.check_password(password):
        raise WrongPassword(field="current_password")
    _guarded(lambda: rate_limiter.reset(limit))


def _count(limits: list[RateLimit]) -> None:
    result = _guarded(lambda: rate_limiter.hit(limits))
    if result is not None and not result.is_allowed:
        logger.warning("auth.too_many_attempts")
        raise TooManyAttempts(retry_after=math.ceil(result.retry_after))


def _guarded(ask: Callable[[], T]) -> T | None:
    """A Redis that is away keeps nobody out."""
    try:
        return ask()
    except RedisError as error:
        logger.warning("auth.limits_unavailable", extra={"reason": str(error)})
        return None


def _username(name: str) -> str:
    if "@" not in name or User.objects.filter(username=name).exists():
        return name
    found = User.objects.filter(email__iexact=name, email_confirmed=True).first()
    return found.get_username() if found else name


class _Attempt:
    """One try with a name from an address."""

    def __init__(self, name: str, address: str) -> None:
        account = hashlib.sha256(name.casefold().encode(errors="replace")).hexdigest()
        self._here = f"sign-in:{account}:{address}"
        self._everywhere = f"sign-in:{account}"
        self._address = f"sign-in-from:{address}"
        self._known = redis_client.key("signed-in", account, address)

    def count(self) -> None:
        """Raise `TooManyAttempts` when there were too many."""
        is_known = bool(_guarded(lambda: redis_client.client().exists(self._known)))
        limits = self._limits()
        if is_known:
            del limits["account"]
        _count(list(limits.values()))

    def _limits(self) -> dict[str, RateLimit]:
        keys = {"account_here": self._here, "account": self._everywhere, "address": self._address}
        configured: dict[str, tuple[int, int]] = settings.SIGN_IN_LIMITS
        return {
            name: RateLimit(key=key, maximum=configured[name][0], seconds=configured[name][1])
            for name, key in keys.items()
        }

    def succeeded(self) -> None:
        """Forget what went wrong with this account from here, and remember the place."""
        _guarded(lambda: rate_limiter.reset(self._limits()["account_here"]))
        _guarded(lambda: redis_client.client().set(self._known, 1, ex=_KNOWN_SECONDS))
