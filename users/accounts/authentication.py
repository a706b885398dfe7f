"""Sign-in, and its rate limits. Responses do not reveal whether an account exists.

Only failures count. Every attempt is counted before the password is checked, so that concurrent attempts gain nothing,
and a success is taken back. Failures count for the name, whatever its spelling and whether or not an account has it;
for the account, which has a name and an address; and for the network address. At a network address from which the user
has signed in before, failures elsewhere do not count, so no account can be locked out by others.
"""

import hashlib
import logging
import math
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final, TypeVar

from django.conf import settings
from django.contrib.auth import authenticate
from django.http import HttpRequest
from redis import RedisError

from audit.actions import Action
from audit.log import record_refusal
from audit.objects import Subject
from core import redis_client
from core.api import rate_limiter
from core.api.rate_limiter import RateLimit
from core.errors import InvalidCredentials
from users.accounts import passkeys, second_factors
from users.accounts.emails import Site
from users.accounts.errors import SecondFactorNeeded, TooManyAttempts, WrongCode, WrongPassword
from users.identifiers import address_key, normalize
from users.lookup import find_user_by_identifier
from users.models import User
from users.secrets import require_confirmed

logger = logging.getLogger(__name__)

T = TypeVar("T")

_KNOWN_ADDRESS_SECONDS: Final = 90 * 24 * 3_600
_CONFIRMATIONS: Final = (5, 300)  # attempts, seconds


def authenticate_user(request: HttpRequest, *, name: str, password: str, address: str, code: str = "") -> User:
    """Return the user with this name (or confirmed e-mail address) and password, and the code of a second factor.

    Raises `InvalidCredentials` or `TooManyAttempts`; with a right password `SecondFactorNeeded` or `WrongCode`.
    """
    account = find_user_by_identifier(name)
    attempt = _Attempt(name, account, address)
    try:
        attempt.count()
    except TooManyAttempts as error:
        _record_failure(account, reason=error.code, hourly=address)
        raise
    # 429 for an account that failed by its other name would show that the two belong together.
    is_blocked = not attempt.count_for_account()
    username = account.get_username() if account and not is_blocked else ""
    user = authenticate(request, username=username, password=password)
    if not isinstance(user, User):
        logger.info("auth.failed")  # the audit log has the address, until the account is erased
        _record_failure(account, reason=InvalidCredentials.code)
        raise InvalidCredentials
    attempt.record_success()
    _require_second_factor(user, code)
    return user


def authenticate_with_passkey(credential: Mapping[str, Any], *, site: Site, address: str) -> User:
    """Return the owner of a passkey; raise `PasskeyRefused`, `PasskeysUnavailable` or `TooManyAttempts`."""
    limit = _limit("address", f"sign-in-from:{address}")
    _count([limit])
    user = passkeys.verify(credential, site=site)
    _unless_unavailable(lambda: rate_limiter.take_back(limit))
    return user


def _record_failure(account: User | None, *, reason: str, hourly: str = "") -> None:
    """Record a failed attempt; the name is not kept, because it may be a password in the wrong field."""
    target = account or Subject(kind="user", id=None)
    record_refusal(Action.SIGN_IN_FAILED, target, reason=reason, hourly=hourly and f"{target.id} {hourly}")


def _require_second_factor(user: User, code: str) -> None:
    factor = second_factors.find(user)
    if factor is None:
        return
    if not code:
        raise SecondFactorNeeded(app=factor.has_app, passkeys=bool(passkeys.list_passkeys(user)))
    limit = RateLimit(key=f"second-factor:{user.pk}", maximum=_CONFIRMATIONS[0], seconds=_CONFIRMATIONS[1])
    _count([limit])
    if not second_factors.accepts(user, code):
        record_refusal(Action.SECOND_FACTOR_REFUSED, user, reason=WrongCode.code)
        raise WrongCode(field="code")
    _unless_unavailable(lambda: rate_limiter.reset(limit))


def require_password(user: User, password: str) -> None:
    """Check the password of a signed-in user once more; raise `WrongPassword` or `TooManyAttempts`."""
    limit = RateLimit(key=f"prove:{user.pk}", maximum=_CONFIRMATIONS[0], seconds=_CONFIRMATIONS[1])
    _count([limit])
    if not user.check_password(password):
        record_refusal(Action.PASSWORD_REFUSED, user, reason=WrongPassword.code)
        raise WrongPassword(field="current_password")
    _unless_unavailable(lambda: rate_limiter.reset(limit))


def require_proof(user: User, password: str) -> None:
    """Check the password, as `require_password`; users who have none must have signed in in the last hour."""
    if user.has_usable_password():
        require_password(user, password)
    else:
        require_confirmed(user)


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


class _Attempt:
    """An attempt to sign in with a name, which an account may have, from a network address."""

    def __init__(self, name: str, account: User | None, address: str) -> None:
        spelling = address_key(name) or normalize(name).casefold()
        digest = hashlib.sha256(spelling.encode(errors="replace")).hexdigest()
        subject = str(account.pk) if account else digest
        self._here = _limit("account_here", f"sign-in:{digest}:{address}")
        self._name = _limit("account", f"sign-in:{digest}")
        self._address = _limit("address", f"sign-in-from:{address}")
        self._account = _limit("account", f"sign-in-account:{subject}")
        self._known_key = redis_client.key("signed-in", subject, address)
        self._is_known = bool(_unless_unavailable(lambda: redis_client.client().exists(self._known_key)))

    def count(self) -> None:
        """Count the attempt; raise `TooManyAttempts` if a limit is exceeded."""
        _count([self._here, *([] if self._is_known else [self._name]), self._address])

    def count_for_account(self) -> bool:
        """Count the attempt for the account; return whether its limit allows it."""
        if self._is_known:
            return True
        result = _unless_unavailable(lambda: rate_limiter.hit([self._account]))
        return result is None or result.is_allowed

    def record_success(self) -> None:
        """Forget the failures with this name at this address, take the attempt back, and remember the address."""
        taken_back = [self._address, *([] if self._is_known else [self._name, self._account])]
        _unless_unavailable(lambda: rate_limiter.reset(self._here))
        for limit in taken_back:
            _unless_unavailable(partial(rate_limiter.take_back, limit))
        _unless_unavailable(lambda: redis_client.client().set(self._known_key, 1, ex=_KNOWN_ADDRESS_SECONDS))


def _limit(name: str, key: str) -> RateLimit:
    maximum, seconds = settings.SIGN_IN_LIMITS[name]
    return RateLimit(key=key, maximum=maximum, seconds=seconds)
