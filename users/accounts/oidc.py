"""Signing in through an OpenID provider (django-allauth): which account such a person gets."""

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

_PATIENCE_SECONDS: Final = 5


class Adapter(DefaultSocialAccountAdapter):
    """A provider's word about an address counts when it says that it has verified it, and ours is confirmed too."""

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        """Join the account that has this address, at the first time; send away those who have none and get none."""
        if not sociallogin.is_existing:
            address = _verified_address(sociallogin)
            known = User.objects.filter(email__iexact=address, email_confirmed=True).first()
            if address and known is not None:
                sociallogin.connect(request, known)
        if sociallogin.is_existing and not sociallogin.user.is_active:
            raise _back_to_sign_in("inactive")
        if not sociallogin.is_existing and not settings.OIDC_SIGN_UP:
            raise _back_to_sign_in("no_account")
        # The address stands with the person; the library's own list of addresses, and what it would ask, are not used.
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
        """The provider's refusal, or an answer that cannot be believed."""
        logger.warning("oidc.failed", extra={"reason": str(error)}, exc_info=exception)
        raise _back_to_sign_in("provider")

    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:
        return True  # those for whom it is closed have been sent away before

    def is_auto_signup_allowed(self, request: HttpRequest, sociallogin: Any) -> bool:
        """Nothing is asked: a user name that is taken gets a number."""
        return True

    def populate_user(self, request: HttpRequest, sociallogin: Any, data: dict[str, Any]) -> User:
        user: User = super().populate_user(request, sociallogin, data)
        claims = sociallogin.account.extra_data
        claims = claims.get("userinfo") or claims.get("id_token") or claims
        user.name = str(claims.get("name") or "")[:150]
        user.email = _verified_address(sociallogin)
        user_username(user, str(claims.get("preferred_username") or user.email.partition("@")[0] or "person"))
        return user


class _Session(requests.Session):
    """What the provider is asked with: not for long, and when it does not answer, people are told so."""

    def request(self, *args: Any, **kwargs: Any) -> requests.Response:
        try:
            response: requests.Response = super().request(*args, **{"timeout": _PATIENCE_SECONDS, **kwargs})
        except requests.RequestException as error:
            logger.warning("oidc.unavailable", extra={"reason": str(error)})
            raise _back_to_sign_in("provider") from error
        if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            logger.warning("oidc.unavailable", extra={"status": response.status_code})
            raise _back_to_sign_in("provider")
        return response


def _back_to_sign_in(problem: str) -> ImmediateHttpResponse:
    """The sign-in page says what happened."""
    return ImmediateHttpResponse(redirect(f"{settings.LOGIN_URL}?problem={problem}"))


def _verified_address(sociallogin: Any) -> str:
    found = next((each.email for each in sociallogin.email_addresses if each.verified), "")
    return str(found)
