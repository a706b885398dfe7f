"""URLs of the sign-in through a SAML identity provider: those of django-allauth, without pages of its own.

The identity provider lets the browser send its response from its own site, without the cookie of our session. So a
verified response is kept for some minutes, and the browser is redirected to a URL of ours, to which it sends both
cookies. Every failure returns to the sign-in page.
"""

import logging
from collections.abc import Callable
from dataclasses import asdict
from functools import wraps
from typing import Any, Final

from allauth.account.internal.decorators import login_not_required
from allauth.socialaccount.adapter import get_adapter
from allauth.socialaccount.helpers import complete_social_login
from allauth.socialaccount.sessions import LoginSession
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.multipartparser import MultiPartParserError
from django.http.request import UnreadablePostError
from django.urls import path, reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt

from core.api.body_limit import HANDLES_OVERSIZED, is_oversized
from users.accounts import saml
from users.accounts.providers import sign_in_page
from users.accounts.saml_metadata import SamlError
from users.accounts.sessions import end_at

logger = logging.getLogger(__name__)

View = Callable[[HttpRequest], HttpResponse]

_KEPT: Final = "assertion"
_KEPT_SECONDS: Final = 300
_MAX_REASON: Final = 500  # it may quote the response


def _sign_in(view: View) -> View:
    """Return to the sign-in page if the view raises `SamlError`; log the reason."""

    @login_not_required  # type: ignore[untyped-decorator]  # the library has no types
    @never_cache
    @wraps(view)
    def wrapper(request: HttpRequest) -> HttpResponse:
        try:
            return view(request)
        except SamlError as error:
            logger.warning("saml.refused", extra={"reason": str(error)[:_MAX_REASON]})
            return sign_in_page("provider")

    wrapped: View = wrapper
    return wrapped


@_sign_in
def login(request: HttpRequest) -> HttpResponse:
    """Redirect to the identity provider, if the form of the sign-in page was sent."""
    if request.method != "POST":
        raise SamlError("A sign-in begins with a form.")
    response: HttpResponse = _provider(request).redirect_from_request(request)
    return response


@csrf_exempt
@_sign_in
def consume(request: HttpRequest) -> HttpResponse:
    """Verify the response that the browser brings, and keep the assertion until its session is known."""
    if is_oversized(request):
        raise SamlError("The response is too large.")
    assertion = saml.verified(_response_of(request))
    redirect = HttpResponseRedirect(reverse("saml_finish_acs"))
    kept = _kept_of(request)
    kept.store.set_expiry(_KEPT_SECONDS)
    kept.store[_KEPT] = asdict(assertion)
    kept.save(redirect)
    return redirect


setattr(consume, HANDLES_OVERSIZED, True)


@_sign_in
def finish(request: HttpRequest) -> HttpResponse:
    """Sign in with the kept assertion, if this session has requested it and has not used it yet."""
    kept = _kept_of(request)
    values = kept.store.get(_KEPT)
    kept.delete()
    if values is None:
        raise SamlError("There is no response to finish with.")
    assertion, provider = saml.Assertion(**values), _provider(request)
    try:
        state = provider.unstash_redirect_state(request, assertion.in_response_to)
    except PermissionDenied as error:
        raise SamlError("This session has not requested the response, or has used it already.") from error
    signing_in = provider.sociallogin_from_response(request, assertion)
    signing_in.state = state
    response: HttpResponse = complete_social_login(request, signing_in)
    if request.user.is_authenticated and assertion.session_ends is not None:
        end_at(request.session, assertion.session_ends)
    return response


@login_not_required  # type: ignore[untyped-decorator]  # the library has no types
def metadata(request: HttpRequest) -> HttpResponse:
    """Describe this service provider, to be registered at the identity provider."""
    return HttpResponse(saml.metadata(), content_type="application/samlmetadata+xml")


def _provider(request: HttpRequest) -> Any:
    return get_adapter().get_provider(request, "saml")


def _kept_of(request: HttpRequest) -> Any:
    return LoginSession(request, "saml_acs_session", "saml-acs-session")


def _response_of(request: HttpRequest) -> str:
    try:
        return request.POST.get("SAMLResponse", "")
    except (BadRequest, SuspiciousOperation, MultiPartParserError, UnreadablePostError) as error:
        raise SamlError(f"The form cannot be read: {error}") from error


urlpatterns = [
    path("saml/saml/login/", login, name="saml_login"),
    path("saml/saml/acs/", consume, name="saml_acs"),
    path("saml/saml/acs/finish/", finish, name="saml_finish_acs"),
    path("saml/saml/metadata/", metadata, name="saml_metadata"),
]
