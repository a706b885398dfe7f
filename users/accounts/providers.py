"""Sign-in through an OpenID or a SAML provider (django-allauth): the account of an external identity."""

import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from http import HTTPStatus
from typing import Any, Final

import requests
from allauth.account.utils import user_username
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.providers.base import AuthProcess
from django.conf import settings
from django.db import IntegrityError, transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from core.errors import Invalid
from users.identifiers import normalize, parse_address
from users.lookup import find_by_confirmed_address
from users.models import User

logger = logging.getLogger(__name__)

_TIMEOUT_SECONDS: Final = 5
_SAML_IDENTITY: Final = "saml:"
_CONFIGURATION: Final = "/.well-known/openid-configuration"
_NOT_IN_NAMES: Final = re.compile(r"[^\w.+-]")
_MAX_NAME_LENGTH: Final = 150


class Adapter(DefaultSocialAccountAdapter):
    """Connects identities to accounts by e-mail address, if both the provider and we have verified it."""

    def pre_social_login(self, request: HttpRequest, sociallogin: Any) -> None:
        """Connect a new identity to the account with its address; refuse those without one if sign-up is off."""
        if sociallogin.state.get("process") == AuthProcess.CONNECT:
            # Only addresses connect: an identity that was added by hand would survive the reset of a password.
            raise ImmediateHttpResponse(sign_in_page("provider"))
        if not sociallogin.is_existing:
            user = find_by_confirmed_address(_verified_address(sociallogin))
            if user is not None:
                with _first_sign_in():
                    sociallogin.connect(request, user)
        if sociallogin.is_existing and not sociallogin.user.is_active:
            raise ImmediateHttpResponse(sign_in_page("inactive"))
        if not sociallogin.is_existing and not sociallogin.provider.app.settings["sign_up"]:
            raise ImmediateHttpResponse(sign_in_page("no_account"))
        # Addresses are stored on the user; the library's own list of addresses is not used.
        sociallogin.email_addresses = []

    def get_provider(self, request: HttpRequest, provider: str, client_id: str | None = None) -> Any:
        """Return a provider by the name that identities have; that of SAML contains the entity ID (`saml_identity`)."""
        return super().get_provider(request, "saml" if provider.startswith(_SAML_IDENTITY) else provider, client_id)

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
        logger.warning("sign_in.provider_failed", extra={"reason": str(error)}, exc_info=exception)
        raise ImmediateHttpResponse(sign_in_page("provider"))

    def is_open_for_signup(self, request: HttpRequest, sociallogin: Any) -> bool:
        return True  # checked in `pre_social_login`

    def save_user(self, request: HttpRequest, sociallogin: Any, form: Any = None) -> User:
        with _first_sign_in():
            user: User = super().save_user(request, sociallogin, form)
        return user

    def is_auto_signup_allowed(self, request: HttpRequest, sociallogin: Any) -> bool:
        """Sign up without a form: a user name that is taken gets a number appended."""
        return True

    def populate_user(self, request: HttpRequest, sociallogin: Any, data: dict[str, Any]) -> User:
        user: User = super().populate_user(request, sociallogin, data)
        parts = (data.get("first_name"), data.get("last_name"))
        user.name = str(data.get("name") or " ".join(str(part) for part in parts if part))[:150]
        user.email = _verified_address(sociallogin)
        wanted = normalize(str(data.get("username") or user.email)).partition("@")[0]
        user_username(user, _NOT_IN_NAMES.sub("", wanted)[:_MAX_NAME_LENGTH] or "user")
        return user


@contextmanager
def _first_sign_in() -> Iterator[None]:
    """Return to the sign-in page if another request stores the same identity at the same time."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError as error:
        logger.warning("sign_in.twice_at_once", exc_info=error)
        raise ImmediateHttpResponse(sign_in_page("provider")) from error


class _Session(requests.Session):
    """The HTTP session for the provider: with a timeout; failures return to the sign-in page."""

    def request(self, method: Any, url: Any, *args: Any, **kwargs: Any) -> requests.Response:
        try:
            response: requests.Response = super().request(method, url, *args, **{"timeout": _TIMEOUT_SECONDS, **kwargs})
        except requests.RequestException as error:
            logger.warning("oidc.unavailable", extra={"reason": str(error)})
            raise ImmediateHttpResponse(sign_in_page("provider")) from error
        if response.status_code >= HTTPStatus.INTERNAL_SERVER_ERROR:
            logger.warning("oidc.unavailable", extra={"status": response.status_code})
            raise ImmediateHttpResponse(sign_in_page("provider"))
        if _CONFIGURATION in url:
            _require_issuer(response)
        return response


def _require_issuer(response: requests.Response) -> None:
    """Check that the provider's configuration is not that of another one."""
    expected = settings.OIDC_ISSUER.partition(_CONFIGURATION)[0]
    issuer = str(response.json().get("issuer"))
    if response.ok and issuer.rstrip("/") != expected.rstrip("/"):
        logger.warning("oidc.other_issuer", extra={"issuer": issuer})
        raise ImmediateHttpResponse(sign_in_page("provider"))


def sign_in_page(problem: str) -> HttpResponse:
    """Return a redirect to the sign-in page, which explains the problem."""
    return redirect(f"{settings.LOGIN_URL}?problem={problem}")


def saml_identity(entity_id: str) -> str:
    """Return the provider of the identities of a SAML provider: another one with the same subjects has others."""
    return f"{_SAML_IDENTITY}{entity_id}"


def _verified_address(sociallogin: Any) -> str:
    """Return the address that the provider has verified, as it is stored; empty if it is none that we accept."""
    try:
        # Some providers send the text "false".
        verified = (each for each in sociallogin.email_addresses if str(each.verified).lower() == "true")
        return parse_address(next((str(each.email) for each in verified), ""))
    except Invalid:
        return ""
