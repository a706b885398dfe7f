"""Sign-in through an OpenID provider (django-allauth): the account of an external identity."""

import logging
import re
from http import HTTPStatus
from typing import Any, Final

import requests
from allauth.account.utils import user_username
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.providers.base import AuthProcess
from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import redirect

from core.errors import Invalid
from users.identifiers import normalize, parse_address
from users.lookup import find_by_confirmed_address
from users.models import User

logger = logging.getLogger(__name__)

_TIMEOUT_SECONDS: Final = 5
_CONFIGURATION: Final = "/.well-known/openid-configuration"
_NOT_IN_NAMES: Final = re.compile(r"[^\w.+-]")
_MAX_NAME_LENGTH: Final = 150


class Adapter(DefaultSocialAccountAdapter):
    """Connects identities to accounts by e-mail address, if both the provider and we have verified it."""

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        """Connect a new identity to the account with its address; refuse those without one if sign-up is off."""
        if sociallogin.state.get("process") == AuthProcess.CONNECT:
            # Only addresses connect: an identity that was added by hand would survive the reset of a password.
            raise _sign_in_page("provider")
        if not sociallogin.is_existing:
            user = find_by_confirmed_address(_verified_address(sociallogin))
            if user is not None:
                sociallogin.connect(request, user)
        if sociallogin.is_existing and not sociallogin.user.is_active:
            raise _sign_in_page("inactive")
        if not sociallogin.is_existing and not settings.OIDC_SIGN_UP:
            raise _sign_in_page("no_account")
        # Addresses are stored on the user; the library's own list of addresses is not used.
        sociallogin.email_addresses = []

    def get_requests_session(self) -> requests.Session:
        return _Session()

    def on_authentication_error(
        self,
        request: HttpRequest,
        provider: Any,
        error: Any = None,
        exception: Exception | None = None,
        extra_context: Any = None,
    ) -> None:
        """Return to the sign-in page if the provider refused, or its response could not be verified."""
        logger.warning("oidc.failed", extra={"reason": str(error)}, exc_info=exception)
        raise _sign_in_page("provider")

    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:
        return True  # checked in `pre_social_login`

    def is_auto_signup_allowed(self, request: HttpRequest, sociallogin: Any) -> bool:
        """Sign up without a form: a user name that is taken gets a number appended."""
        return True

    def populate_user(self, request: HttpRequest, sociallogin: Any, data: dict[str, Any]) -> User:
        user: User = super().populate_user(request, sociallogin, data)
        claims = sociallogin.account.extra_data
        claims = claims.get("userinfo") or claims.get("id_token") or claims
        user.name = str(claims.get("name") or "")[:150]
        user.email = _verified_address(sociallogin)
        wanted = normalize(str(claims.get("preferred_username") or user.email)).partition("@")[0]
        user_username(user, _NOT_IN_NAMES.sub("", wanted)[:_MAX_NAME_LENGTH] or "user")
        return user


class _Session(requests.Session):
    """The HTTP session for the provider: with a timeout; failures return to the sign-in page."""

    def request(self, method: Any, url: Any, *args: Any, **kwargs: Any) -> requests.Response:
        try:
            response: requests.Response = super().request(method, url, *args, **{"timeout": _TIMEOUT_SECONDS, **kwargs})
        except requests.RequestException as error:
            logger.warning("oidc.unavailable", extra={"reason": str(error)})
            raise _sign_in_page("provider") from error
        if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            logger.warning("oidc.unavailable", extra={"status": response.status_code})
            raise _sign_in_page("provider")
        if _CONFIGURATION in url:
            _require_issuer(response)
        return response


def _require_issuer(response: requests.Response) -> None:
    """Check that the provider's configuration is not that of another one."""
    expected = settings.OIDC_ISSUER.partition(_CONFIGURATION)[0]
    issuer = str(response.json().get("issuer"))
    if response.ok and issuer.rstrip("/") != expected.rstrip("/"):
        logger.warning("oidc.other_issuer", extra={"issuer": issuer})
        raise _sign_in_page("provider")


def _sign_in_page(problem: str) -> ImmediateHttpResponse:
    """Return a redirect to the sign-in page, which explains the problem."""
    return ImmediateHttpResponse(redirect(f"{settings.LOGIN_URL}?problem={problem}"))


def _verified_address(sociallogin: Any) -> str:
    """Return the address that the provider has verified, as it is stored; empty if it is none that we accept."""
    try:
        # Some providers send the text "false".
        verified = (each for each in sociallogin.email_addresses if str(each.verified).lower() == "true")
        return parse_address(next((str(each.email) for each in verified), ""))
    except Invalid:
        return ""
