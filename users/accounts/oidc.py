"""Sign-in through an OpenID provider (django-allauth): the account of an external identity."""

import logging
from http import HTTPStatus
from typing import Any, Final

import requests
from allauth.account.utils import user_username
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from django.conf import settings
from django.http import HttpRequest
from django.shortcuts import redirect

from users.models import User

logger = logging.getLogger(__name__)

_TIMEOUT_SECONDS: Final = 5


class Adapter(DefaultSocialAccountAdapter):
    """Connects identities to accounts by e-mail address, if both the provider and we have verified it."""

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        """Connect a new identity to the account with its address; refuse those without one if sign-up is off."""
        if not sociallogin.is_existing:
            address = _verified_address(sociallogin)
            user = User.objects.filter(email__iexact=address, email_confirmed=True).first()
            if address and user is not None:
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
        user_username(user, str(claims.get("preferred_username") or user.email.partition("@")[0] or "user"))
        return user


class _Session(requests.Session):
    """The HTTP session for the provider: with a timeout; failures return to the sign-in page."""

    def request(self, *args: Any, **kwargs: Any) -> requests.Response:
        try:
            response: requests.Response = super().request(*args, **{"timeout": _TIMEOUT_SECONDS, **kwargs})
        except requests.RequestException as error:
            logger.warning("oidc.unavailable", extra={"reason": str(error)})
            raise _sign_in_page("provider") from error
        if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            logger.warning("oidc.unavailable", extra={"status": response.status_code})
            raise _sign_in_page("provider")
        return response


def _sign_in_page(problem: str) -> ImmediateHttpResponse:
    """Return a redirect to the sign-in page, which explains the problem."""
    return ImmediateHttpResponse(redirect(f"{settings.LOGIN_URL}?problem={problem}"))


def _verified_address(sociallogin: Any) -> str:
    return str(next((each.email for each in sociallogin.email_addresses if each.verified), ""))
